import type { TwoFaBody } from '../../api/contract/account.ts';
import { DialogForm, SecondFactorDialog } from '../components/dialog-form.tsx';
import { missing } from '../components/form-problems.ts';
import { PasswordField } from '../components/password-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { reloadUser } from '../data/session.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { accountCalls } from './account-calls.ts';

/** Turns 2FA off, with the password and a last code of it. */
export function TwoFaOffDialog({ onClose }: { onClose: () => void }) {
  const factor = useSecondFactor(async (body: { password: string } & TwoFaBody) => {
    await accountCalls.disableTwoFa(body);
    await reloadUser();
    toastSuccess(t('turnOff.done'));
    onClose();
  });
  const form = useForm({
    initial: { password: '' },
    check: (values) => missing(values),
    send: factor.first,
  });
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <DialogForm title={t('turnOff.title')} form={form} submit={t('turnOff.submit')} danger onClose={onClose}>
      <p>{t('turnOff.text')}</p>
      <PasswordField {...form.text('password')} label={t('password.label')} autoComplete="current-password" autoFocus />
    </DialogForm>
  );
}
