import type { PayoutActor } from './payout-event.ts';
import type { WithdrawalReason } from './withdrawal-status.ts';

/** Events of a withdrawal to a bank account. */
export type WithdrawalEvent =
  /** `mac` authenticates what was approved: see db/withdrawals/seal.ts. */
  | { readonly type: 'approve'; readonly by: PayoutActor; readonly mac: string }
  | { readonly type: 'cancel'; readonly by: PayoutActor }
  | { readonly type: 'approval_overdue' }
  | { readonly type: 'enqueue' }
  /** It cannot be given to the bank now. */
  | { readonly type: 'defer'; readonly reason: WithdrawalReason }
  /** It will never be in a file. */
  | { readonly type: 'refuse'; readonly reason: WithdrawalReason; readonly words: string | null }
  /** It is given to the bank: its payment is stored and goes into the next file. */
  | { readonly type: 'give' }
  /** The bank's news. */
  | { readonly type: 'in_file' }
  /** Staff tore up the file before it left. */
  | { readonly type: 'torn_up' }
  | { readonly type: 'accepted' }
  | { readonly type: 'name_question'; readonly payeeName: string | null; readonly words: string }
  | { readonly type: 'rejected'; readonly words: string }
  | { readonly type: 'booked'; readonly bankReference: string | null }
  | { readonly type: 'returned'; readonly words: string }
  /** A person's answer to the bank's question about the name. */
  | { readonly type: 'answer_name'; readonly by: PayoutActor; readonly outcome: 'pay' | 'cancel' }
  /** The bank has taken too long. */
  | { readonly type: 'overdue'; readonly reason: WithdrawalReason }
  /** Commands of operators. */
  | { readonly type: 'retry'; readonly by: PayoutActor; readonly note: string }
  | { readonly type: 'resolve_paid'; readonly by: PayoutActor; readonly note: string }
  | { readonly type: 'resolve_unpaid'; readonly by: PayoutActor; readonly note: string };

export type WithdrawalEventType = WithdrawalEvent['type'];
