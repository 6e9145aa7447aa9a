import { expect, test } from 'vitest';
import { addressesToSkip } from './address-use.ts';

const HOUR_MS = 3_600_000;

test('a quiet gateway skips more than it could have issued', () => {
  expect(addressesToSkip({ busiestHour: 0, lostMs: 0 })).toBe(20_000);
  expect(addressesToSkip({ busiestHour: 1_000, lostMs: 10 * 60_000 })).toBe(20_000);
});

test('a busy gateway skips three times its busiest hour for each hour that was lost, and for the one that had begun', () => {
  expect(addressesToSkip({ busiestHour: 100_000, lostMs: 2 * HOUR_MS })).toBe(900_000);
  expect(addressesToSkip({ busiestHour: 100_000, lostMs: 2 * HOUR_MS + 1 })).toBe(1_200_000);
});

test('a clock that runs behind does not make it fewer', () => {
  expect(addressesToSkip({ busiestHour: 100_000, lostMs: -HOUR_MS })).toBe(300_000);
});
