import { expect, test } from 'vitest';
import { newId } from '../../../domain/ids.ts';
import { pageOfSubject } from './alert-subject.ts';

const id = newId();

test.each([
  { kind: 'case_waits', subject: `case:${id}`, to: `/compliance/cases/${id}` },
  { kind: 'suspicious_operation', subject: `suspension:${id}`, to: `/compliance/operations/${id}` },
  { kind: 'suspicious_operation_overdue', subject: `suspension:${id}`, to: `/compliance/operations/${id}` },
  { kind: 'card_order_needs_operator', subject: `card_order:${id}`, to: `/compliance/card-orders/${id}` },
  { kind: 'account_deletion', subject: id, to: '/compliance/deletions' },
  { kind: 'partner_unsettled', subject: `partner:${id}`, to: `/compliance/partners/${id}` },
  { kind: 'tickets_late', subject: `ticket:${id}`, to: `/compliance/tickets/${id}` },
  { kind: 'custody_missing', subject: 'production:BTC', to: '/compliance/custody' },
  { kind: 'hedging_stopped', subject: 'production:*', to: '/compliance/treasury' },
  { kind: 'stray_payment', subject: `payment:${id}`, to: '/compliance/custody' },
  { kind: 'audit_log', subject: 'chains', to: '/compliance/audit' },
])('the subject of $kind is shown at $to', ({ to, ...alert }) => {
  expect(pageOfSubject(alert)?.to).toBe(to);
});

test.each([
  { kind: 'payout_needs_operator', subject: `payout:${id}` },
  { kind: 'trial_balance', subject: 'ledger' },
  { kind: 'case_waits', subject: 'case:../../auth/logout' },
  { kind: 'toString', subject: 'x' },
])('the subject of $kind, $subject, has no page', (alert) => {
  expect(pageOfSubject(alert)).toBeNull();
});
