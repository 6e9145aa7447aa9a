import { type PayoutRecord, type PayoutView, presentPayout } from '../payouts/view.ts';

/** A refund as the public API and the webhooks show it: a payout whose money is an invoice's. */
export interface RefundView extends Omit<PayoutView, 'reference' | 'description'> {
  invoice_id: string;
  reason: string | null;
}

/** @throws Error for a payout that is no refund */
export function presentRefund(record: PayoutRecord): RefundView {
  const { invoiceId } = record;
  if (invoiceId === null) throw new Error('A refund has an invoice.');
  const { reference: _none, description: reason, ...shared } = presentPayout(record);
  return { ...shared, invoice_id: invoiceId, reason };
}
