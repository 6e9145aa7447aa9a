import type { Mode } from '../assets/assets.ts';

/** A merchant's own rules for payouts that its people request. */
export interface PayoutPolicy {
  /** A person other than the creator has to approve each payout. */
  readonly approvalRequired: boolean;
  /** How long the first payout to a new address waits. */
  readonly coolOffSeconds: number;
}

/** The merchant's own cool-off, or by default a day in production and none in sandbox. */
export function coolOffSecondsOf(mode: Mode, own: number | null): number {
  return own ?? (mode === 'production' ? DAY_SECONDS : 0);
}

/** True if the new policy protects less than the one before, as an intruder would want. */
export function isLessStrict(next: PayoutPolicy, before: PayoutPolicy): boolean {
  return (before.approvalRequired && !next.approvalRequired) || next.coolOffSeconds < before.coolOffSeconds;
}

/**
 * Whether a token was created, renewed or given more permissions within the cool-off. A thief's token is new, so its
 * payouts wait like a person's first payout to an address.
 */
export function isTokenInCoolOff(of: {
  readonly armedAt: Date | null;
  readonly coolOffSeconds: number;
  readonly nowMs: number;
}): boolean {
  return of.armedAt !== null && of.nowMs < of.armedAt.getTime() + of.coolOffSeconds * 1_000;
}

const DAY_SECONDS = 86_400;
