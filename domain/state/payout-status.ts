/** The statuses of a payout, a withdrawal and a refund, in the spec's words (spec §4). */
export const PAYOUT_STATUSES = ['new', 'pending', 'queue', 'confirming', 'done', 'error', 'canceled'] as const;

export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/**
 * The reason why coins leave. A refund is an invoice's money; a withdrawal goes to the merchant's own method; a balance
 * recovery is money of nobody, which a claim pays back.
 */
export type PayoutKind = 'payout' | 'refund' | 'withdrawal' | 'balance_recovery';

/** Why a payout is in its status, or what keeps it there. */
export type PayoutReason =
  | 'awaiting_approval'
  | 'cooling_off'
  | 'canceled_by_merchant'
  | 'approval_expired'
  /** The signer cannot sign now and is asked again. */
  | 'stopped'
  | 'hourly_limit'
  | 'daily_limit'
  /** The amount exceeds the limit for one payout. */
  | 'amount_limit'
  /** The merchant lowered its own limits after the request, below what would leave now. */
  | 'own_limit'
  /** Only for operators and never stored: merchants and payers must not learn of a suspension. */
  | 'operation_suspended'
  | 'balance_frozen'
  | 'no_funds'
  | 'fee_too_high'
  | 'network_unavailable'
  /** The token contract refuses our transfers: it is paused or has blocked our account (hazard 27). */
  | 'token_refuses'
  /** Compliance has closed production for the merchant. */
  | 'production_closed'
  /** The signer will never sign this. */
  | 'address_refused'
  | 'approval_void'
  | 'hold_mismatch'
  /** The outcome of the transaction. */
  | 'transaction_failed'
  | 'transaction_conflict'
  | 'transaction_refused'
  /** The transaction can never be mined although nothing replaced it, so another one is signed. */
  | 'transaction_lapsed'
  | 'confirmation_overdue'
  | 'sent_again'
  | 'reorganised'
  | 'resolved_by_operator';

/** The states of a transaction that the gateway signed. */
export const OUTGOING_STATUSES = ['signed', 'sent', 'mined', 'confirmed', 'replaced', 'failed'] as const;
export type OutgoingStatus = (typeof OUTGOING_STATUSES)[number];

export function isPayoutStatus(text: string): text is PayoutStatus {
  return (PAYOUT_STATUSES as readonly string[]).includes(text);
}
