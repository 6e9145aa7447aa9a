import Link from '@mui/material/Link';
import { useCallback, useEffect, useState } from 'react';
import { Navigate, Link as RouterLink, useLocation } from 'react-router';
import type { CodeSent } from '../../contract/account.ts';
import { passwordErrors } from '../components/form-problems.ts';
import { ListError } from '../components/list-state.tsx';
import { Splash } from '../components/splash.tsx';
import { toApiError } from '../data/api-error.ts';
import { goTo } from '../data/go-to.ts';
import { notify } from '../data/notices.ts';
import { SIGN_IN } from '../data/unfinished.ts';
import { CodeForm } from '../forms/code-form.tsx';
import { NewPasswordInputs } from '../forms/new-password-inputs.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthForm, AuthFrame, SmallPrint } from './auth-frame.tsx';
import { Captcha, withCaptcha } from './captcha.tsx';
import { useEnterWhenSignedIn } from './enter.ts';
import { ResendCode } from './resend-code.tsx';

const START = '/auth/restore-password';

/**
 * `/auth/restore-password/approve-password`: asks for the emailed code in the browser that requested it, or accepts the
 * emailed link in any browser, then asks for the new password. The link's token is in the fragment (`#`), so that it
 * reaches neither logs nor other sites. An expired link is error 410 (spec §2), before anything is typed.
 */
export default function ApprovePasswordPage() {
  useEnterWhenSignedIn();
  const { state, hash } = useLocation();
  const sent = state as CodeSent | null;
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const [code, setCode] = useState<string | null>(null);
  if (token) return <ByLink key={token} token={token} />;
  if (!sent) return <Navigate to={START} replace />;
  if (code === null) return <ResetCode sent={sent} onChecked={setCode} />;
  return <ResetForm proof={{ email: sent.email, code }} onRefused={() => setCode(null)} />;
}

function ByLink({ token }: { token: string }) {
  const [state, setState] = useState<'checking' | 'open' | 'expired'>('checking');
  const [failure, setFailure] = useState<unknown>(null);
  const check = useCallback(() => {
    setFailure(null);
    authCalls.checkReset({ token }).then(
      () => setState('open'),
      (error: unknown) => (toApiError(error).body.errors.token ? setState('expired') : setFailure(error)),
    );
  }, [token]);
  useEffect(check, [check]);
  if (failure) {
    return (
      <AuthFrame title={t('approve.passwordTitle')}>
        <ListError title={t('error.generic')} error={failure} onRetry={check} />
      </AuthFrame>
    );
  }
  if (state === 'expired') return <Navigate to="/system/410" replace state={{ expired: 'reset' }} />;
  return state === 'open' ? <ResetForm proof={{ token }} onRefused={() => setState('expired')} /> : <Splash />;
}

function ResetCode({ sent, onChecked }: { sent: CodeSent; onChecked: (code: string) => void }) {
  const { email } = sent;
  // A riddle is good for one mail; another key draws a new one.
  const [riddle, setRiddle] = useState({ key: 0, token: '' });
  // The server does not say when an address has had its emails of the day: so to who asked twice.
  const [hasAskedAgain, setAskedAgain] = useState(false);
  const resend = async () => {
    const answer = await authCalls.forgotPassword(withCaptcha({ email, recaptcha_token: riddle.token }));
    setRiddle(({ key }) => ({ key: key + 1, token: '' }));
    setAskedAgain(true);
    return answer;
  };
  const send = async (digits: string) => {
    await authCalls.checkReset({ email, code: digits });
    onChecked(digits);
  };
  return (
    <AuthFrame title={t('approve.title')} lead={t('approve.lead', { email })}>
      <CodeForm label={t('code.label')} help={t('verifyEmail.help')} send={send} autoFocus />
      <ResendCode waitSeconds={sent.resend_in_seconds} resend={resend} />
      <Captcha
        key={riddle.key}
        error={undefined}
        onChange={({ target }) => setRiddle({ key: riddle.key, token: target.value })}
      />
      {hasAskedAgain && <SmallPrint>{t('approve.noMail')}</SmallPrint>}
      <SmallPrint>
        <Link component={RouterLink} to={START}>
          {t('approve.otherMail')}
        </Link>
      </SmallPrint>
    </AuthFrame>
  );
}

type Proof = { email: string; code: string } | { token: string };

function ResetForm({ proof, onRefused }: { proof: Proof; onRefused: () => void }) {
  const send = async (passwords: { password: string; password_confirmation: string }) => {
    try {
      await authCalls.resetPassword({ ...proof, ...passwords });
    } catch (error) {
      const { errors } = toApiError(error).body;
      if (errors.code || errors.token) onRefused();
      // The page that takes this one's place says it in full.
      if (errors.token) return;
      throw error;
    }
    notify(t('approve.done'), 'success');
    goTo(SIGN_IN, { replace: true });
  };
  return (
    <AuthFrame title={t('approve.passwordTitle')} lead={t('approve.passwordLead')}>
      <AuthForm
        defaultValues={{ password: '', password_confirmation: '' }}
        rules={(passwords) => passwordErrors(passwords, 'email' in proof ? [proof.email] : [])}
        send={send}
      >
        <NewPasswordInputs large label="password.new" autoFocus />
        <SubmitButton label={t('approve.submit')} busy={t('approve.busy')} size="large" fullWidth />
      </AuthForm>
    </AuthFrame>
  );
}
