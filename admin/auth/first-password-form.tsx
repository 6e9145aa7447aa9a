import Button from '@mui/material/Button';
import { CheckField } from '../components/check-field.tsx';
import { Field } from '../components/field.tsx';
import { acceptance, missing, passwordErrors } from '../components/form-problems.ts';
import { NewPassword } from '../components/new-password.tsx';
import { SelectField } from '../components/select-field.tsx';
import { useForm } from '../components/use-form.ts';
import { toApiError } from '../data/api-error.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthForm } from './auth-frame.tsx';
import { countryChoices } from './countries.ts';
import { enter } from './enter.ts';

const EMPTY = {
  full_name: '',
  country: '',
  password: '',
  password_confirmation: '',
  privacy_accepted: false,
  aml_accepted: false,
};

export interface FirstPasswordFormProps {
  token: string;
  email: string;
  /** The link has been used or has expired meanwhile. */
  onClosed: () => void;
}

/** Who applied for an account and how they will sign in; opens the account. */
export function FirstPasswordForm({ token, email, onClosed }: FirstPasswordFormProps) {
  const form = useForm({
    initial: EMPTY,
    check: ({ full_name, country, privacy_accepted, aml_accepted, ...passwords }) => ({
      ...missing({ full_name, country }),
      ...passwordErrors(passwords, [full_name, email]),
      ...acceptance({ privacy_accepted, aml_accepted }),
    }),
    async send(values) {
      try {
        const user = await authCalls.setFirstPassword({ token, ...values });
        toastSuccess(t('firstPassword.done'));
        enter(user);
      } catch (error) {
        if (toApiError(error).body.errors.token) onClosed();
        throw error;
      }
    },
  });
  return (
    <AuthForm ref={form.ref} noValidate onSubmit={form.submit}>
      {/* For password managers, which keep the password by the name it belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field {...form.text('full_name')} label={t('signUp.name')} autoComplete="name" large autoFocus />
      <SelectField
        {...form.text('country')}
        label={t('signUp.country')}
        placeholder={t('signUp.countryChoose')}
        choices={countryChoices()}
        autoComplete="country"
        large
      />
      <NewPassword form={form} large />
      <div>
        <CheckField {...form.box('privacy_accepted')} label={t('signUp.privacy')} />
        <CheckField {...form.box('aml_accepted')} label={t('signUp.aml')} />
      </div>
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
        {t(form.busy ? 'firstPassword.busy' : 'firstPassword.submit')}
      </Button>
    </AuthForm>
  );
}
