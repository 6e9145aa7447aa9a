import Dialog from '@mui/material/Dialog';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { VisuallyHidden } from '../components/card.tsx';
import type { SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { Ask } from './palette-ask.tsx';

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
  const [typed, setTyped] = useState('');
  const close = () => {
    setTyped('');
    onClose();
  };
  // After the page, not with it.
  useEffect(() => void load().catch(() => undefined), []);
  return (
    <Dialog
      open={open}
      onClose={close}
      aria-labelledby={id}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' }, '& .MuiDialog-paper': { mt: '12vh' } }}
    >
      <VisuallyHidden as="h2" id={id}>
        {t('palette.label')}
      </VisuallyHidden>
      {/* Typed into at once, also while the rest is on its way. */}
      <Suspense fallback={<Typed value={typed} onChange={setTyped} />}>
        <PaletteBody user={user} typed={typed} onTyped={setTyped} onClose={close} />
      </Suspense>
    </Dialog>
  );
}

function Typed({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <Ask>
      <Icon name="search" />
      <input
        aria-label={t('palette.input')}
        placeholder={t('shell.search')}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type
        autoFocus
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Ask>
  );
}
