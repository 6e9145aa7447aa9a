import { expect, test } from 'vitest';
import { today } from './today.ts';

test('is the day in UTC, until a test could last beyond its end', async () => {
  expect(await today(() => Date.parse('2026-11-28T00:00:00Z'))).toBe('2026-11-28');
  expect(await today(() => Date.parse('2026-11-28T23:58:00Z'))).toBe('2026-11-28');
});

test('just before midnight it waits for the next day', async () => {
  const moments = ['2026-11-30T23:58:30Z', '2026-11-30T23:59:59Z', '2026-12-01T00:00:00Z'].map(Date.parse);
  const last = moments.at(-1) ?? 0;
  expect(await today(() => moments.shift() ?? last)).toBe('2026-12-01');
});
