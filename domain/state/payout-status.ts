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
  | 'no_funds'
  | 'fee_too_high'
  | 'network_unavailable'
  /** The signer will never sign this. */
  | 'address_refused'
  | 'balance_frozen'
  | 'approval_void'
  | 'hold_mismatch'
  /** What became of the transaction. */
  | 'transaction_failed'
  | 'transaction_conflict'
  | 'transaction_refused'
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
