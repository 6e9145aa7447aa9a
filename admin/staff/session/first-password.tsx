import { useQuery } from '@tanstack/react-query';
import { STAFF_ROLE_WORDS } from '../../../domain/accounts/staff-permissions.ts';
import { passwordErrors } from '../../components/form-problems.ts';
import { Splash } from '../../components/splash.tsx';
import { NewPasswordInputs } from '../../forms/new-password-inputs.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { t } from '../../i18n/translate.ts';
import { openLink, setFirstPassword } from '../data/staff-session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

const EMPTY = { password: '', password_confirmation: '' };

/** The first password, by the link that a colleague made with `npm run staff`. */
export function FirstPassword({ token }: { token: string }) {
  const { data, error } = useQuery({ queryKey: ['link', token], queryFn: () => openLink(token) });
  if (error) return <SignInFrame title={t('staff.link.expired')} lead={t('staff.link.expired.text')} />;
  if (!data) return <Splash />;
  const { full_name, email, role } = data;
  const lead = t('staff.link.lead', { role: STAFF_ROLE_WORDS[role], email });
  return (
    <SignInFrame title={t('staff.link.title', { name: full_name })} lead={lead}>
      <SignInForm
        defaultValues={EMPTY}
        rules={(typed) => passwordErrors(typed, [full_name, email])}
        send={(typed) => setFirstPassword({ token, ...typed })}
      >
        <NewPasswordInputs large autoFocus />
        <SubmitButton label={t('staff.link.submit')} size="large" fullWidth />
      </SignInForm>
    </SignInFrame>
  );
}
