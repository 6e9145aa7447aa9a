import { bpsFloor, minOf } from '../money/money.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** The facts that decide whether a payer may have a new rate. */
export interface LockedQuote {
  readonly status: InvoiceStatus;
  /** Money of any of its quotes was seen, and neither dropped nor replaced. */
  readonly isPaid: boolean;
  readonly lockedUntilMs: number | null;
  readonly expiresAtMs: number;
}

/** True while nothing was sent, the invoice is open and its locked rate has ended. */
export function isRenewable({ status, isPaid, lockedUntilMs, expiresAtMs }: LockedQuote, nowMs: number): boolean {
  const isOpen = status === 'pending' && !isPaid && nowMs <= expiresAtMs;
  return isOpen && nowMs > rateEndMs(lockedUntilMs, expiresAtMs);
}

/** An offer to a payer: an amount of coins, for the time its rate is locked. */
export interface OfferedTerms {
  readonly lockedAtMs: number;
  readonly lockedUntilMs: number;
  /** Minor units of the gate. */
  readonly dueMinor: bigint;
}

/** The first money that is seen on a quote. */
export interface FirstMoney {
  readonly firstSeenAtMs: number;
  readonly amountMinor: bigint;
  readonly underpaidToleranceBps: number;
}

/** When a locked rate ends; null: with the invoice, which no lock outlives. */
export function lockEndMs(nowMs: number, { lockMs, expiresAtMs }: { lockMs: number; expiresAtMs: number }) {
  return nowMs + lockMs < expiresAtMs ? nowMs + lockMs : null;
}

/** The moment up to which a quote can be paid at its rate. */
export function rateEndMs(lockedUntilMs: number | null, expiresAtMs: number): number {
  return Math.min(lockedUntilMs ?? expiresAtMs, expiresAtMs);
}

/**
 * Which of the offers the first money of a quote is counted by; null if all were over when it was first seen: it then
 * counts at the rate of that moment. The time decides, never the order in which payment and renewal were recorded. Of
 * several that were not over, for example because a block has an earlier time than its payment, the oldest that is paid
 * in full counts, else the newest: an honest payer sent one of these amounts, and a rate that was over is never chosen.
 */
export function termsThatCount<Terms extends OfferedTerms>(offers: readonly Terms[], money: FirstMoney): Terms | null {
  const open = offers
    .filter(({ lockedUntilMs }) => money.firstSeenAtMs <= lockedUntilMs)
    .toSorted((one, other) => one.lockedAtMs - other.lockedAtMs);
  return open.find((terms) => isPaid(terms, money)) ?? open.at(-1) ?? null;
}

function isPaid({ dueMinor }: OfferedTerms, { amountMinor, underpaidToleranceBps }: FirstMoney): boolean {
  return amountMinor >= dueMinor - minOf(dueMinor, bpsFloor(dueMinor, underpaidToleranceBps));
}
