import Button from '@mui/material/Button';
import { AuthForm } from '../auth/auth-frame.tsx';
import { enter } from '../auth/enter.ts';
import { CheckField } from '../components/check-field.tsx';
import { Field } from '../components/field.tsx';
import { acceptance, missing, passwordErrors } from '../components/form-problems.ts';
import { NewPassword } from '../components/new-password.tsx';
import { useForm } from '../components/use-form.ts';
import { toApiError } from '../data/api-error.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { teamCalls } from './team-calls.ts';

export interface JoinFormProps {
  token: string;
  email: string;
  /** As the one who invites wrote it. */
  fullName: string;
  /** The link was used or taken back meanwhile. */
  onClosed: () => void;
}

/** Name and password of somebody who was invited; opens the account. */
export function JoinForm({ token, email, fullName, onClosed }: JoinFormProps) {
  const form = useForm({
    initial: {
      full_name: fullName,
      password: '',
      password_confirmation: '',
      privacy_accepted: false,
      aml_accepted: false,
    },
    check: ({ full_name, privacy_accepted, aml_accepted, ...passwords }) => ({
      ...missing({ full_name }),
      ...passwordErrors(passwords, [full_name, email]),
      ...acceptance({ privacy_accepted, aml_accepted }),
    }),
    async send(values) {
      try {
        const user = await teamCalls.join({ token, ...values });
        toastSuccess(t('join.done'));
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
      <NewPassword form={form} large />
      <div>
        <CheckField {...form.box('privacy_accepted')} label={t('signUp.privacy')} />
        <CheckField {...form.box('aml_accepted')} label={t('signUp.aml')} />
      </div>
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
        {t(form.busy ? 'join.busy' : 'join.submit')}
      </Button>
    </AuthForm>
  );
}
