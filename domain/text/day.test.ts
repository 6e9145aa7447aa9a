import { expect, test } from 'vitest';
import { addDays, isDay } from './day.ts';

test('only days of the calendar are days', () => {
  expect(['2026-11-29', '2028-02-29', '0001-01-01'].filter(isDay)).toEqual(['2026-11-29', '2028-02-29', '0001-01-01']);
  const others = ['2026-02-29', '2026-13-01', '2026-11-31', '2026-11-9', 'x2026-11-29', '2026-11-29\n', ''];
  expect(others.filter(isDay)).toEqual([]);
});

test('days are counted by the calendar, over leap days, years and changes of clocks', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
});
