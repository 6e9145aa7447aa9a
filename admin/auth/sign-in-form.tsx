import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { SpaUser } from '../../contract/session.ts';
import { Refusal } from '../components/refusal.tsx';
import { needsSecondFactor } from '../components/second-factor.tsx';
import { ApiError } from '../data/api-error.ts';
import { signIn } from '../data/session.ts';
import { CheckInput } from '../forms/check-input.tsx';
import { PasswordInput } from '../forms/password-input.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { AuthForm } from './auth-frame.tsx';
import { type Credentials, checkCredentials } from './credentials.ts';
import { tellOfDevice } from './device-question.ts';

export interface SignInFormProps {
  onSignedIn: (user: SpaUser) => void;
  /** The password was right, and a code of the second factor is needed. */
  onSecondFactor: (credentials: Credentials) => void;
}

/** Email and password. Empty or malformed fields are reported before the request; the first of them gets the focus. */
export function SignInForm({ onSignedIn, onSecondFactor }: SignInFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (credentials: Credentials) => {
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
      document.querySelector<HTMLInputElement>('input[name=email]')?.focus();
    }
  };
  return (
    <AuthForm defaultValues={{ email: '', password: '', remember: true }} rules={checkCredentials} send={send}>
      <Refusal text={refusal} />
      <TextInput source="email" label={t('auth.signIn.email')} type="email" autoComplete="username" large autoFocus />
      <PasswordInput
        source="password"
        label={t('password.label')}
        autoComplete="current-password"
        large
        beside={
          <Link component={RouterLink} to="/auth/restore-password" variant="caption">
            {t('auth.signIn.forgot')}
          </Link>
        }
      />
      <CheckInput source="remember" label={t('auth.signIn.remember')} />
      <SubmitButton label={t('auth.signIn.submit')} busy={t('auth.signIn.busy')} size="large" fullWidth />
    </AuthForm>
  );
}
