import type { PaymentStatus } from '../invoices/record.ts';

/** Whether a payment has come or may still come: neither dropped, replaced nor failed. */
export function isLiveStatus(status: PaymentStatus): boolean {
  return status === 'seen' || status === 'mined' || status === 'confirmed';
}
