import type { CryptoGateId, Network } from '../assets.ts';
import type { PayoutEvent } from './payout-event.ts';
import type { OutgoingStatus, PayoutReason, PayoutStatus } from './payout-status.ts';

/** All that decides about a payout. */
export interface PayoutFacts {
  readonly id: string;
  readonly kind: 'payout' | 'refund';
  readonly version: number;
  readonly status: PayoutStatus;
  readonly reason: PayoutReason | null;
  /** What signer or node said of the reason, for people. */
  readonly words: string | null;
  readonly needsOperator: boolean;
  readonly gateId: CryptoGateId;
  readonly network: Network;
  /** Another person than the creator has to approve. */
  readonly approvalRequired: boolean;
  readonly createdBy: string;
  /** Users who count as the creator besides `createdBy`. */
  readonly creators: readonly string[];
  readonly approvedBy: string | null;
  readonly createdAtMs: number;
  /** The end of a new address's cool-off. */
  readonly notBeforeMs: number | null;
  readonly hold: 'open' | 'posted' | 'voided';
  /** Every transaction that was ever signed for it, oldest first. */
  readonly transactions: readonly { readonly txid: string; readonly status: OutgoingStatus }[];
}

export interface PayoutPosition {
  readonly facts: PayoutFacts;
  readonly event: PayoutEvent;
  readonly nowMs: number;
}

/** How long an approval may be waited for. */
export const APPROVAL_MS = 7 * 24 * 3_600_000;

const ALIVE: ReadonlySet<OutgoingStatus> = new Set(['signed', 'sent', 'mined', 'confirmed', 'replaced']);

/**
 * True while some transaction of the payout may still be, or come to be, on the chain; one that was replaced may win
 * all the same. Only what the chain took in without effect is out of it for good.
 */
export function mayBePaid({ transactions }: PayoutFacts): boolean {
  return transactions.some(({ status }) => ALIVE.has(status));
}

/** Whether the user requested it, by themselves or by a token or a schedule that they stand behind. */
export function isCreator(
  { createdBy, creators }: { readonly createdBy: string; readonly creators: readonly string[] },
  userId: string,
): boolean {
  return createdBy === userId || creators.includes(userId);
}
