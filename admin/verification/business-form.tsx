import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import type { BusinessBody } from '../../contract/verification.ts';
import { websiteOf } from '../../domain/accounts/account-rules.ts';
import { INDUSTRIES, TURNOVER_RANGES } from '../../domain/accounts/business.ts';
import { countryProblems } from '../../domain/compliance/lists.ts';
import { countryChoices } from '../auth/countries.ts';
import { CardBody } from '../components/card.tsx';
import { missing } from '../components/form-problems.ts';
import { useProvider } from '../data/use-provider.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { Form } from '../forms/form.tsx';
import { SelectInput } from '../forms/select-input.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { useTaken } from './use-verification.ts';

const Inputs = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  '& > [data-full=true]': { gridColumn: '1 / -1' },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
}));
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'flex-end' });

export type BusinessValues = { readonly [Name in keyof BusinessBody]: string };

export const NEW_BUSINESS: BusinessValues = {
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
  /** The initial values. */
  initial: BusinessValues;
  onDone: () => void;
  onCancel?: (() => void) | undefined;
}

const rules = bodyRules<BusinessValues>(async () => (await import('../../contract/verification.ts')).BusinessBody, {
  toBody: ({ website, ...values }) => ({ ...values, website: websiteOf(website) ?? website }),
  check: problemsOf,
});

/** The business as registered, and its activity. */
export function BusinessForm({ initial, onDone, onCancel }: BusinessFormProps) {
  const provider = useProvider();
  const notify = useNotify();
  const take = useTaken();
  const send = async (values: BusinessValues) => {
    const website = websiteOf(values.website) ?? values.website;
    take(await provider.saveBusiness({ ...values, website } as BusinessBody));
    notify(t('verify.business.saved'), { type: 'success' });
    onDone();
  };
  return (
    <CardBody>
      <Form<BusinessValues> defaultValues={initial} rules={rules} send={send}>
        <Inputs>
          <Register />
          <Trade />
          <Foot data-full>
            {onCancel && <Button onClick={onCancel}>{t('action.cancel')}</Button>}
            <SubmitButton label={t('verify.business.save')} />
          </Foot>
        </Inputs>
      </Form>
    </CardBody>
  );
}

function Register() {
  return (
    <>
      <TextInput source="legal_name" label={t('verify.business.legal_name')} autoComplete="organization" />
      <TextInput source="registration_number" label={t('verify.business.registration_number')} autoComplete="off" />
      <SelectInput
        source="country"
        label={t('verify.business.country')}
        choices={countryChoices()}
        placeholder={t('verify.choose')}
        autoComplete="country"
      />
      <TextInput source="incorporated_on" label={t('verify.business.incorporated_on')} type="date" />
      <div data-full>
        <TextInput source="street" label={t('verify.business.street')} autoComplete="street-address" />
      </div>
      <TextInput source="postal_code" label={t('verify.business.postal_code')} autoComplete="postal-code" />
      <TextInput source="city" label={t('verify.business.city')} autoComplete="address-level2" />
    </>
  );
}

function Trade() {
  return (
    <>
      <SelectInput
        source="industry"
        label={t('verify.business.industry')}
        choices={INDUSTRIES.map((value) => ({ value, label: t(`industry.${value}`) }))}
        placeholder={t('verify.choose')}
      />
      <SelectInput
        source="turnover"
        label={t('verify.business.turnover')}
        choices={TURNOVER_RANGES.map((value) => ({ value, label: t(`turnover.${value}`) }))}
        placeholder={t('verify.choose')}
      />
      <div data-full>
        <TextInput source="website" label={t('verify.business.website')} autoComplete="url" />
      </div>
      <div data-full>
        <TextInput source="description" label={t('verify.business.description')} multiline minRows={3} />
      </div>
      <div data-full>
        <TextInput source="source_of_funds" label={t('verify.business.source_of_funds')} multiline minRows={2} />
      </div>
    </>
  );
}

function problemsOf(values: BusinessValues): Partial<BusinessValues> {
  const country = countryProblems(values.country).country?.[0];
  const isFuture = values.incorporated_on !== '' && !(Date.parse(values.incorporated_on) < Date.now());
  return {
    ...(country ? { country } : {}),
    ...(isFuture ? { incorporated_on: t('verify.past') } : {}),
    ...(values.website !== '' && websiteOf(values.website) === undefined ? { website: t('form.websiteInvalid') } : {}),
    ...missing(values),
  };
}
