import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import { useFramed, useRefundToken } from '../live/hooks.ts';
import type { InvoiceStore } from '../live/store.ts';
import { claimPath } from '../model/links.ts';
import { otherMoney } from '../model/other-money.ts';
import { asksForRefund } from '../model/result.ts';
import type { ScreenName } from '../model/screen.ts';
import { RarePart } from './rare-part.tsx';

const loadForm = async () => (await import('./find-payment.tsx')).FindPayment;

/** Where a payment that was sent may not show yet. */
const MISSED: ReadonlySet<ScreenName> = new Set(['choose', 'pay', 'checking', 'expired', 'canceled']);

/**
 * Finds what became of a transaction: here, or without script on the page where payers also claim what went astray.
 */
export function ClaimLink(props: { store: InvoiceStore; view: CustomerInvoice; screen: ScreenName }) {
  const { store, view, screen } = props;
  const { t, locale } = useWords();
  const [isOpen, setOpen] = useState(false);
  // That page may not be framed.
  const target = useFramed() ? ({ target: '_blank' } as const) : {};
  const token = useRefundToken();
  if (view.demo || asksForRefund(screen, view, token)) return null;
  const href = claimPath(view.id, locale);
  const isMissed = MISSED.has(screen) && otherMoney(view).length === 0;
  if (isOpen) {
    return <RarePart load={loadForm} name="find" with={{ store, view, claimHref: href, claimTarget: target }} />;
  }
  return (
    <p className="hint claim">
      {t(isMissed ? 'claim.ask' : 'claim.another')}{' '}
      <a
        href={href}
        rel="noreferrer"
        {...target}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {t(isMissed ? 'claim.link' : 'claim.find')}
      </a>
    </p>
  );
}
