import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import { useFramed } from '../live/hooks.ts';
import type { InvoiceStore } from '../live/store.ts';
import { RarePart } from './rare-part.tsx';

const loadForm = async () => (await import('./find-payment.tsx')).FindPayment;

/**
 * Finds what became of a transaction: here, or without script on the page where payers also claim what went astray.
 */
export function ClaimLink({ store, view }: { store: InvoiceStore; view: CustomerInvoice }) {
  const { t, locale } = useWords();
  const [isOpen, setOpen] = useState(false);
  // That page may not be framed.
  const target = useFramed() ? ({ target: '_blank' } as const) : {};
  if (view.demo) return null;
  const href = `/invoice/${view.id}/claim?lang=${locale.slice(0, 2)}`;
  if (isOpen) {
    return <RarePart load={loadForm} name="find" with={{ store, view, claimHref: href, claimTarget: target }} />;
  }
  return (
    <p className="hint claim">
      {t('claim.ask')}{' '}
      <a
        href={href}
        rel="noreferrer"
        {...target}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {t('claim.link')}
      </a>
    </p>
  );
}
