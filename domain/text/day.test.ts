import { expect, test } from 'vitest';
import { isDay } from './day.ts';

test('only days of the calendar are days', () => {
  expect(['2026-11-29', '2028-02-29', '0001-01-01'].filter(isDay)).toEqual(['2026-11-29', '2028-02-29', '0001-01-01']);
  const others = ['2026-02-29', '2026-13-01', '2026-11-31', '2026-11-9', 'x2026-11-29', '2026-11-29\n', ''];
  expect(others.filter(isDay)).toEqual([]);
});
