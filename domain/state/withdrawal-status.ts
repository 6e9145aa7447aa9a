import type { LimitReason } from '../outflows/limits.ts';
import type { PayoutStatus } from './payout-status.ts';

/** The statuses of a withdrawal to a bank account: those of a payout (spec §4). */
export type WithdrawalStatus = PayoutStatus;

/** How far the payment has come on its way to the bank. `in_file` is final: a file may have been sent. */
export type BankStage = 'none' | 'given' | 'in_file';

/** Why a withdrawal is in its status, or what keeps it there. */
export type WithdrawalReason =
  | 'awaiting_approval'
  | 'cooling_off'
  | 'canceled_by_merchant'
  | 'approval_expired'
  /** It cannot be given to the bank now and is tried again. */
  | 'stopped'
  | 'production_closed'
  | 'balance_frozen'
  | 'method_paused'
  | LimitReason
  /** The merchant lowered its own limits after the request, below what would leave now. */
  | 'own_limit'
  /** Only for operators and never stored: merchants must not learn of a suspension. */
  | 'operation_suspended'
  /** It is never given to the bank. */
  | 'method_changed'
  | 'approval_void'
  | 'hold_mismatch'
  /** The bank says that the account belongs to somebody else: pay anyway, or cancel? */
  | 'name_question'
  | 'name_declined'
  | 'bank_rejected'
  | 'bank_returned'
  | 'bank_overdue'
  /** The bank booked a payment whose money was returned to the balance. */
  | 'booked_after_end'
  | 'resolved_by_operator';

/** The reasons that come with an explanation which merchants read. */
export const EXPLAINED_REASONS: ReadonlySet<WithdrawalReason | null> = new Set([
  'method_changed',
  'name_question',
  'name_declined',
  'bank_rejected',
  'bank_returned',
] as const);
