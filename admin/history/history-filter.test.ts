import { describe, expect, it } from 'vitest';
import { INVOICE_STATUSES } from '../../domain/state/invoice-status.ts';
import { isFiltered, lastDays, localDay, tidyFilter, toggleStatus } from './history-filter.ts';

describe('the filter of History', () => {
  it('forgets what is empty', () => {
    expect(tidyFilter({ search: '', status: [], date_from: '2026-11-01' })).toEqual({ date_from: '2026-11-01' });
    expect(isFiltered({ search: '', status: [] })).toBe(false);
  });

  it('keeps statuses in their usual order, whatever the order of clicks', () => {
    expect(toggleStatus(INVOICE_STATUSES, ['error'], 'new')).toEqual(['new', 'error']);
    expect(toggleStatus(INVOICE_STATUSES, ['new', 'error'], 'new')).toEqual(['error']);
  });

  it('counts today among the last days, over the end of a month', () => {
    expect(lastDays(7, new Date(2026, 10, 3, 23, 59))).toEqual({ date_from: '2026-10-28', date_to: '2026-11-03' });
    expect(lastDays(1, new Date(2026, 0, 1))).toEqual({ date_from: '2026-01-01', date_to: '2026-01-01' });
    expect(localDay(new Date(2026, 0, 9))).toBe('2026-01-09');
  });
});
