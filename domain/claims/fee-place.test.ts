import { describe, expect, test } from 'vitest';
import { feePlaceOf, unitPriceMilli, type WaitingFee } from './fee-place.ts';

const fee: WaitingFee = { feeMinor: 423n, units: 141n, isReplaceable: true, marketMinor: 12n };

describe('the place of a waiting payment in the fee market', () => {
  test.each([
    ['far below what the next blocks take', fee, 'low'],
    ['what they take', { ...fee, feeMinor: 12n * 141n }, 'enough'],
    ['more', { ...fee, feeMinor: 100n * 141n }, 'enough'],
    ['less by no more than a tenth', { ...fee, feeMinor: 90n, units: 10n, marketMinor: 10n }, 'enough'],
    ['less by more than a tenth', { ...fee, feeMinor: 89n, units: 10n, marketMinor: 10n }, 'low'],
  ] as const)('is known for %s', (_, given, place) => {
    expect(feePlaceOf(given)).toBe(place);
  });

  test('is unknown without a fee, a size or a market', () => {
    expect(feePlaceOf(null)).toBeNull();
    expect(feePlaceOf({ ...fee, marketMinor: null })).toBeNull();
    expect(feePlaceOf({ ...fee, units: 0n })).toBeNull();
  });

  test('has a price for each unit, never shown higher than it is', () => {
    expect(unitPriceMilli(fee)).toBe(3_000n);
    expect(unitPriceMilli({ feeMinor: 2_000n, units: 141n })).toBe(14_184n);
    expect(unitPriceMilli({ feeMinor: 1n, units: 3n })).toBe(333n);
  });
});
