import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { lazy, Suspense, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
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

// Draws a QR code, which few dialogs ever need.
const TwoFaSetupDialog = lazy(() => import('./two-fa-setup-dialog.tsx'));

/** The steps that turn 2FA on; loaded when they are begun. */
export function TwoFaSetup(props: TwoFaSetupProps) {
  return (
    <Suspense fallback={null}>
      <TwoFaSetupDialog {...props} />
    </Suspense>
  );
}

export interface TwoFaSetupProps {
  email: string;
  onClose: () => void;
}

/**
 * Asks for the 2FA code that an action requires (spec §5) and sends it as soon as it is complete. Users without 2FA
 * turn it on first, and then go on with what they wanted to do (spec §8).
 */
export function TwoFaDialog({ title, text, send, onClose }: TwoFaDialogProps) {
  const user = useStore(session);
  // From the first step on: 2FA is on before its recovery codes are kept.
  const [isTurningOn, setTurningOn] = useState(false);
  if (user && isTurningOn) return <TwoFaSetup email={user.email} onClose={() => setTurningOn(false)} />;
  if (user && !user['2fa_enabled']) {
    return <EnableTwoFaDialog onTurnOn={() => setTurningOn(true)} onClose={onClose} />;
  }
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

export interface EnableTwoFaDialogProps {
  onTurnOn: () => void;
  onClose: () => void;
}

/** Offers users without 2FA to turn it on when an action requires it (spec §8). */
function EnableTwoFaDialog({ onTurnOn, onClose }: EnableTwoFaDialogProps) {
  const { pathname } = useLocation();
  return (
    <DialogFrame
      title={t('twoFa.needed.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('twoFa.needed.later')}</Button>
          <Button variant="contained" onClick={onTurnOn}>
            {t('twoFa.needed.turnOn')}
          </Button>
        </>
      }
    >
      <p>{t('twoFa.needed.text')}</p>
      <p>{t('twoFa.needed.why')}</p>
      {pathname !== '/account' && (
        <Link component={RouterLink} to="/account?tab=setting#two-fa" onClick={onClose}>
          {t('twoFa.needed.settings')}
        </Link>
      )}
    </DialogFrame>
  );
}

/** The same where the server says that 2FA is missing: `onOn` goes on once it is on. */
export function TwoFaMissing({ onOn, onClose }: { onOn: () => void; onClose: () => void }) {
  const user = useStore(session);
  const [isTurningOn, setTurningOn] = useState(false);
  if (!user || !isTurningOn) return <EnableTwoFaDialog onTurnOn={() => setTurningOn(true)} onClose={onClose} />;
  const close = () => (session.get()?.['2fa_enabled'] ? onOn() : setTurningOn(false));
  return <TwoFaSetup email={user.email} onClose={close} />;
}
