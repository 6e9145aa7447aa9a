import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import type { InvoiceStore } from '../live/store.ts';
import type { Payment } from '../model/payment.ts';
import { RarePart } from './rare-part.tsx';
import { Recipient } from './recipient.tsx';
import { ScanBox } from './scan-box.tsx';

interface Props {
  store: InvoiceStore;
  view: CustomerInvoice;
  payment: Payment;
  rest: boolean;
}

const loadSteps = async () => (await import('./exchange-steps.tsx')).ExchangeStepList;

/** Code and address for a wallet or, for those who pay from an exchange, what to fill in there. */
export function WaysToSend({ store, view, payment, rest }: Props) {
  const { t } = useWords();
  const [fromExchange, setFromExchange] = useState(false);
  // A demo has no exchange to pay from, and no real one pays a simulated network.
  const isOffered = !view.demo;
  return (
    <>
      {fromExchange ? (
        <RarePart load={loadSteps} name="exchange" with={{ store, view, payment }} />
      ) : (
        <>
          <ScanBox payment={payment} />
          <Recipient payment={payment} rest={rest} />
        </>
      )}
      {isOffered && (
        <button type="button" className="link way" onClick={() => setFromExchange(!fromExchange)}>
          {t(fromExchange ? 'exchange.wallet' : 'exchange.open')}
        </button>
      )}
    </>
  );
}
