import { missing } from '../components/form-problems.ts';
import { SelectField } from '../components/select-field.tsx';
import { useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { countryChoices } from './countries.ts';
import { enter } from './enter.ts';
import { NEW_OWNER, OwnerForm, ownerErrors, sendByLink } from './owner-form.tsx';

export interface FirstPasswordFormProps {
  token: string;
  email: string;
  /** The link has been used or has expired meanwhile. */
  onClosed: () => void;
}

/** Who applied for an account and how they will sign in; opens the account. */
export function FirstPasswordForm({ token, email, onClosed }: FirstPasswordFormProps) {
  const form = useForm({
    initial: { ...NEW_OWNER, country: '' },
    check: (values) => ({ ...ownerErrors(values, email), ...missing({ country: values.country }) }),
    send: (values) =>
      sendByLink(async () => {
        const user = await authCalls.setFirstPassword({ token, ...values });
        toastSuccess(t('firstPassword.done'));
        enter(user);
      }, onClosed),
  });
  return (
    <OwnerForm form={form} email={email} submit={t(form.busy ? 'firstPassword.busy' : 'firstPassword.submit')}>
      <SelectField
        {...form.text('country')}
        label={t('signUp.country')}
        placeholder={t('signUp.countryChoose')}
        choices={countryChoices()}
        autoComplete="country"
        large
      />
    </OwnerForm>
  );
}
