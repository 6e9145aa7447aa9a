import type { EventRow } from '../../contract/history.ts';
import { cardOrderPath } from '../card-orders/card-paths.ts';
import { conversionPath } from '../conversions/conversion-path.ts';
import { depositPath } from '../deposits/deposit-paths.ts';
import { invoicePath } from '../invoices/invoice-name.ts';
import { requestPath } from '../payment-request/request-path.ts';
import { withdrawalPath } from '../withdrawals/withdrawal-paths.ts';

/** Where the thing itself is shown. */
export function eventPath({
  type,
  entity_id: id,
  invoice_id: invoiceId,
  deposit_id: depositId,
}: Pick<EventRow, 'type' | 'entity_id' | 'invoice_id' | 'deposit_id'>): string | null {
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
    case 'payment_request':
      return requestPath(id);
    case 'card_order':
      return cardOrderPath(id);
    default:
      return null;
  }
}
