import { useNotify } from 'react-admin';
import type { DisableTwoFaBody } from '../../contract/account.ts';
import { missing } from '../components/form-problems.ts';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { reloadUser } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { PasswordInput } from '../forms/password-input.tsx';
import { t } from '../i18n/translate.ts';

/** Turns 2FA off, with the password and a last code of it. */
export function TwoFaOffDialog({ onClose }: { onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const factor = useSecondFactor(async (body: DisableTwoFaBody) => {
    await provider.disableTwoFa(body);
    await reloadUser();
    notify(t('turnOff.done'), { type: 'success' });
    onClose();
  });
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <FormDialog
      title={t('turnOff.title')}
      submit={t('turnOff.submit')}
      danger
      defaultValues={{ password: '' }}
      rules={missing}
      send={factor.first}
      onClose={onClose}
    >
      <p>{t('turnOff.text')}</p>
      <PasswordInput source="password" label={t('password.label')} autoComplete="current-password" autoFocus />
    </FormDialog>
  );
}
