import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaledPrice, sharedAmount } from './shared-price.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 24n });

describe('the amount of a shared price', () => {
  test.each([
    [1n, 1n],
    [99n, 99n],
    [100n, 100n],
    [101n, 110n],
    [994n, 1_000n],
    [49_900_000n, 50_000_000n],
  ])('of %i is %i', (minor, shared) => {
    expect(sharedAmount(minor)).toBe(shared);
  });

  test('is never less, at most a tenth more, and one of ninety of each magnitude', () => {
    fc.assert(
      fc.property(amounts, (minor) => {
        const shared = sharedAmount(minor);
        expect(shared).toBeGreaterThanOrEqual(minor);
        expect((shared - minor) * 10n).toBeLessThan(minor);
        expect(sharedAmount(shared)).toBe(shared);
        expect(shared.toString().slice(2)).toMatch(/^0*$/);
      }),
    );
  });
});

describe('a price by that of another amount', () => {
  test('has value and the fee of the seller in proportion, and the same fee of the network', () => {
    const price = { fiatMinor: 11_250n, cryptoMinor: 100n, partnerFeeMinor: 200n, networkFeeMinor: 50n };
    expect(scaledPrice(price, 99n)).toEqual({
      fiatMinor: 10_890n + 198n + 50n,
      cryptoMinor: 99n,
      partnerFeeMinor: 198n,
      networkFeeMinor: 50n,
    });
    expect(scaledPrice(price, 100n)).toEqual(price);
  });

  test('is no more than the other for less, and its parts add up', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 12n }), (minor, fees) => {
        const cryptoMinor = sharedAmount(minor);
        const price = { fiatMinor: 3n * fees, cryptoMinor, partnerFeeMinor: fees, networkFeeMinor: fees };
        const scaled = scaledPrice(price, minor);
        expect(scaled.cryptoMinor).toBe(minor);
        expect(scaled.fiatMinor).toBeLessThanOrEqual(price.fiatMinor);
        expect(scaled.networkFeeMinor).toBe(fees);
        // At most a tenth more coins were priced.
        expect((scaled.fiatMinor - fees) * 11n).toBeGreaterThanOrEqual((price.fiatMinor - fees) * 10n);
      }),
    );
  });
});
