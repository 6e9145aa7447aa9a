import Dialog from '@mui/material/Dialog';
import { lazy, Suspense, useEffect, useId } from 'react';
import { VisuallyHidden } from '../components/card.tsx';
import type { SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';

const load = () => import('./palette-body.tsx');
const PaletteBody = lazy(load);

interface CommandPaletteProps {
  user: SpaUser;
  open: boolean;
  onClose: () => void;
}

/** Ctrl-K: find an invoice, do something, go somewhere; all from the keyboard. */
export function CommandPalette({ user, open, onClose }: CommandPaletteProps) {
  const id = useId();
  // After the page, not with it.
  useEffect(() => void load().catch(() => undefined), []);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={id}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' }, '& .MuiDialog-paper': { mt: '12vh' } }}
    >
      <VisuallyHidden as="h2" id={id}>
        {t('palette.label')}
      </VisuallyHidden>
      <Suspense>
        <PaletteBody user={user} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
