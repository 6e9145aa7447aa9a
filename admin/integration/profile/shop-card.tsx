import type { IntegrationProfile } from '../../../api/contract/integration.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { Field } from '../../components/field.tsx';
import type { FormState } from '../../components/use-form.ts';
import { t } from '../../i18n/translate.ts';
import { Fields, Pair } from '../parts.tsx';
import type { ProfileValues } from './profile-form.ts';

export interface ProfilePart {
  form: FormState<ProfileValues>;
  profile: IntegrationProfile;
  disabled: boolean;
}

/** What the shop is called, where it is, and what its invoices say about the company. */
export function ShopCard({ form, disabled }: ProfilePart) {
  return (
    <Card title={t('profile.shop')}>
      <CardBody>
        <Fields>
          <Pair>
            <Field {...form.text('name')} label={t('profile.name')} disabled={disabled} />
            <Field {...form.text('url')} label={t('profile.url')} type="url" disabled={disabled} />
          </Pair>
          <Field
            {...form.text('domain')}
            label={t('profile.domain')}
            help={t('profile.domainHelp')}
            disabled={disabled}
          />
          <Pair>
            <Field {...form.text('support_email')} label={t('profile.supportEmail')} type="email" disabled={disabled} />
            <Field {...form.text('company_phone')} label={t('profile.companyPhone')} type="tel" disabled={disabled} />
          </Pair>
          <Field
            {...form.text('company_address')}
            label={t('profile.companyAddress')}
            multiline
            minRows={2}
            disabled={disabled}
          />
          <CheckField {...form.box('show_company')} label={t('profile.showCompany')} disabled={disabled} />
        </Fields>
      </CardBody>
    </Card>
  );
}
