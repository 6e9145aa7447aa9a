import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { VERIFY_EMAIL } from '../data/unfinished.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { authCalls } from './auth-calls.ts';
import { AuthFrame, SmallPrint } from './auth-frame.tsx';
import { useEnterWhenSignedIn } from './enter.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { SignUpSteps } from './sign-up-steps.tsx';

/** `/auth/sign-up`. A sign-up that this browser has begun can be gone on with. */
export default function SignUpPage() {
  useEnterWhenSignedIn();
  const [begun, setBegun] = useState<string | null>(null);
  useEffect(() => {
    // The saved draft is only a convenience: if it fails to load, the form starts empty.
    authCalls.signUpForm().then(
      ({ pending }) => setBegun(pending?.email ?? null),
      () => undefined,
    );
  }, []);
  return (
    <AuthFrame
      title={t('signUp.title')}
      lead={t('signUp.lead')}
      steps={<SignUpSteps current="account" />}
      other={{ question: t('signUp.have'), label: t('auth.signIn.title'), to: '/auth/sign-in' }}
    >
      {begun && (
        <Alert severity="info" icon={<Icon name="mail" />}>
          {t('signUp.pending', { email: begun })}{' '}
          <Link component={RouterLink} to={VERIFY_EMAIL}>
            {t('signUp.pendingLink')}
          </Link>
        </Alert>
      )}
      <SignUpForm />
      <SmallPrint>
        {t('signUp.apply')}{' '}
        <Link component={RouterLink} to="/auth/first-password">
          {t('signUp.applyLink')}
        </Link>
      </SmallPrint>
    </AuthFrame>
  );
}
