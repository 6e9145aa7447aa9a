import type { Mode } from '../assets.ts';

/** How careful a merchant is with its own people. */
export interface PayoutPolicy {
  /** Another person than the creator approves each payout. */
  readonly approvalRequired: boolean;
  /** How long an address that people use for the first time waits. */
  readonly coolOffSeconds: number;
}

/** Without a rule of the merchant's own: a day where the money is real, nothing in sandbox. */
export function coolOffSecondsOf(mode: Mode, own: number | null): number {
  return own ?? (mode === 'production' ? DAY_SECONDS : 0);
}

/** True when the new policy guards less than the one before: that is what an intruder would want. */
export function isLessStrict(next: PayoutPolicy, before: PayoutPolicy): boolean {
  return (before.approvalRequired && !next.approvalRequired) || next.coolOffSeconds < before.coolOffSeconds;
}

/**
 * Whether a token may move money only since a short time: made, renewed or given more power within the cool-off. A
 * thief's token is young, so its payouts wait as a person's first payout to an address does.
 */
export function isTokenInCoolOff(of: {
  readonly armedAt: Date | null;
  readonly coolOffSeconds: number;
  readonly nowMs: number;
}): boolean {
  return of.armedAt !== null && of.nowMs < of.armedAt.getTime() + of.coolOffSeconds * 1_000;
}

const DAY_SECONDS = 86_400;
