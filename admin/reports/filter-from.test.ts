import { describe, expect, test } from 'vitest';
import { filterFrom, withDays } from './filter-from.ts';

describe('what a list shows', () => {
  test('is read from the address of the list, statuses and kinds included', () => {
    const params = new URLSearchParams({ status: 'done,invalid', gate_id: 'BTC', search: 'order', page: '2' });
    expect(filterFrom(params, 'invoices')).toEqual({ status: 'done,invalid', gate_id: 'BTC', search: 'order' });
    for (const kind of ['events', 'transactions'] as const) {
      expect(filterFrom(new URLSearchParams('kinds=payout,refund'), kind)).toEqual({ kinds: 'payout,refund' });
    }
  });

  test('is only what the report knows', () => {
    const params = new URLSearchParams({ tab: 'balance', gate_id: 'XRP', search: 'x', date_from: '2026-11-01' });
    expect(filterFrom(params, 'balance')).toEqual({ gate_id: 'XRP', date_from: '2026-11-01' });
  });

  test('keeps to what a list is always narrowed to, whatever its address says', () => {
    const params = new URLSearchParams({ tab: 'decide', search: 'order', status: 'done' });
    expect(filterFrom(params, 'invoices', { status: 'invalid,overpaid' })).toEqual({
      search: 'order',
      status: 'invalid,overpaid',
    });
  });

  test('is everything where the address says nothing', () => {
    expect(filterFrom(new URLSearchParams('status=,'), 'invoices')).toEqual({});
  });
});

test('a day that was emptied does not narrow the report any more', () => {
  const shown = { search: 'x', date_from: '2026-11-01', date_to: '2026-11-20' };
  expect(withDays(shown, { date_from: '', date_to: '' })).toEqual({ search: 'x' });
  expect(withDays(shown, { date_from: '2026-11-05', date_to: '' })).toEqual({ search: 'x', date_from: '2026-11-05' });
});
