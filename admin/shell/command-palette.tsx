import Dialog from '@mui/material/Dialog';
import type { SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { PaletteBody } from './palette-body.tsx';

interface CommandPaletteProps {
  user: SpaUser;
  open: boolean;
  onClose: () => void;
}

/** Ctrl-K: find an invoice, do something, go somewhere; all from the keyboard. */
export function CommandPalette({ user, open, onClose }: CommandPaletteProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-label={t('palette.label')}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' }, '& .MuiDialog-paper': { mt: '12vh' } }}
    >
      <PaletteBody user={user} onClose={onClose} />
    </Dialog>
  );
}
