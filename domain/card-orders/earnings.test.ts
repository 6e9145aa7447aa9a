import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { mustAcceptAmounts } from './amounts.ts';
import { cardEarnings, MATURITY_MS } from './earnings.ts';

describe('earnings', () => {
  test.each([
    [10_000n, 200, 5_000, 200n, 100n],
    [9_999n, 155, 3_333, 154n, 51n],
    [1n, 9_999, 10_000, 0n, 0n],
    [10_000n, 10_000, 10_000, 10_000n, 10_000n],
    [10_000n, 0, 10_000, 0n, 0n],
    [0n, 200, 5_000, 0n, 0n],
  ])('of %i cents at %i and %i basis points', (euroMinor, commissionBps, shareBps, commissionMinor, shareMinor) => {
    expect(cardEarnings(euroMinor, { commissionBps, shareBps })).toEqual({ euroMinor, commissionMinor, shareMinor });
  });

  test('are never more than the fiat total, and the share never more than the commission', () => {
    const bps = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), bps, bps, (euroMinor, commissionBps, shareBps) => {
        const { commissionMinor, shareMinor } = cardEarnings(euroMinor, { commissionBps, shareBps });
        expect(commissionMinor).toBeLessThanOrEqual(euroMinor);
        expect(shareMinor).toBeGreaterThanOrEqual(0n);
        expect(shareMinor).toBeLessThanOrEqual(commissionMinor);
      }),
      { numRuns: examples(500) },
    );
  });

  test('mature after ninety days', () => expect(MATURITY_MS).toBe(7_776_000_000));
});

describe('the amounts at which the partner made an order', () => {
  const agreed = { fiatMinor: 100n, cryptoMinor: 50n, partnerFiatMinor: 100n, partnerCryptoMinor: 50n };

  test.each([
    [{}, false],
    [{ partnerFiatMinor: null, partnerCryptoMinor: null }, false],
    [{ partnerFiatMinor: 99n, partnerCryptoMinor: 51n }, false],
    [{ partnerFiatMinor: 101n }, true],
    [{ partnerCryptoMinor: 49n }, true],
    [{ partnerFiatMinor: 101n, partnerCryptoMinor: 60n }, true],
  ])('%o have to be accepted: %s', (change, expected) => {
    expect(mustAcceptAmounts({ ...agreed, ...change })).toBe(expected);
  });
});
