/** The statuses of a payout, a withdrawal and a refund, in the spec's words (spec §4). */
export const PAYOUT_STATUSES = ['new', 'pending', 'queue', 'confirming', 'done', 'error', 'canceled'] as const;

export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** Why a payout is in its status, or what keeps it there. */
export type PayoutReason =
  | 'awaiting_approval'
  | 'cooling_off'
  | 'canceled_by_merchant'
  | 'approval_expired'
  /** The signer cannot sign now; it is tried again. */
  | 'stopped'
  | 'hourly_limit'
  | 'daily_limit'
  /** The amount alone is more than may leave at once. */
  | 'amount_limit'
  /** Said to operators alone, never written to a row: merchants and payers must not learn of it. */
  | 'operation_suspended'
  | 'balance_frozen'
  | 'no_funds'
  | 'fee_too_high'
  | 'network_unavailable'
  /** The contract of the token refuses transfers of ours: it is paused, or has blocked our account (hazard 27). */
  | 'token_refuses'
  /** Compliance has closed production to the merchant. */
  | 'production_closed'
  /** The signer will never sign this. */
  | 'address_refused'
  | 'approval_void'
  | 'hold_mismatch'
  /** What became of the transaction. */
  | 'transaction_failed'
  | 'transaction_conflict'
  | 'transaction_refused'
  /** Its transaction can never be mined any more although nothing took its place, so another one is signed. */
  | 'transaction_lapsed'
  | 'confirmation_overdue'
  | 'sent_again'
  | 'reorganised'
  | 'resolved_by_operator';

/** What became of a transaction of ours. */
export const OUTGOING_STATUSES = ['signed', 'sent', 'mined', 'confirmed', 'replaced', 'failed'] as const;
export type OutgoingStatus = (typeof OUTGOING_STATUSES)[number];

export function isPayoutStatus(text: string): text is PayoutStatus {
  return (PAYOUT_STATUSES as readonly string[]).includes(text);
}
