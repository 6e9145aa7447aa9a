import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { BusinessBody } from '../../api/contract/verification.ts';
import { websiteOf } from '../../domain/account-rules.ts';
import { INDUSTRIES, TURNOVER_RANGES } from '../../domain/business.ts';
import { countryProblems } from '../../domain/compliance/lists.ts';
import { countryChoices } from '../auth/countries.ts';
import { CardBody } from '../components/card.tsx';
import { Field } from '../components/field.tsx';
import { missing } from '../components/form-problems.ts';
import { SelectField } from '../components/select-field.tsx';
import { useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { useTaken } from './use-verification.ts';
import { verificationCalls } from './verification-calls.ts';

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  '& > [data-full=true]': { gridColumn: '1 / -1' },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
}));
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'flex-end' });

type Values = { [Name in keyof BusinessBody]: string };

const EMPTY: Values = {
  legal_name: '',
  registration_number: '',
  country: '',
  street: '',
  city: '',
  postal_code: '',
  incorporated_on: '',
  industry: '',
  turnover: '',
  website: '',
  description: '',
  source_of_funds: '',
};

export interface BusinessFormProps {
  business: BusinessBody | null;
  onDone: () => void;
  onCancel?: (() => void) | undefined;
}

/** What the register says of the business, and what it does. */
export function BusinessForm({ business, onDone, onCancel }: BusinessFormProps) {
  const take = useTaken();
  const form = useForm<Values>({
    initial: business ?? EMPTY,
    check: problemsOf,
    async send(values) {
      const website = websiteOf(values.website) ?? values.website;
      take(await verificationCalls.saveBusiness({ ...values, website } as BusinessBody));
      toastSuccess(t('verify.business.saved'));
      onDone();
    },
  });
  const choose = t('verify.choose');
  return (
    <CardBody>
      <Form ref={form.ref} noValidate onSubmit={form.submit}>
        <Field {...form.text('legal_name')} label={t('verify.business.legal_name')} autoComplete="organization" />
        <Field
          {...form.text('registration_number')}
          label={t('verify.business.registration_number')}
          autoComplete="off"
        />
        <SelectField
          {...form.text('country')}
          label={t('verify.business.country')}
          choices={countryChoices()}
          placeholder={choose}
          autoComplete="country"
        />
        <Field {...form.text('incorporated_on')} label={t('verify.business.incorporated_on')} type="date" />
        <div data-full>
          <Field {...form.text('street')} label={t('verify.business.street')} autoComplete="street-address" />
        </div>
        <Field {...form.text('postal_code')} label={t('verify.business.postal_code')} autoComplete="postal-code" />
        <Field {...form.text('city')} label={t('verify.business.city')} autoComplete="address-level2" />
        <SelectField
          {...form.text('industry')}
          label={t('verify.business.industry')}
          choices={INDUSTRIES.map((value) => ({ value, label: t(`industry.${value}`) }))}
          placeholder={choose}
        />
        <SelectField
          {...form.text('turnover')}
          label={t('verify.business.turnover')}
          choices={TURNOVER_RANGES.map((value) => ({ value, label: t(`turnover.${value}`) }))}
          placeholder={choose}
        />
        <div data-full>
          <Field {...form.text('website')} label={t('verify.business.website')} autoComplete="url" />
        </div>
        <div data-full>
          <Field {...form.text('description')} label={t('verify.business.description')} multiline minRows={3} />
        </div>
        <div data-full>
          <Field {...form.text('source_of_funds')} label={t('verify.business.source_of_funds')} multiline minRows={2} />
        </div>
        <Foot data-full>
          {onCancel && <Button onClick={onCancel}>{t('action.cancel')}</Button>}
          <Button type="submit" variant="contained" disabled={form.busy}>
            {t('verify.business.save')}
          </Button>
        </Foot>
      </Form>
    </CardBody>
  );
}

function problemsOf(values: Values): Partial<Values> {
  const country = countryProblems(values.country).country?.[0];
  const isFuture = values.incorporated_on !== '' && !(Date.parse(values.incorporated_on) < Date.now());
  return {
    ...(country ? { country } : {}),
    ...(isFuture ? { incorporated_on: t('verify.past') } : {}),
    ...(values.website !== '' && websiteOf(values.website) === undefined ? { website: t('form.websiteInvalid') } : {}),
    ...missing(values),
  };
}
