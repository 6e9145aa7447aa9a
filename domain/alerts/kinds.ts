/** How urgent an alert is: `critical` wakes people, `warning` waits for the day, `info` waits for somebody to look. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];

interface AboutKind {
  readonly severity: Severity;
  /** The heading of the kind's runbook. */
  readonly title: string;
  /** Its messages name people or suspicions, which only staff may read: they never leave the gateway. */
  readonly isConfidential?: true;
  /** No program can see that its cause has ended: somebody who has understood it closes it. */
  readonly closedBy?: 'a person';
}

/**
 * Every kind of alert. Critical is what endangers money, stops payments for everybody, or breaks a legal deadline; each
 * kind has the runbook `docs/runbooks/<kind>.md`.
 */
export const ALERT_KINDS = {
  account_deletion: { severity: 'info', title: 'An account is to be deleted', isConfidential: true },
  alert_undelivered: { severity: 'critical', title: 'Alerts are not delivered' },
  archive_failed: { severity: 'warning', title: 'Old months are not archived' },
  audit_log: { severity: 'critical', title: 'The audit log was changed' },
  bank_away: { severity: 'warning', title: 'The bank cannot be reached' },
  bank_contradiction: { severity: 'critical', title: 'The bank contradicts itself', closedBy: 'a person' },
  bank_difference: { severity: 'critical', title: 'The bank and the books differ' },
  bank_file_failed: { severity: 'critical', title: 'A file of the bank cannot be processed' },
  bank_file_open: { severity: 'critical', title: 'A file to the bank has no known outcome' },
  bank_file_refused: { severity: 'warning', title: 'A file of the bank was refused' },
  bank_name_question: { severity: 'warning', title: 'The bank asks about a name' },
  bank_statement_missing: { severity: 'warning', title: 'A statement of the bank is missing' },
  card_order_needs_operator: { severity: 'warning', title: 'A purchase by card needs a decision' },
  case_waits: { severity: 'info', title: 'A verification case waits', isConfidential: true },
  claim_lost: { severity: 'critical', title: 'A payment that was paid back was reorganized' },
  claim_waits: { severity: 'info', title: 'A claim waits for a decision' },
  custody_missing: { severity: 'critical', title: 'Coins are missing' },
  custody_surplus: { severity: 'warning', title: 'More coins than books' },
  custody_unchecked: { severity: 'warning', title: 'Coins cannot be compared' },
  dashboard_differs: { severity: 'warning', title: 'The dashboard differs from the books' },
  database_restored: { severity: 'critical', title: 'The database was restored' },
  deposit_needs_operator: { severity: 'critical', title: 'A settled deposit was reorganized' },
  deposit_stuck: { severity: 'critical', title: 'A deposit cannot take in a payment' },
  exchange_away: { severity: 'warning', title: 'An exchange cannot be compared' },
  exchange_balance: { severity: 'critical', title: 'An exchange and the books differ' },
  follower_behind: { severity: 'critical', title: 'A follower does not read its chain' },
  hedge_order_unknown: { severity: 'critical', title: 'The outcome of an order is unknown' },
  hedging_behind: { severity: 'critical', title: 'A position is not hedged' },
  hedging_stopped: { severity: 'critical', title: 'Hedging is stopped' },
  invoice_needs_operator: { severity: 'warning', title: 'An invoice needs a decision' },
  invoice_stuck: { severity: 'critical', title: 'An invoice cannot take in a payment' },
  linked_operations_late: { severity: 'warning', title: 'Linked operations are not counted' },
  mass_payout_changed: {
    severity: 'critical',
    title: 'A mass payout differs from what was approved',
    closedBy: 'a person',
  },
  mass_slice_needs_operator: { severity: 'warning', title: 'A part of a mass payout cannot be paid' },
  message_parked: { severity: 'warning', title: 'A message could not be processed' },
  method_not_confirmed: { severity: 'critical', title: 'An automatic payout method is not confirmed' },
  network_fee_unknown: { severity: 'warning', title: 'Network fees are unknown' },
  network_fees_negative: { severity: 'warning', title: 'The gateway pays more in network fees than it takes' },
  outbox_stuck: { severity: 'warning', title: 'A row of the outbox keeps failing' },
  partner_unsettled: { severity: 'warning', title: 'A partner cannot be settled' },
  partner_unshared: { severity: 'warning', title: 'Fees of a merchant cannot be shared' },
  payout_needs_operator: { severity: 'warning', title: 'A payout needs a decision' },
  refund_not_counted: { severity: 'warning', title: 'A refund is not counted on its invoice', closedBy: 'a person' },
  reorganisation: { severity: 'critical', title: 'A confirmed payment was reorganized' },
  reserves_unproven: { severity: 'warning', title: 'More is owed than is proven' },
  sending_behind: { severity: 'critical', title: 'Sent payouts are not tracked' },
  service_away: { severity: 'critical', title: 'A service is away' },
  stray_payment: { severity: 'info', title: 'Money came that belongs to no invoice' },
  support_mailbox_away: { severity: 'warning', title: 'The support mailbox cannot be read' },
  suspicious_operation: { severity: 'warning', title: 'A suspended operation waits', isConfidential: true },
  suspicious_operation_overdue: {
    severity: 'critical',
    title: 'A suspended operation is overdue',
    isConfidential: true,
  },
  tickets_late: { severity: 'warning', title: 'A promised answer is late' },
  traces_missing: { severity: 'warning', title: 'The ETH node returns no traces' },
  traces_refused: { severity: 'warning', title: 'The ETH node does not trace some blocks' },
  transfer_refused: { severity: 'warning', title: 'The node refuses a transaction of ours' },
  treasury_transfer_failed: { severity: 'warning', title: 'A transfer of own money failed' },
  treasury_transfer_late: { severity: 'critical', title: 'A transfer of own money is late' },
  treasury_transfer_short: {
    severity: 'critical',
    title: 'Another amount arrived than was sent',
    closedBy: 'a person',
  },
  trial_balance: { severity: 'critical', title: 'The books do not balance' },
  withdrawal_needs_operator: { severity: 'warning', title: 'A withdrawal needs a decision' },
  workflows_missing: { severity: 'warning', title: 'Workflows were missing' },
} as const satisfies Readonly<Record<string, AboutKind>>;

export type AlertKind = keyof typeof ALERT_KINDS;
