import type { PayoutReason } from './payout-status.ts';

/** Who did it: a user, an API token, an operator, or the product itself. */
export interface PayoutActor {
  readonly kind: 'user' | 'token' | 'staff' | 'system';
  readonly id: string;
}

/** What can happen to a payout or refund. */
export type PayoutEvent =
  /** `mac` authenticates what was approved; see domain/payouts/approval.ts. */
  | { readonly type: 'approve'; readonly by: PayoutActor; readonly mac: string }
  | { readonly type: 'cancel'; readonly by: PayoutActor }
  | { readonly type: 'approval_overdue' }
  /** Hand it to the signer. */
  | { readonly type: 'enqueue' }
  /** The signer cannot sign now; `words` say more of it than the reason does, for people. */
  | { readonly type: 'defer'; readonly reason: PayoutReason; readonly words?: string | null }
  /** The signer will not sign it. */
  | { readonly type: 'refuse'; readonly reason: PayoutReason; readonly words?: string | null }
  /** A transaction of it is stored, signed. */
  | { readonly type: 'signed' }
  /** A node has it. */
  | { readonly type: 'sent' }
  /** It is at its confirmations. */
  | { readonly type: 'confirmed' }
  /** The chain took the transaction in without effect, or will never take it. */
  | { readonly type: 'failed'; readonly reason: PayoutReason; readonly words?: string | null }
  /** It vanished from the mempool and was sent again. */
  | { readonly type: 'sent_again' }
  /** Its transaction can never be mined any more although nothing took its place; told after that is written down. */
  | { readonly type: 'lapsed' }
  /** It was confirmed, and a reorganisation undid that. */
  | { readonly type: 'reorganised' }
  /** Waiting took too long. */
  | { readonly type: 'overdue'; readonly reason: PayoutReason; readonly words?: string | null }
  /** Operators. */
  | { readonly type: 'retry'; readonly by: PayoutActor; readonly note: string }
  | { readonly type: 'resolve_paid'; readonly by: PayoutActor; readonly note: string }
  | { readonly type: 'resolve_unpaid'; readonly by: PayoutActor; readonly note: string };

export type PayoutEventType = PayoutEvent['type'];
