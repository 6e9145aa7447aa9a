import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';

// Checks addresses of all networks: more code than the book itself.
const AddAddressDialog = lazy(() => import('./add-address-dialog.tsx'));

/** Opens the form for a new address; shown in the page header and in the empty address book. */
export function AddAddressButton({ icon = true }: { icon?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="contained"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        startIcon={icon ? <Icon name="plusCircle" /> : undefined}
      >
        {t('book.add')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AddAddressDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
