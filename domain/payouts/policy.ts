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
export function isLooser(next: PayoutPolicy, before: PayoutPolicy): boolean {
  return (before.approvalRequired && !next.approvalRequired) || next.coolOffSeconds < before.coolOffSeconds;
}

const DAY_SECONDS = 86_400;
