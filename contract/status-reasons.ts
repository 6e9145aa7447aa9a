import type { CardOrderReason } from '../domain/state/card-order-status.ts';
import type { DepositReason } from '../domain/state/deposit-status.ts';
import type { InvoiceReason } from '../domain/state/invoice-status.ts';
import type { MassPayoutReason } from '../domain/state/mass-payout.ts';
import type { PayoutReason } from '../domain/state/payout-status.ts';
import type { WithdrawalReason } from '../domain/state/withdrawal-status.ts';

/** Never shown: merchants and payers must not learn of a suspension. */
type Hidden = 'operation_suspended';
type Words<Reason extends string> = Readonly<Record<Exclude<Reason, Hidden>, string>>;

const invoice: Words<InvoiceReason> = {
  underpaid: 'Less than the amount due was paid.',
  underpaid_accepted: 'Less than the amount due was paid, within the tolerance or accepted by the merchant.',
  excess_kept: 'More than the amount due was paid, and the merchant kept the excess.',
  completed_by_merchant: 'The merchant completed the invoice.',
  auto_completed: 'A late payment completed the invoice, as `autocomplete` asks for.',
  paid_late: 'The payment was late.',
  underpaid_late: 'The payment was late, and less than the amount due.',
  reference_taken: 'A newer invoice has the same reference, so the merchant decides whether this one counts too.',
  paid_after_cancel: 'A payment arrived after the invoice was canceled.',
  paid_after_refund: 'A payment arrived after a refund.',
  canceled_by_merchant: 'The merchant canceled the invoice.',
  not_paid: 'Nothing was paid by the deadline.',
  not_confirmed_in_time: 'The payment was in time, but the network confirmed it too late.',
  payment_dropped: 'The network dropped the payment.',
  payment_found: 'A payment that had disappeared is back.',
  reorganised: 'A reorganization of the chain reverted the payment.',
  confirmation_overdue: 'The network takes unusually long to confirm the payment.',
  awaiting_finality: 'The payment is confirmed and waits until the chain can no longer revert it.',
  conversion_not_possible: 'The amount could not be converted, so it stays in its coin.',
  conversion_waiting: 'The coins are held until they can be converted.',
  conversion_given_up: 'The conversion was not possible in time, so the merchant has the coins.',
  resolved_by_operator: 'An operator of the gateway resolved it.',
};

const payout: Words<PayoutReason> = {
  awaiting_approval: 'Another person has to approve it in the back office.',
  cooling_off: 'The address is new: it waits until the cool-off is over.',
  canceled_by_merchant: 'The merchant canceled it.',
  approval_expired: 'Nobody approved it in time.',
  stopped: 'Outgoing payments are stopped at present; it is retried.',
  hourly_limit: 'The limit for one hour is reached; it is retried.',
  daily_limit: 'The limit for one day is reached; it is retried.',
  amount_limit: 'The amount exceeds the limit for one payout.',
  own_limit: 'The merchant lowered its own limits below this amount after the request.',
  balance_frozen: 'Money cannot leave this balance at present.',
  no_funds: 'The hot wallet is being refilled; it is retried.',
  fee_too_high: 'The network fee is unusually high; it is retried.',
  network_unavailable: 'The network cannot be reached at present; it is retried.',
  token_refuses: 'The token contract is paused or refuses the transfer.',
  production_closed: 'Production mode is closed for the account.',
  address_refused: 'The address cannot be paid; `status_words` says why.',
  approval_void: 'The payout differs from what was approved.',
  hold_mismatch: 'The held amount differs from the payout.',
  transaction_failed: 'The transaction failed on the network.',
  transaction_conflict: 'Another transaction spent the same coins.',
  transaction_refused: 'The network refused the transaction.',
  transaction_lapsed: 'The transaction can no longer be mined, so another one is signed.',
  confirmation_overdue: 'The network takes unusually long to confirm the transaction.',
  sent_again: 'It was sent again.',
  reorganised: 'A reorganization of the chain reverted the transaction.',
  resolved_by_operator: 'An operator of the gateway resolved it.',
};

const massPayout: Words<MassPayoutReason> = {
  awaiting_approval: 'Another person has to approve it in the back office.',
  cooling_off: 'Some addresses are new: it waits until their cool-off is over.',
  canceled_by_merchant: 'The merchant canceled it.',
  approval_expired: 'Nobody approved it in time.',
  approval_void: 'The mass payout differs from what was approved.',
  lines_failed: 'Some of its payouts ended without success.',
};

const deposit: Words<DepositReason> = {
  below_minimum: 'It waits until further payments bring it to the minimum of the gate.',
  awaiting_finality: 'The payment is confirmed and waits until the chain can no longer revert it.',
  reorganized: 'A reorganization of the chain reverted the payment.',
  replaced: 'Another transaction replaced the payment.',
  dropped: 'The network dropped the payment.',
  failed: 'The transaction failed on the network.',
  conversion_not_possible: 'The amount could not be converted, so it stays in its coin.',
  conversion_waiting: 'The coins are held until they can be converted.',
  conversion_given_up: 'The conversion was not possible in time, so the merchant has the coins.',
  resolved_by_operator: 'An operator of the gateway resolved it.',
};

const withdrawal: Words<PayoutReason | WithdrawalReason> = {
  ...payout,
  method_paused: 'The payment method is paused.',
  method_changed: 'The payment method differs from what was confirmed.',
  name_question: 'The bank says that the account has another holder: pay anyway, or cancel?',
  name_declined: 'It was canceled because the account has another holder.',
  bank_rejected: 'The bank rejected the payment; `status_words` says why.',
  bank_returned: 'The bank returned the payment; `status_words` says why.',
  bank_overdue: 'The bank takes unusually long.',
  booked_after_end: 'The bank booked a payment whose money was already back in the balance.',
};

const cardOrder: Words<CardOrderReason> = {
  below_minimum: "The amount was below the seller's minimum.",
  above_maximum: "The amount was above the seller's maximum.",
  unavailable_here: "The seller does not sell this coin in the customer's country.",
  address_invalid: 'The seller refused the address.',
  identity_refused: "The seller refused the customer's identity.",
  order_invalid: 'The seller did not accept the order.',
  partner_unavailable: 'The seller could not be reached.',
  identity: "The seller could not confirm the customer's identity.",
  short: 'Fewer coins arrived than were ordered.',
  elsewhere: 'The coins went to another address.',
  overdue: 'Nothing happened for too long.',
  contradiction: 'The seller says that a paid order has ended.',
  mismatch: "The seller's order is not the one that was placed.",
  resolved_by_operator: 'An operator of the gateway resolved it.',
};

/** Why an object is in its status, or what keeps it there: by the name of its schema in the public document. */
export const STATUS_REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Invoice: invoice,
  Payout: payout,
  Refund: payout,
  MassPayout: massPayout,
  Deposit: deposit,
  Withdrawal: withdrawal,
  CardOrder: cardOrder,
};
