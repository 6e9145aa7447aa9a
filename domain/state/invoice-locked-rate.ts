import { type CryptoGateId, confirmationLimitMs } from '../assets/assets.ts';
import type { PaymentStatus } from '../invoices/record.ts';

/** The facts of a payment that decide whether it keeps the locked rate. */
export interface TimedPayment {
  /** Null for an asset without a gate. */
  readonly gateId: CryptoGateId | null;
  readonly status: PaymentStatus;
  readonly firstSeenAtMs: number;
  /** When the payment reached its threshold; null before, and for payments from before this time was recorded. */
  readonly confirmedAtMs: number | null;
  /** The time up to which its chain has been read completely; null before the first complete read. */
  readonly chainReadAtMs: number | null;
}

/**
 * True for a payment at the locked rate: detected before the deadline and confirmed within the network's confirmation
 * limit, or not yet known to miss it (invoice-states M). Only recorded times decide, never the moment of the call.
 */
export function isOnTime(payment: TimedPayment, expiresAtMs: number): boolean {
  return payment.firstSeenAtMs <= expiresAtMs && !hasLapsed(payment, expiresAtMs);
}

/**
 * True once a payment was confirmed past its limit, or was still unconfirmed when the chain was read past it. The payer
 * chooses the network fee, so without a limit they could keep the rate open until it suits them.
 */
export function hasLapsed(payment: TimedPayment, expiresAtMs: number): boolean {
  const untilMs = lapsesAtMs(payment, expiresAtMs);
  // Payments from before the time of confirmation was recorded keep the rate that they were given.
  const atMs = payment.status === 'confirmed' ? payment.confirmedAtMs : payment.chainReadAtMs;
  return (atMs ?? 0) > untilMs;
}

/** When the first of these payments loses the locked rate; null if none is waiting for confirmations. */
export function firstLapseMs(payments: readonly TimedPayment[], expiresAtMs: number): number | null {
  const waiting = payments.filter(({ status }) => status === 'seen' || status === 'mined');
  const moments = waiting
    .filter((payment) => !hasLapsed(payment, expiresAtMs))
    .map((payment) => lapsesAtMs(payment, expiresAtMs));
  return moments.length === 0 ? null : Math.min(...moments);
}

/** When a payment has to be confirmed at the latest: never before the invoice's deadline, which the payer was shown. */
function lapsesAtMs({ gateId, firstSeenAtMs }: TimedPayment, expiresAtMs: number): number {
  if (gateId === null) return Number.POSITIVE_INFINITY;
  return Math.max(firstSeenAtMs + confirmationLimitMs(gateId), expiresAtMs);
}
