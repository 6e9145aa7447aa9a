import type { Mode } from '../assets/assets.ts';
import type { MassPayoutReason, MassPayoutStatus } from './mass-payout.ts';

/** A workflow's snapshot of its mass payout: the row at one version, carried by inputs, answers and signals. */
export interface MassPayoutSnapshot {
  readonly version: number;
  readonly status: MassPayoutStatus;
  readonly reason: MassPayoutReason | null;
  readonly awaitsApproval: boolean;
  /** When a missing approval expires. */
  readonly approvalEndsMs: number;
  readonly notBeforeMs: number | null;
  /** Lines whose money is held but that have no payout yet. */
  readonly waiting: number;
  /** Payouts that are not signed yet. While there are many, no more are created. */
  readonly ahead: number;
  readonly lines: number;
  readonly done: number;
  readonly failed: number;
}

export interface MassPayoutSubject {
  readonly massPayoutId: string;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** While this many payouts wait for the signer, no more are created: another merchant's payout waits behind them. */
export const MASS_MAX_UNSIGNED = 2_000;
/** Below this number, creating payouts resumes. */
export const MASS_RESUME_BELOW = 1_000;
