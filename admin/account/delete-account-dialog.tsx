import type { DeleteAccountBody } from '../../api/contract/account.ts';
import { CheckField } from '../components/check-field.tsx';
import { DialogForm, SecondFactorDialog } from '../components/dialog-form.tsx';
import { acceptance, missing } from '../components/form-problems.ts';
import { PasswordField } from '../components/password-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { goTo } from '../data/go-to.ts';
import { forgetUser } from '../data/session.ts';
import { toastSuccess } from '../data/toasts.ts';
import { SIGN_IN } from '../data/unfinished.ts';
import { t } from '../i18n/translate.ts';
import { accountCalls } from './account-calls.ts';

/** Marks the account for deletion, with the password (spec §5); what that means is said first. */
export function DeleteAccountDialog({ company, onClose }: { company: string; onClose: () => void }) {
  const factor = useSecondFactor(async (body: DeleteAccountBody) => {
    await accountCalls.deleteAccount(body);
    forgetUser();
    toastSuccess(t('deletion.done'));
    goTo(SIGN_IN, { replace: true });
  });
  const form = useForm({
    initial: { password: '', understood: false },
    check: ({ password, understood }) => ({ ...missing({ password }), ...acceptance({ understood }) }),
    send: ({ password }) => factor.first({ password }),
  });
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <DialogForm
      title={t('deletion.dialog', { company })}
      form={form}
      submit={t('deletion.submit')}
      danger
      onClose={onClose}
    >
      <p>{t('deletion.text', { company })}</p>
      <p>{t('deletion.balances')}</p>
      <PasswordField {...form.text('password')} label={t('password.label')} autoComplete="current-password" autoFocus />
      <CheckField {...form.box('understood')} label={t('deletion.understood')} />
    </DialogForm>
  );
}
