import { expect, test } from 'vitest';
import { secondsLeft } from './remaining.ts';

const run_at = '2026-11-20T14:00:00.000Z';
const at = (seconds: number) => Date.parse(run_at) + seconds * 1000;
const mass = (sent: number, failed = 0) => ({
  status: 'queue' as const,
  run_at,
  not_before: null,
  lines: { total: 1000, valid: 1000, not_valid: 0, sent, done: 0, failed },
});

test('goes on at the pace it had so far', () => {
  expect(secondsLeft(mass(250), at(30))).toBe(90);
  expect(secondsLeft(mass(250, 250), at(30))).toBe(60);
});

test('counts from the end of a cool-off', () => {
  expect(secondsLeft({ ...mass(500), not_before: '2026-11-20T15:00:00.000Z' }, at(3660))).toBe(60);
});

test('says nothing while the pace is not known, and nothing of what is over or waits', () => {
  expect(secondsLeft(mass(49), at(30))).toBeNull();
  expect(secondsLeft(mass(1000), at(30))).toBeNull();
  expect(secondsLeft({ ...mass(500), status: 'pending' }, at(30))).toBeNull();
  expect(secondsLeft({ ...mass(500), run_at: null }, at(30))).toBeNull();
});
