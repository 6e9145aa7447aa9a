import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import { Field } from '../components/field.tsx';
import { emailProblem } from '../components/form-problems.ts';
import { useForm } from '../components/use-form.ts';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthForm, AuthFrame } from './auth-frame.tsx';
import { Captcha, withCaptcha } from './captcha.tsx';
import { useEnterWhenSignedIn } from './enter.ts';

/** `/auth/restore-password`: asks for a code to the mailbox. The answer is the same for addresses that nobody has. */
export default function RestorePasswordPage() {
  useEnterWhenSignedIn();
  const navigate = useNavigate();
  const form = useForm({
    initial: { email: '', recaptcha_token: '' },
    check: ({ email }) => emailProblem(email),
    async send(values) {
      // Kept with the page's place in the history, so that a reload does not lose it and no address names it.
      await navigate('/auth/restore-password/approve-password', {
        state: await authCalls.forgotPassword(withCaptcha(values)),
      });
    },
  });
  return (
    <AuthFrame
      title={t('restore.title')}
      lead={t('restore.lead')}
      other={{ question: t('restore.remembered'), label: t('auth.signIn.title'), to: '/auth/sign-in' }}
    >
      <AuthForm ref={form.ref} noValidate onSubmit={form.submit}>
        <Field
          {...form.text('email')}
          label={t('auth.signIn.email')}
          type="email"
          autoComplete="username"
          large
          autoFocus
        />
        <Captcha {...form.text('recaptcha_token')} />
        <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
          {t(form.busy ? 'restore.busy' : 'restore.submit')}
        </Button>
      </AuthForm>
    </AuthFrame>
  );
}
