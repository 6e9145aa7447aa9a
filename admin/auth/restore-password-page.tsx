import { useNavigate } from 'react-router';
import { emailProblem } from '../components/form-problems.ts';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthForm, AuthFrame } from './auth-frame.tsx';
import { CaptchaInput, withCaptcha } from './captcha.tsx';
import { useEnterWhenSignedIn } from './enter.ts';

/** `/auth/restore-password`: asks for a code to the mailbox. The answer is the same for addresses that nobody has. */
export default function RestorePasswordPage() {
  useEnterWhenSignedIn();
  const navigate = useNavigate();
  const send = async (values: { email: string; recaptcha_token: string }) => {
    // Kept with the page's place in the history, so that a reload does not lose it and no address names it.
    await navigate('/auth/restore-password/approve-password', {
      state: await authCalls.forgotPassword(withCaptcha(values)),
    });
  };
  return (
    <AuthFrame
      title={t('restore.title')}
      lead={t('restore.lead')}
      other={{ question: t('restore.remembered'), label: t('auth.signIn.title'), to: '/auth/sign-in' }}
    >
      <AuthForm
        defaultValues={{ email: '', recaptcha_token: '' }}
        rules={({ email }) => emailProblem(email)}
        send={send}
      >
        <TextInput source="email" label={t('auth.signIn.email')} type="email" autoComplete="username" large autoFocus />
        <CaptchaInput />
        <SubmitButton label={t('restore.submit')} busy={t('restore.busy')} size="large" fullWidth />
      </AuthForm>
    </AuthFrame>
  );
}
