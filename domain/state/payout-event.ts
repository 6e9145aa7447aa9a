import type { PayoutReason } from './payout-status.ts';

/** The author of an event: a user, an API token, an operator, or the product itself. */
export interface PayoutActor {
  readonly kind: 'user' | 'token' | 'staff' | 'system';
  readonly id: string;
}

/** Events of a payout or refund. */
export type PayoutEvent =
  /** `mac` authenticates what was approved: see domain/outflows/approval.ts. */
  | { readonly type: 'approve'; readonly by: PayoutActor; readonly mac: string }
  | { readonly type: 'cancel'; readonly by: PayoutActor }
  | { readonly type: 'approval_overdue' }
  /** Hands the payout to the signer. */
  | { readonly type: 'enqueue' }
  /** The signer cannot sign now; `words` explain the reason for people. */
  | { readonly type: 'defer'; readonly reason: PayoutReason; readonly words?: string | null }
  /** The signer will never sign this payout. */
  | { readonly type: 'refuse'; readonly reason: PayoutReason; readonly words?: string | null }
  /** A signed transaction of the payout is stored. */
  | { readonly type: 'signed' }
  /** A node has accepted the transaction. */
  | { readonly type: 'sent' }
  /** The transaction has enough confirmations. */
  | { readonly type: 'confirmed' }
  /** The transaction is on the chain without effect, or will never be. */
  | { readonly type: 'failed'; readonly reason: PayoutReason; readonly words?: string | null }
  /** The transaction disappeared from the mempool and was sent again. */
  | { readonly type: 'sent_again' }
  /** The transaction can never be mined although nothing replaced it; recorded before this event is sent. */
  | { readonly type: 'lapsed' }
  /** A reorganization removed the confirmations. */
  | { readonly type: 'reorganised' }
  /** The payout has waited too long. */
  | { readonly type: 'overdue'; readonly reason: PayoutReason; readonly words?: string | null }
  /** Commands of operators. */
  | { readonly type: 'retry'; readonly by: PayoutActor; readonly note: string }
  | { readonly type: 'resolve_paid'; readonly by: PayoutActor; readonly note: string }
  | { readonly type: 'resolve_unpaid'; readonly by: PayoutActor; readonly note: string };

export type PayoutEventType = PayoutEvent['type'];
