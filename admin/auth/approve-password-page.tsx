import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Navigate, Link as RouterLink, useLocation } from 'react-router';
import type { CodeSent } from '../../api/contract/account.ts';
import { CodeField } from '../components/code-field.tsx';
import { passwordErrors } from '../components/form-problems.ts';
import { NewPassword } from '../components/new-password.tsx';
import { useCode } from '../components/use-code.ts';
import { useForm } from '../components/use-form.ts';
import { toApiError } from '../data/api-error.ts';
import { goTo } from '../data/go-to.ts';
import { toastSuccess } from '../data/toasts.ts';
import { SIGN_IN } from '../data/unfinished.ts';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthForm, AuthFrame, SmallPrint } from './auth-frame.tsx';
import { Captcha, withCaptcha } from './captcha.tsx';
import { useEnterWhenSignedIn } from './enter.ts';
import { ResendCode } from './resend-code.tsx';

const START = '/auth/restore-password';

/** `/auth/restore-password/approve-password`: the code of the mail, then the new password. */
export default function ApprovePasswordPage() {
  useEnterWhenSignedIn();
  const sent = useLocation().state as CodeSent | null;
  const [code, setCode] = useState<string | null>(null);
  if (!sent) return <Navigate to={START} replace />;
  if (code === null) return <ResetCode sent={sent} onChecked={setCode} />;
  return <ResetForm email={sent.email} code={code} onCodeRefused={() => setCode(null)} />;
}

function ResetCode({ sent, onChecked }: { sent: CodeSent; onChecked: (code: string) => void }) {
  const { email } = sent;
  // A riddle is good for one mail; another key draws a new one.
  const [riddle, setRiddle] = useState({ key: 0, token: '' });
  const resend = async () => {
    const answer = await authCalls.forgotPassword(withCaptcha({ email, recaptcha_token: riddle.token }));
    setRiddle(({ key }) => ({ key: key + 1, token: '' }));
    return answer;
  };
  const code = useCode(async (digits) => {
    await authCalls.checkResetCode({ email, code: digits });
    onChecked(digits);
  });
  return (
    <AuthFrame title={t('approve.title')} lead={t('approve.lead', { email })}>
      <CodeField
        {...code}
        label={t('code.label')}
        help={t(code.busy ? 'code.checking' : 'verifyEmail.help')}
        autoFocus
      />
      <ResendCode waitSeconds={sent.resend_in_seconds} resend={resend} />
      <Captcha
        key={riddle.key}
        error={undefined}
        onChange={({ target }) => setRiddle({ key: riddle.key, token: target.value })}
      />
      <SmallPrint>
        <Link component={RouterLink} to={START}>
          {t('approve.otherMail')}
        </Link>
      </SmallPrint>
    </AuthFrame>
  );
}

function ResetForm({ email, code, onCodeRefused }: { email: string; code: string; onCodeRefused: () => void }) {
  const form = useForm({
    initial: { password: '', password_confirmation: '' },
    check: (passwords) => passwordErrors(passwords, [email]),
    async send(passwords) {
      try {
        await authCalls.resetPassword({ email, code, ...passwords });
      } catch (error) {
        if (toApiError(error).body.errors.code) onCodeRefused();
        throw error;
      }
      toastSuccess(t('approve.done'));
      goTo(SIGN_IN, { replace: true });
    },
  });
  return (
    <AuthFrame title={t('approve.passwordTitle')} lead={t('approve.passwordLead')}>
      <AuthForm ref={form.ref} noValidate onSubmit={form.submit}>
        <NewPassword form={form} large label="password.new" autoFocus />
        <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
          {t(form.busy ? 'approve.busy' : 'approve.submit')}
        </Button>
      </AuthForm>
    </AuthFrame>
  );
}
