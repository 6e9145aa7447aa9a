import type { PayoutRow } from '../payouts/record.ts';
import type { PayoutEvent } from './payout-event.ts';
import type { OutgoingStatus } from './payout-status.ts';

/** Everything that decisions about a payout depend on. */
export interface PayoutFacts
  extends Pick<
    PayoutRow,
    | 'id'
    | 'kind'
    | 'version'
    | 'status'
    | 'statusReason'
    | 'statusWords'
    | 'needsOperator'
    | 'gateId'
    | 'network'
    | 'approvalRequired'
    | 'createdBy'
    | 'creators'
    | 'approvedBy'
    | 'createdAt'
    | 'notBefore'
    | 'hold'
  > {
  /** Every transaction that was ever signed for the payout, oldest first. */
  readonly transactions: readonly Pick<PayoutRow['transactions'][number], 'txid' | 'status'>[];
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
