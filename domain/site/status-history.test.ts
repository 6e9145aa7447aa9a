import { describe, expect, test } from 'vitest';
import { HISTORY_DAYS, historyOf, type StatusDay } from './status-history.ts';

const NOW_MS = Date.parse('2026-11-29T12:00:00Z');
const day = (date: string, fields: Partial<StatusDay> = {}): StatusDay => ({
  day: date,
  part: 'rates',
  checks: 1_440,
  late: 0,
  down: 0,
  ...fields,
});
const ratesOf = (days: readonly StatusDay[]) => historyOf(['rates'], days, { firstMs: null, nowMs: NOW_MS })[0];

describe('the history of a part', () => {
  test('has 90 days, the newest last, and says where nothing is recorded', () => {
    const history = ratesOf([day('2026-11-29')]);
    expect(history?.days).toHaveLength(HISTORY_DAYS);
    expect(history?.days.at(-1)).toMatchObject({ day: '2026-11-29', state: 'up' });
    expect(history?.days[0]).toMatchObject({ day: '2026-09-01', state: 'none' });
    expect(history).toMatchObject({ recorded: 1, workedBps: 10_000 });
    expect(ratesOf([])).toMatchObject({ recorded: 0, workedBps: null });
  });

  test('draws a day as troubled from five minutes on, and counts every minute in the share', () => {
    const history = ratesOf([
      day('2026-11-26', { late: 4 }),
      day('2026-11-27', { late: 3, down: 2 }),
      day('2026-11-28', { down: 5 }),
    ]);
    expect(history?.days.slice(-4).map(({ state }) => state)).toEqual(['up', 'late', 'down', 'none']);
    // 14 of 4,320 minutes, rounded down: nobody reads 100% where something was late.
    expect(history?.workedBps).toBe(9_967);
  });

  test('counts minutes that nobody recorded against the pages alone, since the first record', () => {
    const days = (['pages', 'rates'] as const).flatMap((part) => [
      day('2026-11-28', { part, checks: 50 }),
      day('2026-11-29', { part, checks: 718 }),
    ]);
    const firstMs = Date.parse('2026-11-28T23:00:00Z');
    const [pages, rates] = historyOf(['pages', 'rates'], days, { firstMs, nowMs: NOW_MS });
    expect(pages?.days.slice(-2)).toMatchObject([
      { state: 'down', downMinutes: 10 },
      // The last two minutes may still be on their way.
      { state: 'up', downMinutes: 0 },
    ]);
    expect(rates?.days.slice(-2).map(({ downMinutes }) => downMinutes)).toEqual([0, 0]);
  });

  test('shows a whole day without a record as one in which the pages did not work', () => {
    const days = [day('2026-11-26', { part: 'pages' }), day('2026-11-28', { part: 'pages' })];
    const [pages] = historyOf(['pages'], days, { firstMs: Date.parse('2026-11-26T00:00:00Z'), nowMs: NOW_MS });
    expect(pages?.days.at(-3)).toMatchObject({ day: '2026-11-27', state: 'down', downMinutes: 1_440 });
  });
});
