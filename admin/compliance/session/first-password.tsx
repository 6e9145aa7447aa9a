import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { passwordProblems } from '../../domain/account-rules.ts';
import { STAFF_ROLE_WORDS } from '../../domain/staff-permissions.ts';
import { NewPassword } from '../components/new-password.tsx';
import { Splash } from '../components/splash.tsx';
import { useForm } from '../components/use-form.ts';
import { t } from '../i18n/translate.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { lookAtLink, setFirstPassword } from './staff-session.ts';

const Form = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });

/** The first password, by the link that a colleague made with `npm run staff`. */
export function FirstPassword({ token }: { token: string }) {
  const { data, error } = useQuery({ queryKey: ['staff', 'link', token], queryFn: () => lookAtLink(token) });
  const form = useForm({
    initial: { password: '', password_confirmation: '' },
    check: (typed) => {
      const problems = passwordProblems(typed, data ? [data.full_name, data.email] : []);
      return { password: problems.password?.[0], password_confirmation: problems.password_confirmation?.[0] };
    },
    send: (typed) => setFirstPassword({ token, ...typed }),
  });
  if (error) return <SignInFrame title={t('staff.link.expired')} lead={t('staff.link.expired.text')} />;
  if (!data) return <Splash />;
  const lead = t('staff.link.lead', { role: STAFF_ROLE_WORDS[data.role], email: data.email });
  return (
    <SignInFrame title={t('staff.link.title', { name: data.full_name })} lead={lead}>
      <Form ref={form.ref} noValidate onSubmit={form.submit}>
        <NewPassword form={form} large autoFocus />
        <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
          {t('staff.link.submit')}
        </Button>
      </Form>
    </SignInFrame>
  );
}
