import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periodOf, REPORT_PERIODS } from './report-schedules.ts';

describe('the period of a day', () => {
  test.each([
    ['2026-11-20', 'day', '2026-11-20', '2026-11-20', '2026-11-20T22:00:00.000Z'],
    ['2026-11-20', 'week', '2026-11-16', '2026-11-22', '2026-11-22T22:00:00.000Z'],
    ['2026-11-16', 'week', '2026-11-16', '2026-11-22', '2026-11-22T22:00:00.000Z'],
    ['2026-12-31', 'month', '2026-12-01', '2026-12-31', '2026-12-31T22:00:00.000Z'],
    ['2028-02-29', 'month', '2028-02-01', '2028-02-29', '2028-02-29T22:00:00.000Z'],
    // Clocks change on 29 March: the next day begins an hour earlier.
    ['2026-03-29', 'day', '2026-03-29', '2026-03-29', '2026-03-29T21:00:00.000Z'],
  ] as const)('%s by %s is %s to %s, and over at %s', (day, period, firstDay, lastDay, dueAt) => {
    const { dueAt: due, ...days } = periodOf(day, period, 'Europe/Vilnius');
    expect(days).toMatchObject({ firstDay, lastDay });
    expect(due.toISOString()).toBe(dueAt);
  });

  test('follows the one before it without a gap and without a day in both', () => {
    fc.assert(
      fc.property(fc.constantFrom(...REPORT_PERIODS), fc.nat({ max: 3_650 }), (period, days) => {
        const day = new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10);
        const { firstDay, lastDay, nextDay } = periodOf(day, period, 'UTC');
        expect(firstDay <= day && day <= lastDay && lastDay < nextDay).toBe(true);
        expect(periodOf(nextDay, period, 'UTC').firstDay).toBe(nextDay);
        expect(periodOf(lastDay, period, 'UTC')).toEqual(periodOf(day, period, 'UTC'));
      }),
    );
  });
});
