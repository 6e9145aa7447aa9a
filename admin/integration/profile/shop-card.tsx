import { Card, CardBody } from '../../components/card.tsx';
import { CheckInput } from '../../forms/check-input.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Fields, Pair } from '../parts.tsx';
import type { ProfilePart } from './profile-form.ts';

/** Name, website and contact of the shop, and the company details on its invoices. */
export function ShopCard({ disabled }: ProfilePart) {
  return (
    <Card title={t('profile.shop')}>
      <CardBody>
        <Fields>
          <Pair>
            <TextInput source="name" label={t('profile.name')} disabled={disabled} />
            <TextInput source="url" label={t('profile.url')} type="url" disabled={disabled} />
          </Pair>
          <TextInput source="domain" label={t('profile.domain')} help={t('profile.domainHelp')} disabled={disabled} />
          <Pair>
            <TextInput source="support_email" label={t('profile.supportEmail')} type="email" disabled={disabled} />
            <TextInput source="company_phone" label={t('profile.companyPhone')} type="tel" disabled={disabled} />
          </Pair>
          <TextInput
            source="company_address"
            label={t('profile.companyAddress')}
            multiline
            minRows={2}
            disabled={disabled}
          />
          <CheckInput source="show_company" label={t('profile.showCompany')} disabled={disabled} />
        </Fields>
      </CardBody>
    </Card>
  );
}
