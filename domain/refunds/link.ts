import type { InvoiceStatus } from '../state/invoice-status.ts';

/**
 * Why an email about an invoice's new status contains a refund link, or null if it does not: the payer has paid money
 * that the shop may not keep. Each occasion has one link, however often its email is composed.
 */
export function refundOccasion(status: InvoiceStatus): 'overpaid' | 'late' | 'short' | null {
  if (status === 'overpaid') return 'overpaid';
  if (status === 'expired_paid') return 'late';
  return status === 'invalid' ? 'short' : null;
}

/** How long a link can be used. */
export const REFUND_LINK_DAYS = 30;
