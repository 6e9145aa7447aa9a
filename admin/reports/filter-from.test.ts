import { describe, expect, test } from 'vitest';
import { filterFrom } from './filter-from.ts';

describe('what a list shows', () => {
  test('is read from the filter that react-admin keeps in the address', () => {
    const filter = JSON.stringify({ status: ['done', 'invalid'], gate_id: 'BTC', search: 'order' });
    expect(filterFrom(new URLSearchParams({ filter, page: '2' }), 'invoices')).toEqual({
      ...{ status: 'done,invalid', gate_id: 'BTC', search: 'order' },
    });
  });

  test('is read from names of their own, and only what the report knows', () => {
    const params = new URLSearchParams({ tab: 'transactions', gate_id: 'XRP', search: 'x', date_from: '2026-11-01' });
    expect(filterFrom(params, 'transactions')).toEqual({ gate_id: 'XRP', date_from: '2026-11-01' });
  });

  test('is everything where the address is broken', () => {
    expect(filterFrom(new URLSearchParams({ filter: '{' }), 'invoices')).toEqual({});
  });
});
