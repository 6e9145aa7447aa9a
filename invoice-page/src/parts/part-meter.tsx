import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useTimedWords } from '../i18n/words.tsx';
import { share } from '../model/decimal.ts';
import { webUrl } from '../model/links.ts';
import { livePayments } from '../model/screen.ts';
import { TransactionLink } from './facts.tsx';

/** How much of the amount is here, and by which transactions. */
export function PartMeter({ view }: { view: CustomerInvoice }) {
  const { t, format } = useTimedWords();
  const paid = view.amount_paid ?? '0';
  const due = view.amount_due ?? '0';
  return (
    <div className="meter">
      <p>
        <strong>{t('partial.received', { amount: format.coins(paid, view.gate_id) })}</strong>
        <span>{t('partial.of', { amount: format.decimal(due) })}</span>
      </p>
      <svg className="bar-fill" height="8" aria-hidden="true">
        <rect width={`${(share(paid, due) * 100).toFixed(1)}%`} height="8" rx="4" />
      </svg>
      {livePayments(view).map(({ txid, output, explorer_url, first_seen_at }) => (
        <p key={`${txid}:${output}`}>
          <span>
            {t('fact.transaction')} <TransactionLink id={txid} href={webUrl(explorer_url)} />
          </span>
          <span>{format.time(first_seen_at)}</span>
        </p>
      ))}
    </div>
  );
}
