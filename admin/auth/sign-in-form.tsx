import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { SpaUser } from '../../api/contract/session.ts';
import { CheckField } from '../components/check-field.tsx';
import { Field } from '../components/field.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { Refusal } from '../components/refusal.tsx';
import { needsSecondFactor } from '../components/second-factor.tsx';
import { useForm } from '../components/use-form.ts';
import { ApiError } from '../data/api-error.ts';
import { signIn } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { AuthForm } from './auth-frame.tsx';
import { type Credentials, checkCredentials } from './credentials.ts';
import { tellOfDevice } from './device-question.ts';

export interface SignInFormProps {
  onSignedIn: (user: SpaUser) => void;
  /** The password was right, and a code of the second factor is needed. */
  onSecondFactor: (credentials: Credentials) => void;
}

/** E-mail and password. Empty or malformed fields are told before anything is sent; focus goes to the first of them. */
export function SignInForm({ onSignedIn, onSecondFactor }: SignInFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<Credentials>({
    initial: { email: '', password: '', remember: true },
    check: checkCredentials,
    async send(credentials) {
      setRefusal(null);
      try {
        onSignedIn(await signIn(credentials));
      } catch (error) {
        if (needsSecondFactor(error)) return onSecondFactor(credentials);
        if (!(error instanceof ApiError)) throw error;
        // The client goes to the page of new devices by itself.
        if (error.status === 406) return tellOfDevice(credentials.email);
        if (error.status !== 401 && error.status !== 403 && error.status !== 0) throw error;
        setRefusal(error.message);
        form.ref.current?.querySelector<HTMLInputElement>('[name=email]')?.focus();
      }
    },
  });
  return (
    <AuthForm ref={form.ref} noValidate onSubmit={form.submit}>
      <Refusal text={refusal} />
      <Field
        {...form.text('email')}
        label={t('auth.signIn.email')}
        type="email"
        autoComplete="username"
        large
        autoFocus
      />
      <PasswordField
        {...form.text('password')}
        label={t('password.label')}
        autoComplete="current-password"
        large
        beside={
          <Link component={RouterLink} to="/auth/restore-password" variant="caption">
            {t('auth.signIn.forgot')}
          </Link>
        }
      />
      <CheckField {...form.box('remember')} label={t('auth.signIn.remember')} />
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
        {t(form.busy ? 'auth.signIn.busy' : 'auth.signIn.submit')}
      </Button>
    </AuthForm>
  );
}
