import type { Mode } from '../assets.ts';
import type { MassPayoutReason, MassPayoutStatus } from './mass-payout.ts';

/**
 * What a workflow knows of its mass payout: copied from the row at one version, carried by inputs, answers and signals.
 */
export interface MassPayoutSnapshot {
  readonly version: number;
  readonly status: MassPayoutStatus;
  readonly reason: MassPayoutReason | null;
  readonly awaitsApproval: boolean;
  /** When an approval is waited for no longer. */
  readonly approvalEndsMs: number;
  readonly notBeforeMs: number | null;
  /** Lines that are held and no payouts yet. */
  readonly waiting: number;
  /** Payouts that are not signed yet: no more are opened while they are many. */
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

/**
 * Payouts that may wait for the signer before more slices are opened: another merchant's single payout waits behind
 * these at most.
 */
export const MASS_MAX_UNSIGNED = 2_000;
/** Fewer than these make room for more. */
export const MASS_RESUME_BELOW = 1_000;
