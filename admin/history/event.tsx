import '../reports/report-words.ts';
import type { EventRow } from '../../api/contract/history.ts';
import { isCryptoGateId } from '../../domain/assets.ts';
import { Coins, Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { conversionPath } from '../conversions/conversion-path.ts';
import { depositPath } from '../deposits/deposit-paths.ts';
import { translateOr } from '../i18n/translate.ts';
import { invoicePath } from '../invoices/invoice-name.ts';
import { withdrawalPath } from '../withdrawals/withdrawal-paths.ts';

/** What it was about, in its coins or money. */
export function EventAmount({ row: { amount, currency } }: { row: EventRow }) {
  if (amount === null || currency === null) return '–';
  return isCryptoGateId(currency) ? (
    <Coins amount={amount} gateId={currency} />
  ) : (
    <Money amount={amount} currency={currency} />
  );
}

/** `invoice.partially_paid` as `Invoice partially paid`, a link to the thing itself. */
export function EventLink({ row }: { row: EventRow }) {
  const { type } = row;
  const [kind = type, status = ''] = type.split('.');
  const inWords = (key: string, name: string) => translateOr(key, name.replaceAll('_', ' '));
  const words = `${inWords(`events.kind.${kind}`, kind)} ${inWords(`events.status.${status}`, status)}`;
  const to = eventPath(row);
  return to === null ? <span>{words}</span> : <RowLink to={to}>{words}</RowLink>;
}

/** Where the thing itself is shown. */
export function eventPath({
  type,
  entity_id: id,
  invoice_id: invoiceId,
  deposit_id: depositId,
}: EventRow): string | null {
  switch (type.split('.')[0]) {
    case 'invoice':
      return invoicePath(id);
    case 'deposit':
      return depositPath(id);
    case 'payout':
      return `/payouts/details?id=${id}`;
    case 'mass_payout':
      return `/payouts/mass-request-payout?id=${id}`;
    // A refund has no page of its own: its row leads to its invoice.
    case 'refund':
      return `/history?tab=refunds&search=${id}`;
    // That of a settlement or a refund is in its invoice or deposit; those made by hand have a list of their own.
    case 'conversion':
      if (depositId) return depositPath(depositId);
      return invoiceId === null ? conversionPath(id) : invoicePath(invoiceId);
    case 'withdrawal':
      return withdrawalPath(id);
    default:
      return null;
  }
}
