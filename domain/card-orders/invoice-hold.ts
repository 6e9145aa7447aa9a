import { type CryptoGateId, gate } from '../assets/assets.ts';
import type { InvoiceStatus } from '../state/invoice-status.ts';

/** How long the seller may take until its coins are seen: identity, payment and sending together. */
export const HOLD_MS = 60 * 60_000;

/** Of an invoice whose payer buys the coins by card. */
export interface HeldInvoice {
  readonly status: InvoiceStatus;
  /** Money of it was seen. */
  readonly isPaid: boolean;
  /** An earlier card order has kept it open. */
  readonly wasHeld: boolean;
  readonly expiresAtMs: number;
}

/**
 * Until when an invoice stays open for a card order that is placed now; null if its deadline does not change. An
 * invoice is extended once, and by an hour at most, so that unpaid orders cannot keep it open.
 */
export function heldUntilMs({ status, isPaid, wasHeld, expiresAtMs }: HeldInvoice, nowMs: number): number | null {
  if (status !== 'pending' || isPaid || wasHeld || nowMs > expiresAtMs) return null;
  const untilMs = nowMs + HOLD_MS;
  return untilMs > expiresAtMs ? untilMs : null;
}

/** True of coins whose price hardly moves: an hour's option on it is worth next to nothing. */
export function isStable(gateId: CryptoGateId): boolean {
  return gate(gateId).asset === 'USDT';
}

/** The coin that a card order of an invoice buys: a stablecoin before others, in the order of the invoice. */
export function coinFor(
  gates: readonly CryptoGateId[],
  isSold: (gateId: CryptoGateId) => boolean,
): CryptoGateId | undefined {
  const sold = gates.filter(isSold);
  return sold.find(isStable) ?? sold[0];
}
