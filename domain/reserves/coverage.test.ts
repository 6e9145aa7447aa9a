import { expect, test } from 'vitest';
import { coverageOf, nextRunMs, unprovenMinor } from './coverage.ts';

test('coverage is rounded down, never up to all that is owed', () => {
  expect(coverageOf(300_000_000n, 299_999_999n)).toBe('99.99%');
  expect(coverageOf(3n, 3n)).toBe('100%');
  expect(coverageOf(3n, 4n)).toBe('133.33%');
  expect(coverageOf(10n ** 30n, 1n)).toBe('0%');
  expect(coverageOf(0n, 5n)).toBeNull();
});

test('more than is owed hides no other debt, and an asset without addresses is unknown', () => {
  expect(unprovenMinor({ owedMinor: 5n, provenMinor: 3n })).toBe(2n);
  expect(unprovenMinor({ owedMinor: 5n, provenMinor: 5n })).toBe(0n);
  expect(unprovenMinor({ owedMinor: 5n, provenMinor: 7n })).toBe(0n);
  expect(unprovenMinor({ owedMinor: 5n, provenMinor: null })).toBeNull();
});

test('the schedule runs at the next full hour', () => {
  const at = (text: string) => new Date(nextRunMs(Date.parse(text))).toISOString();
  expect(at('2026-11-30T13:27:01.250Z')).toBe('2026-11-30T14:00:00.000Z');
  expect(at('2026-11-30T23:59:59.999Z')).toBe('2026-12-01T00:00:00.000Z');
  expect(at('2026-11-30T14:00:00.000Z')).toBe('2026-11-30T15:00:00.000Z');
});
