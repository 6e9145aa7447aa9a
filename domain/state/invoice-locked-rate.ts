import { type CryptoGateId, confirmationLimitMs } from '../assets.ts';
import type { PaymentStatus } from '../invoices/record.ts';

/** The facts of a payment that decide whether it still gets the locked rate. */
export interface TimedPayment {
  /** Null for an asset that is no gate. */
  readonly gateId: CryptoGateId | null;
  readonly status: PaymentStatus;
  readonly firstSeenAtMs: number;
  /** When it reached its threshold; null before that, and for payments confirmed before this time was recorded. */
  readonly confirmedAtMs: number | null;
  /** The time up to which its chain has been read completely; null before the first complete read. */
  readonly lookedAtMs: number | null;
}

/**
 * True for money at the locked rate: first seen before the deadline and confirmed within the network's patience, or not
 * yet known to miss it (invoice-states M). It follows from recorded times alone, so the moment of asking decides
 * nothing.
 */
export function isOnTime(payment: TimedPayment, expiresAtMs: number): boolean {
  return payment.firstSeenAtMs <= expiresAtMs && !hasLapsed(payment, expiresAtMs);
}

/**
 * True once a payment was confirmed too long after its first sight, or the chain was looked at beyond that moment and
 * it was still unconfirmed. Who pays chooses the fee: the rate of the first sight must not wait until it suits them.
 */
export function hasLapsed(payment: TimedPayment, expiresAtMs: number): boolean {
  const untilMs = lapsesAtMs(payment, expiresAtMs);
  // Confirmed before such moments were recorded: the rate was promised then.
  const atMs = payment.status === 'confirmed' ? payment.confirmedAtMs : payment.lookedAtMs;
  return (atMs ?? 0) > untilMs;
}

/** When the first of these payments loses the locked rate; null where none waits for it. */
export function firstLapseMs(payments: readonly TimedPayment[], expiresAtMs: number): number | null {
  const waiting = payments.filter(({ status }) => status === 'seen' || status === 'mined');
  const moments = waiting
    .filter((payment) => !hasLapsed(payment, expiresAtMs))
    .map((payment) => lapsesAtMs(payment, expiresAtMs));
  return moments.length === 0 ? null : Math.min(...moments);
}

/** Until when a payment has to be confirmed. A rate that was promised until the deadline is kept until then. */
function lapsesAtMs({ gateId, firstSeenAtMs }: TimedPayment, expiresAtMs: number): number {
  if (gateId === null) return Number.POSITIVE_INFINITY;
  return Math.max(firstSeenAtMs + confirmationLimitMs(gateId), expiresAtMs);
}
