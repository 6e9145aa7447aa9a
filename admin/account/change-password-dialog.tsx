import type { ChangePasswordBody } from '../../api/contract/account.ts';
import type { SpaUser } from '../../api/contract/session.ts';
import { DialogForm, SecondFactorDialog } from '../components/dialog-form.tsx';
import { missing, passwordErrors } from '../components/form-problems.ts';
import { NewPassword } from '../components/new-password.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { adoptUser } from '../data/session.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { accountCalls } from './account-calls.ts';

/** The old password, the new one twice, and the second factor where it is on. */
export function ChangePasswordDialog({ user, onClose }: { user: SpaUser; onClose: () => void }) {
  const factor = useSecondFactor(async (body: ChangePasswordBody) => {
    adoptUser(await accountCalls.changePassword(body));
    toastSuccess(t('changePassword.done'));
    onClose();
  });
  const form = useForm({
    initial: { current_password: '', password: '', password_confirmation: '' },
    check: ({ current_password, ...passwords }) => ({
      ...missing({ current_password }),
      ...passwordErrors(passwords, [user.email, user.full_name]),
    }),
    send: factor.first,
  });
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <DialogForm title={t('changePassword.title')} form={form} submit={t('changePassword.submit')} onClose={onClose}>
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        {...form.text('current_password')}
        label={t('changePassword.current')}
        autoComplete="current-password"
        autoFocus
      />
      <NewPassword form={form} label="password.new" />
    </DialogForm>
  );
}
