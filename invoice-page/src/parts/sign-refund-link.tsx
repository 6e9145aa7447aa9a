import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import type { InvoiceStore } from '../live/store.ts';

import { SignRefund } from './sign-refund.tsx';

/** For a payer without a mailed link: the form for a signature of the account that paid. */
export function SignRefundLink({ store, view }: { store: InvoiceStore; view: CustomerInvoice }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <SignRefund store={store} view={view} />;
  return (
    <p className="mailed">
      <button type="button" className="swap-link" onClick={() => setOpen(true)}>
        {t('sign.open')}
      </button>
    </p>
  );
}
