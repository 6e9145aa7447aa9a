import { useNotify } from 'react-admin';
import type { ChangePasswordBody } from '../../contract/account.ts';
import type { SpaUser } from '../../contract/session.ts';
import { missing, passwordErrors } from '../components/form-problems.ts';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { adoptUser } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { NewPasswordInputs } from '../forms/new-password-inputs.tsx';
import { PasswordInput } from '../forms/password-input.tsx';
import { t } from '../i18n/translate.ts';

const EMPTY = { current_password: '', password: '', password_confirmation: '' };

/** The old password, the new one twice, and the second factor where it is on. */
export function ChangePasswordDialog({ user, onClose }: { user: SpaUser; onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const factor = useSecondFactor(async (body: ChangePasswordBody) => {
    adoptUser(await provider.changePassword(body));
    notify(t('changePassword.done'), { type: 'success' });
    onClose();
  });
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <FormDialog
      title={t('changePassword.title')}
      submit={t('changePassword.submit')}
      defaultValues={EMPTY}
      rules={({ current_password, ...passwords }) => ({
        ...missing({ current_password }),
        ...passwordErrors(passwords, [user.email, user.full_name]),
      })}
      send={factor.first}
      onClose={onClose}
    >
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordInput
        source="current_password"
        label={t('changePassword.current')}
        autoComplete="current-password"
        autoFocus
      />
      <NewPasswordInputs label="password.new" />
    </FormDialog>
  );
}
