import { missing } from '../components/form-problems.ts';
import { SelectInput } from '../forms/select-input.tsx';
import { t } from '../i18n/translate.ts';
import { countryChoices } from './countries.ts';
import { NEW_OWNER, OwnerForm, ownerErrors } from './owner-form.tsx';

const NEW_RESIDENT = { ...NEW_OWNER, country: '' };

export type Resident = typeof NEW_RESIDENT;

interface ResidentFormProps {
  email: string;
  /** Of the application, where it is known. */
  name?: string;
  send: (values: Resident) => Promise<void>;
  submit: string;
  busy: string;
}

/** Asks somebody who opens an account of their own for name, country and password. */
export function ResidentForm({ email, name = '', ...form }: ResidentFormProps) {
  return (
    <OwnerForm
      {...form}
      defaultValues={{ ...NEW_RESIDENT, full_name: name }}
      rules={(values) => ({ ...ownerErrors(values, email), ...missing({ country: values.country }) })}
      email={email}
    >
      <SelectInput
        source="country"
        label={t('signUp.country')}
        placeholder={t('signUp.countryChoose')}
        choices={countryChoices()}
        autoComplete="country"
        large
      />
    </OwnerForm>
  );
}
