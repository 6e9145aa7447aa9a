import type { CryptoGateId, Network } from '../assets/assets.ts';
import type { PayoutEvent } from './payout-event.ts';
import type { OutgoingStatus, PayoutKind, PayoutReason, PayoutStatus } from './payout-status.ts';

/** Everything that decisions about a payout depend on. */
export interface PayoutFacts {
  readonly id: string;
  readonly kind: PayoutKind;
  readonly version: number;
  readonly status: PayoutStatus;
  readonly reason: PayoutReason | null;
  /** How signer or node explained the reason, for people. */
  readonly words: string | null;
  readonly needsOperator: boolean;
  readonly gateId: CryptoGateId;
  readonly network: Network;
  /** A person other than the creator has to approve. */
  readonly approvalRequired: boolean;
  readonly createdBy: string;
  /** Users who count as the creator besides `createdBy`. */
  readonly creators: readonly string[];
  readonly approvedBy: string | null;
  readonly createdAtMs: number;
  /** When the cool-off of a new address ends. */
  readonly notBeforeMs: number | null;
  readonly hold: 'open' | 'posted' | 'voided';
  /** Every transaction that was ever signed for the payout, oldest first. */
  readonly transactions: readonly { readonly txid: string; readonly status: OutgoingStatus }[];
}

export interface PayoutPosition {
  readonly facts: PayoutFacts;
  readonly event: PayoutEvent;
  readonly nowMs: number;
}

/** How long a payout waits for approval before it is canceled. */
export const APPROVAL_MS = 7 * 24 * 3_600_000;

const ALIVE: ReadonlySet<OutgoingStatus> = new Set(['signed', 'sent', 'mined', 'confirmed', 'replaced']);

/**
 * True while a transaction of the payout is on the chain or may still reach it. A replaced transaction may still win;
 * only one that the chain included without effect is ruled out.
 */
export function mayBePaid({ transactions }: PayoutFacts): boolean {
  return transactions.some(({ status }) => ALIVE.has(status));
}

/** Whether the user requested the payout: in person, or through a token or schedule of theirs. */
export function isCreator(
  { createdBy, creators }: { readonly createdBy: string; readonly creators: readonly string[] },
  userId: string,
): boolean {
  return createdBy === userId || creators.includes(userId);
}
