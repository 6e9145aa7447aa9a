import Button from '@mui/material/Button';
import { t } from '../i18n/translate.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { SecondFactor, type SecondFactorProps } from './second-factor.tsx';

export interface SecondFactorDialogProps extends Pick<SecondFactorProps, 'send'> {
  onClose: () => void;
}

/** The second step of a dialog whose action needs the second factor. */
export function SecondFactorDialog({ send, onClose }: SecondFactorDialogProps) {
  return (
    <DialogFrame
      title={t('twoFa.confirmTitle')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.cancel')}</Button>}
    >
      <p>{t('twoFa.lead')}</p>
      <SecondFactor send={send} />
    </DialogFrame>
  );
}
