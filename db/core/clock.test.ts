import { expect, test } from 'vitest';
import { openTestDatabase } from '../database.fixture.ts';
import { clockAheadMs, clockProblem } from './clock.ts';

const { db } = await openTestDatabase();
const shifted = (ms: number) => () => Date.now() + ms;

test('the same clock is neither ahead nor behind', async () => {
  expect(Math.abs(await clockAheadMs(db))).toBeLessThan(1_000);
  expect(await clockProblem(db)).toBeUndefined();
});

test.each([
  [600_000, 'is 600 s ahead of the clock of Postgres: set the time'],
  [-600_000, 'is 600 s behind the clock of Postgres: set the time'],
])('a clock that is off by %i ms is a problem in words', async (ms, words) => {
  expect(await clockProblem(db, shifted(ms))).toContain(words);
});

test('some seconds are none: machines differ by that much', async () => {
  expect(await clockProblem(db, shifted(20_000))).toBeUndefined();
});

test('a process that stood still during the question is not blamed', async () => {
  const times = [Date.now() - 300_000, Date.now() + 300_000];
  expect(await clockProblem(db, () => times.shift() ?? 0)).toBeUndefined();
});
