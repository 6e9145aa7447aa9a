import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { TwoFaBody } from '../../contract/account.ts';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { SecondFactor } from './second-factor.tsx';

export interface TwoFaDialogProps {
  title: string;
  /** Says what happens once the code is correct. */
  text: string;
  /** Does it, with the code; the dialog stays open when it throws. */
  send: (factor: TwoFaBody) => Promise<void>;
  onClose: () => void;
}

/**
 * Asks for the 2FA code that an action requires (spec §5) and sends it as soon as it is complete. Users without 2FA are
 * sent to the settings instead (spec §8).
 */
export function TwoFaDialog({ title, text, send, onClose }: TwoFaDialogProps) {
  const user = useStore(session);
  if (user && !user['2fa_enabled']) return <EnableTwoFaDialog onClose={onClose} />;
  const sendAndClose = async (factor: TwoFaBody) => {
    await send(factor);
    onClose();
  };
  return (
    <DialogFrame title={title} onClose={onClose} actions={<Button onClick={onClose}>{t('action.cancel')}</Button>}>
      <p>{text}</p>
      <SecondFactor send={sendAndClose} />
    </DialogFrame>
  );
}

/** Sends users without 2FA to the settings when an action requires it (spec §8). */
export function EnableTwoFaDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame
      title={t('twoFa.needed.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('twoFa.needed.later')}</Button>
          <Button variant="contained" component={RouterLink} to="/account?tab=setting#two-fa" onClick={onClose}>
            {t('twoFa.needed.settings')}
          </Button>
        </>
      }
    >
      <p>{t('twoFa.needed.text')}</p>
      <p>{t('twoFa.needed.why')}</p>
    </DialogFrame>
  );
}
