import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { t } from '../i18n/translate.ts';

export interface ReviewDialogProps {
  title: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks once more before much is converted, with the price that is accepted. It closes with that price. */
export function ReviewDialog({ title, isPending, onConfirm, onClose, children }: ReviewDialogProps) {
  return (
    <DialogFrame
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="contained" disabled={isPending} onClick={onConfirm}>
            {t(isPending ? 'convert.busy' : 'convert.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('convert.final')}</p>
      {children}
    </DialogFrame>
  );
}
