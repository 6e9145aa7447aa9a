import { expect, it } from 'vitest';
import { isBackwards, lastDays, localDay } from './days.ts';

it('counts today among the last days, over the end of a month', () => {
  expect(lastDays(7, new Date(2026, 10, 3, 23, 59))).toEqual({ date_from: '2026-10-28', date_to: '2026-11-03' });
  expect(lastDays(1, new Date(2026, 0, 1))).toEqual({ date_from: '2026-01-01', date_to: '2026-01-01' });
  expect(localDay(new Date(2026, 0, 9))).toBe('2026-01-09');
});

it('tells a span that ends before it begins from one that is open', () => {
  expect(isBackwards('2026-11-02', '2026-11-01')).toBe(true);
  expect(isBackwards('2026-11-01', '2026-11-01')).toBe(false);
  expect(isBackwards('2026-11-02', '')).toBe(false);
  expect(isBackwards('', '2026-11-01')).toBe(false);
});
