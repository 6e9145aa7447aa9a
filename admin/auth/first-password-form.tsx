import { missing } from '../components/form-problems.ts';
import { notify } from '../data/notices.ts';
import { SelectInput } from '../forms/select-input.tsx';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { countryChoices } from './countries.ts';
import { enter } from './enter.ts';
import { NEW_OWNER, OwnerForm, ownerErrors, sendByLink } from './owner-form.tsx';
import { withVersions } from './shown-versions.ts';

const EMPTY = { ...NEW_OWNER, country: '' };

export interface FirstPasswordFormProps {
  token: string;
  email: string;
  /** The link has been used or has expired meanwhile. */
  onClosed: () => void;
}

/** Asks an applicant for name and password, then opens the account. */
export function FirstPasswordForm({ token, email, onClosed }: FirstPasswordFormProps) {
  const send = (values: typeof EMPTY) =>
    sendByLink(async () => {
      const user = await authCalls.setFirstPassword(withVersions({ token, ...values }));
      notify(t('firstPassword.done'), 'success');
      enter(user);
    }, onClosed);
  return (
    <OwnerForm
      defaultValues={EMPTY}
      rules={(values) => ({ ...ownerErrors(values, email), ...missing({ country: values.country }) })}
      send={send}
      email={email}
      submit={t('firstPassword.submit')}
      busy={t('firstPassword.busy')}
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
