import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AlertKind } from './kinds.ts';
import { isClosedByPerson } from './stages.ts';

/** The file that closes each kind of alert when its cause has ended, or a person who has understood it. */
const ENDINGS: Readonly<Record<AlertKind, string | 'a person'>> = {
  account_deletion: 'db/staff/account-deletions.ts',
  alert_undelivered: 'db/alerts/undelivered.ts',
  archive_failed: 'activities/growth/archive.ts',
  audit_log: 'activities/ledger/audit-log.ts',
  bank_away: 'activities/bank/activities.ts',
  bank_contradiction: 'a person',
  bank_difference: 'db/bank/differences.ts',
  bank_file_failed: 'activities/bank/process-file.ts',
  bank_file_open: 'db/bank/files.ts',
  bank_file_refused: 'db/bank/files.ts',
  bank_name_question: 'db/bank/name-questions.ts',
  bank_statement_missing: 'db/bank/missing.ts',
  card_order_needs_operator: 'db/card-orders/process.ts',
  case_waits: 'db/compliance/steps.ts',
  claim_lost: 'db/claims/process.ts',
  claim_waits: 'db/claims/process.ts',
  custody_missing: 'activities/custody/check.ts',
  custody_surplus: 'activities/custody/check.ts',
  custody_unchecked: 'activities/custody/watch.ts',
  dashboard_differs: 'activities/dashboard/check.ts',
  database_restored: 'db/restores/record.ts',
  deposit_needs_operator: 'db/deposits/process.ts',
  deposit_stuck: 'activities/chain/stuck-invoices.ts',
  exchange_away: 'activities/treasury/watch.ts',
  exchange_balance: 'activities/treasury/reconcile.ts',
  follower_behind: 'activities/chain/follow.ts',
  hedge_order_unknown: 'activities/treasury/follow-order.ts',
  hedging_behind: 'activities/treasury/hedger.ts',
  hedging_stopped: 'db/treasury/stops.ts',
  invoice_needs_operator: 'domain/state/invoice.ts',
  invoice_stuck: 'activities/chain/stuck-invoices.ts',
  linked_operations_late: 'activities/suspicion/linked.ts',
  mass_payout_changed: 'a person',
  mass_slice_needs_operator: 'activities/mass-payouts/activities.ts',
  message_parked: 'db/bus/parked.ts',
  method_not_confirmed: 'db/outflows/method-seal.ts',
  network_fee_unknown: 'activities/chain/fees.ts',
  network_fees_negative: 'activities/ledger/network-fees.ts',
  outbox_stuck: 'db/bus/parked.ts',
  partner_unsettled: 'db/partners/stuck.ts',
  partner_unshared: 'db/partners/shares.ts',
  payout_needs_operator: 'db/payouts/process.ts',
  refund_not_counted: 'a person',
  reorganisation: 'domain/state/invoice.ts',
  reserves_unproven: 'activities/reserves/activities.ts',
  sending_behind: 'activities/sending/tracker.ts',
  service_away: 'db/bus/relay.ts',
  stray_payment: 'db/chain/stray-payments.ts',
  support_mailbox_away: 'activities/mail/inbox.ts',
  suspicious_operation: 'db/suspicion/process.ts',
  suspicious_operation_overdue: 'db/suspicion/process.ts',
  tickets_late: 'activities/support/late-answers.ts',
  traces_missing: 'activities/chain/untraced.ts',
  traces_refused: 'activities/chain/untraced.ts',
  transfer_refused: 'db/sending/refusals.ts',
  treasury_transfer_failed: 'activities/treasury/transfers.ts',
  treasury_transfer_late: 'db/treasury/moves/alerts.ts',
  treasury_transfer_short: 'a person',
  trial_balance: 'activities/ledger/trial-balance.ts',
  withdrawal_needs_operator: 'db/withdrawals/process.ts',
  workflows_missing: 'activities/recovery/activities.ts',
};

const root = join(import.meta.dirname, '..', '..');

test('every alert is closed where its cause ends, unless a person has to close it', () => {
  for (const [kind, ending] of Object.entries(ENDINGS)) {
    expect(isClosedByPerson(kind), kind).toBe(ending === 'a person');
    if (ending === 'a person') continue;
    const source = readFileSync(join(root, ending), 'utf8');
    expect(source, `${ending} knows ${kind}`).toContain(`'${kind}'`);
    expect(source, `${ending} closes ${kind}`).toMatch(
      /resolve(Alert|OtherAlerts)\(|operatorAlerts\(|'resolve_alert'|SET resolved_at = now\(\)/,
    );
  }
});
