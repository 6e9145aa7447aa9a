import type { PaymentStatus } from '../invoices/record.ts';

/** A payment, and what the ledger did about it. */
export interface CreditedPayment {
  readonly status: PaymentStatus;
  readonly amountMinor: bigint;
  readonly credited: boolean;
  /** The credit that is not reversed, or 0. A transaction that is mined again may bring a different amount. */
  readonly creditedMinor: bigint;
}

/**
 * What a step does about a payment's credit. A transaction that is mined again with another amount has its old credit
 * reversed and the new amount credited.
 */
export function creditChange(payment: CreditedPayment): { readonly credits: boolean; readonly reverses: boolean } {
  const wantedMinor = payment.status === 'confirmed' ? payment.amountMinor : 0n;
  const hasMinor = payment.credited ? payment.creditedMinor : 0n;
  return {
    credits: wantedMinor > 0n && wantedMinor !== hasMinor,
    reverses: payment.credited && wantedMinor !== hasMinor,
  };
}
