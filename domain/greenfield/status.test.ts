import { describe, expect, test } from 'vitest';
import { INVOICE_STATUSES, type InvoiceStatus } from '../state/invoice-status.ts';
import { greenfieldState, readGreenfieldStatus, type StateFacts, statesOf } from './status.ts';

const facts = (status: InvoiceStatus, more: Partial<StateFacts> = {}): StateFacts => ({
  status,
  reason: null,
  isCompleted: false,
  isOver: false,
  ...more,
});
const word = (of: StateFacts) => Object.values(greenfieldState(of)).join('/');
const completed = { isCompleted: true };

describe('the state in BTCPay’s words', () => {
  test.each<[StateFacts, string]>([
    [facts('new'), 'New/None'],
    [facts('pending'), 'New/None'],
    [facts('partially_paid'), 'New/PaidPartial'],
    [facts('confirming'), 'Processing/None'],
    [facts('confirming', { isOver: true }), 'Processing/PaidOver'],
    [facts('processing'), 'Processing/None'],
    [facts('processing', { isOver: true }), 'Processing/PaidOver'],
    [facts('done', completed), 'Settled/None'],
    [facts('done', { ...completed, isOver: true }), 'Settled/PaidOver'],
    [facts('done', { ...completed, reason: 'completed_by_merchant' }), 'Settled/Marked'],
    [facts('done', { ...completed, reason: 'resolved_by_operator' }), 'Settled/Marked'],
    [facts('done', { ...completed, reason: 'auto_completed' }), 'Settled/PaidLate'],
    [facts('done', { ...completed, reason: 'underpaid_accepted' }), 'Settled/None'],
    [facts('overpaid', completed), 'Settled/PaidOver'],
    [facts('expired', { reason: 'not_paid' }), 'Expired/None'],
    [facts('invalid', { reason: 'underpaid' }), 'Expired/PaidPartial'],
    [facts('expired_paid', { reason: 'paid_late' }), 'Expired/PaidLate'],
    [facts('expired_paid', { reason: 'reference_taken' }), 'Expired/PaidLate'],
    [facts('invalid', { reason: 'underpaid_late' }), 'Invalid/None'],
    [facts('invalid', { reason: 'paid_after_cancel' }), 'Invalid/None'],
    [facts('canceled', { reason: 'canceled_by_merchant' }), 'Invalid/Marked'],
    [facts('error', { ...completed, reason: 'reorganised' }), 'Invalid/None'],
    [facts('refund_requested', completed), 'Settled/None'],
    [facts('refunded', { ...completed, isOver: true }), 'Settled/PaidOver'],
    [facts('partially_refunded', completed), 'Settled/None'],
  ])('%j is %s', (of, expected) => {
    expect(word(of)).toBe(expected);
  });

  test('a refund never makes an invoice settled, or late, that nobody completed', () => {
    for (const status of ['refund_requested', 'refunded', 'partially_refunded'] as const) {
      for (const reason of ['underpaid', 'paid_late', null]) {
        expect(word(facts(status, { reason, isOver: true }))).toBe('Expired/PaidPartial');
      }
    }
  });

  test('only completed invoices are settled', () => {
    const settled = INVOICE_STATUSES.filter((status) => greenfieldState(facts(status)).status === 'Settled');
    // These two are completed by what they are.
    expect(settled).toEqual(['overpaid', 'done']);
  });
});

describe('lists by status', () => {
  test('each combination belongs to exactly one status', () => {
    const all = (['New', 'Processing', 'Settled', 'Expired', 'Invalid'] as const).map((each) => statesOf([each]));
    expect(all.flat()).toHaveLength(INVOICE_STATUSES.length * 4);
    expect(statesOf(['Expired'])).toContainEqual({ status: 'invalid', reason: 'underpaid', isCompleted: false });
    expect(statesOf(['Invalid'])).not.toContainEqual({ status: 'invalid', reason: 'underpaid', isCompleted: false });
  });

  test('its word is read in any case', () => {
    expect(['settled', ' New ', 'EXPIRED', 'paid', ''].map(readGreenfieldStatus)).toEqual([
      'Settled',
      'New',
      'Expired',
      undefined,
      undefined,
    ]);
  });
});
