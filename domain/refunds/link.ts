import type { InvoiceStatus } from '../state/invoice-status.ts';

/**
 * Why a mail about an invoice's new status carries a link for a refund: the payer has money here that the shop may not
 * keep. Null: it carries none. Each occasion is one link, however often its mail is made; links that people send name
 * their own.
 */
export function refundOccasion(status: InvoiceStatus): 'overpaid' | 'late' | 'short' | null {
  if (status === 'overpaid') return 'overpaid';
  if (status === 'expired_paid') return 'late';
  return status === 'invalid' ? 'short' : null;
}

/** How long a link may be used. */
export const REFUND_LINK_DAYS = 30;
