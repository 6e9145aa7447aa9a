import type { Network } from '../assets/assets.ts';
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
 * The effect of a step on a payment's credit. A transaction that is mined again with another amount has its old credit
 * reversed and the new amount credited.
 */
export function creditChange(payment: CreditedPayment): { readonly credits: boolean; readonly reverses: boolean } {
  const expectedMinor = payment.status === 'confirmed' ? payment.amountMinor : 0n;
  const hasMinor = payment.credited ? payment.creditedMinor : 0n;
  return {
    credits: expectedMinor > 0n && expectedMinor !== hasMinor,
    reverses: payment.credited && expectedMinor !== hasMinor,
  };
}

/** Money of a payment that is taken in from the chain, or given back to it after a reorganization. */
export interface CreditMove<On extends string = Network> {
  readonly type: 'credit' | 'reverse';
  readonly paymentId: string;
  readonly paymentKey: string;
  /** Counts the credits of one payment. */
  readonly n: number;
  readonly network: On;
  readonly minor: bigint;
}

export function isCreditMove<Effect extends { readonly type: string }>(
  effect: Effect,
): effect is Extract<Effect, { readonly type: CreditMove['type'] }> {
  return effect.type === 'credit' || effect.type === 'reverse';
}

interface MovedPayment<On extends string> extends CreditedPayment {
  readonly id: string;
  readonly key: string;
  readonly network: On;
  readonly creditCount: number;
}

export function creditMove<On extends string>(type: CreditMove['type'], payment: MovedPayment<On>): CreditMove<On> {
  const isCredit = type === 'credit';
  return {
    type,
    paymentId: payment.id,
    paymentKey: payment.key,
    network: payment.network,
    n: isCredit ? payment.creditCount + 1 : payment.creditCount,
    minor: isCredit ? payment.amountMinor : payment.creditedMinor,
  };
}
