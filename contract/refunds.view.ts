import type { PayoutRow } from '../domain/payouts/record.ts';
import { presentPayout } from './payouts.view.ts';
import type { Refund } from './refunds.ts';

/**
 * A refund as the public API and webhooks show it: a payout of an invoice's money.
 * @throws Error for a payout that is not a refund
 */
export function presentRefund(record: PayoutRow): Refund {
  const { invoiceId } = record;
  if (invoiceId === null) throw new Error('A refund has an invoice.');
  const { reference: _none, description: reason, ...shared } = presentPayout(record);
  return { ...shared, invoice_id: invoiceId, reason };
}
