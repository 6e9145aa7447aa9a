import { useNotify } from 'react-admin';
import type { DeleteAccountBody } from '../../contract/account.ts';
import { acceptance, missing } from '../components/form-problems.ts';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { goTo } from '../data/go-to.ts';
import { forgetUser } from '../data/session.ts';
import { SIGN_IN } from '../data/unfinished.ts';
import { useProvider } from '../data/use-provider.ts';
import { CheckInput } from '../forms/check-input.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { PasswordInput } from '../forms/password-input.tsx';
import { t } from '../i18n/translate.ts';

/** Marks the account for deletion, with the password (spec §5); what that means is said first. */
export function DeleteAccountDialog({ company, onClose }: { company: string; onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const factor = useSecondFactor(async (body: DeleteAccountBody) => {
    await provider.deleteAccount(body);
    forgetUser();
    notify(t('deletion.done'), { type: 'success' });
    goTo(SIGN_IN, { replace: true });
  });
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <FormDialog
      title={t('deletion.dialog', { company })}
      submit={t('deletion.submit')}
      danger
      defaultValues={{ password: '', understood: false }}
      rules={({ password, understood }) => ({ ...missing({ password }), ...acceptance({ understood }) })}
      send={({ password }) => factor.first({ password })}
      onClose={onClose}
    >
      <p>{t('deletion.text', { company })}</p>
      <p>{t('deletion.balances')}</p>
      <PasswordInput source="password" label={t('password.label')} autoComplete="current-password" autoFocus />
      <CheckInput source="understood" label={t('deletion.understood')} />
    </FormDialog>
  );
}
