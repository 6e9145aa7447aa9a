import { describe, expect, test } from 'vitest';
import { chartDays } from './ranges.ts';

describe('the days of a chart', () => {
  test.each([
    ['1W', 'day', '2026-03-24', 8],
    ['1M', 'day', '2026-03-01', 31],
    ['1Y', 'week', '2025-04-01', 53],
  ] as const)('%s has a point for each %s', (range, step, begin, count) => {
    const { days, ...about } = chartDays(range, '2026-03-31');
    expect(about).toEqual({ step });
    expect([days[0], days.at(-1), days.length]).toEqual([begin, '2026-03-31', count]);
  });

  test('of everything are a week at least, and start with the first figure', () => {
    expect(chartDays('all', '2026-03-31').days).toHaveLength(8);
    expect(chartDays('all', '2026-03-31', '2026-03-30').days).toHaveLength(8);
    expect(chartDays('all', '2026-03-31', '2026-02-01')).toMatchObject({ step: 'day' });
    expect(chartDays('all', '2026-03-31', '2026-02-01').days[0]).toBe('2026-02-01');
  });

  test('are weeks and months of a long history, and cover its first day', () => {
    const weeks = chartDays('all', '2026-03-31', '2025-06-06');
    expect(weeks.step).toBe('week');
    expect((weeks.days[0] ?? '') <= '2025-06-06').toBe(true);
    const months = chartDays('all', '2026-03-31', '2019-07-15');
    expect(months.step).toBe('month');
    expect(months.days.slice(0, 2)).toEqual(['2019-06-30', '2019-07-31']);
    expect(months.days.slice(-2)).toEqual(['2026-02-28', '2026-03-31']);
    expect(months.days.length).toBeLessThan(90);
  });
});
