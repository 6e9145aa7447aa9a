import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { CodeSent } from '../../contract/account.ts';
import { goTo } from '../data/go-to.ts';
import { loadUser } from '../data/session.ts';
import { signedInHint } from '../data/signed-in-hint.ts';
import { SIGN_IN, unfinishedStep, VERIFY_EMAIL } from '../data/unfinished.ts';
import { CodeForm } from '../forms/code-form.tsx';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthFrame, SmallPrint } from './auth-frame.tsx';
import { enter } from './enter.ts';
import { ResendCode } from './resend-code.tsx';
import { SignUpSteps } from './sign-up-steps.tsx';

/**
 * `/auth/verify-email`: the code of the mail, for the sign-up this browser has begun or for a merchant that is new
 * (spec §4).
 */
export default function VerifyEmailPage() {
  const [sent, setSent] = useState<CodeSent | null>(null);
  useEffect(() => {
    findQuestion().then(setSent, () => undefined);
  }, []);
  return (
    <AuthFrame
      title={t('verifyEmail.title')}
      lead={sent ? t('verifyEmail.lead', { email: sent.email }) : t('verifyEmail.leadPlain')}
      steps={<SignUpSteps current="email" />}
    >
      <CodeForm
        label={t('code.label')}
        help={t('verifyEmail.help')}
        send={async (digits) => enter(await authCalls.verifyEmail(digits))}
        autoFocus
      />
      {sent && <ResendCode waitSeconds={sent.resend_in_seconds} resend={authCalls.resendEmail} />}
      <SmallPrint>
        {t('verifyEmail.wrong')}{' '}
        <Link component={RouterLink} to="/auth/sign-up">
          {t('verifyEmail.again')}
        </Link>
      </SmallPrint>
    </AuthFrame>
  );
}

/**
 * The open question about a mail address. Where there is none, a new merchant is sent a code and all others go where
 * they belong.
 */
async function findQuestion(): Promise<CodeSent | null> {
  const { pending } = await authCalls.signUpForm();
  if (pending) return pending;
  if (!signedInHint()) {
    goTo(SIGN_IN, { replace: true });
    return null;
  }
  const user = await loadUser();
  if (unfinishedStep(user) === VERIFY_EMAIL) return authCalls.resendEmail();
  enter(user);
  return null;
}
