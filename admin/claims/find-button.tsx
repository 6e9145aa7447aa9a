import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const FindDialog = lazy(() => import('./find-dialog.tsx'));

/** Opens the way to a payment that went astray, for people who may refund. */
export function FindPaymentButton({ variant = 'outlined' }: { variant?: 'outlined' | 'text' | 'contained' }) {
  const may = useMay('merchant_refund_create');
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button variant={variant} startIcon={<Icon name="search" />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('claimFind.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <FindDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
