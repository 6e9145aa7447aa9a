import { describe, expect, test } from 'vitest';
import { refusalOf } from '../refusal.fixture.ts';
import { checkConvertedAmount, fitsPosition } from './limits.ts';

const LIMITS = { minimumMinor: 10n, maximumMinor: 100n, positionMinor: 50n };

describe('the limits of conversions', () => {
  test('an amount is between minimum and maximum, both included', () => {
    expect(refusalOf(() => checkConvertedAmount('BTC', 9n, LIMITS))?.code).toBe('amount_too_small');
    expect(refusalOf(() => checkConvertedAmount('BTC', 101n, LIMITS))?.code).toBe('amount_too_large');
    for (const minor of [10n, 100n]) expect(() => checkConvertedAmount('BTC', minor, LIMITS)).not.toThrow();
  });

  test('a position may go to its limit in either direction, and no further', () => {
    expect(fitsPosition(0n, 50n, LIMITS)).toBe(true);
    expect(fitsPosition(0n, 51n, LIMITS)).toBe(false);
    expect(fitsPosition(0n, -50n, LIMITS)).toBe(true);
    expect(fitsPosition(0n, -51n, LIMITS)).toBe(false);
  });

  test('beyond its limit, a position may only come back', () => {
    expect(fitsPosition(80n, -10n, LIMITS)).toBe(true);
    expect(fitsPosition(80n, 1n, LIMITS)).toBe(false);
    expect(fitsPosition(-80n, 10n, LIMITS)).toBe(true);
    expect(fitsPosition(80n, -170n, LIMITS)).toBe(false);
  });
});
