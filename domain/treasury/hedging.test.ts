import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONE, parseExact, times } from './exact.ts';
import { splitFill } from './fills.ts';
import { affordable, bestOffer, decideHedge, type HedgeSituation, ORDER_GAP_MS, priceBound } from './hedging.ts';

const NOW_MS = 1_700_000_000_000;

function situation(given: Partial<HedgeSituation> = {}): HedgeSituation {
  return {
    asset: 'BTC',
    position: ONE / 10n,
    sinceMs: NOW_MS,
    mid: 80_000n * ONE,
    stop: null,
    lastOrderMs: null,
    limits: {
      thresholdMinor: 50_000n,
      maxAgeMs: 300_000,
      maxOrderMinor: 2_500_000n,
      positionMinor: 10_000_000n,
      boundBps: 50,
    },
    lossMinor: 0n,
    dailyLossMinor: 500_000n,
    ...given,
  };
}

describe('the hedger', () => {
  test('sells what conversions left, and buys what is missing, with a bound for the price', () => {
    expect(decideHedge(situation(), NOW_MS)).toEqual({
      kind: 'order',
      side: 'sell',
      amount: ONE / 10n,
      mid: 80_000n * ONE,
      bound: 79_600n * ONE,
    });
    expect(decideHedge(situation({ position: -ONE / 10n }), NOW_MS)).toMatchObject({
      side: 'buy',
      amount: ONE / 10n,
      bound: 80_400n * ONE,
    });
  });

  test('rests below the threshold, until the position is too old', () => {
    const small = situation({ position: ONE / 1_000n });
    expect(decideHedge(small, NOW_MS + 299_999)).toMatchObject({ kind: 'rest' });
    expect(decideHedge(small, NOW_MS + 300_000)).toMatchObject({ kind: 'order', amount: ONE / 1_000n });
  });

  test('never sends more than the largest order', () => {
    expect(decideHedge(situation({ position: ONE }), NOW_MS)).toMatchObject({ amount: parseExact('0.3125') });
  });

  test.each([
    [{ position: 0n }, 'no position'],
    [{ mid: null }, 'no current rate'],
    [{ stop: 'a difference' }, 'stopped: a difference'],
    [{ lastOrderMs: NOW_MS - ORDER_GAP_MS + 1 }, 'moments ago'],
  ])('rests for %o', (given, why) => {
    expect(decideHedge(situation(given as Partial<HedgeSituation>), NOW_MS)).toMatchObject({
      kind: 'rest',
      why: expect.stringContaining(why),
    });
  });

  test('stops itself beyond the limit of the position, and everything after the loss of a day', () => {
    expect(decideHedge(situation({ position: parseExact('1.2500002') }), NOW_MS)).toMatchObject({
      kind: 'stop',
      scope: 'asset',
      reason: expect.stringContaining('€100000.00'),
    });
    expect(decideHedge(situation({ position: parseExact('1.25') }), NOW_MS)).toMatchObject({ kind: 'order' });
    expect(decideHedge(situation({ lossMinor: 500_001n }), NOW_MS)).toMatchObject({ kind: 'stop', scope: 'all' });
    expect(decideHedge(situation({ lossMinor: 500_000n }), NOW_MS)).toMatchObject({ kind: 'order' });
  });

  test('never trades worse than its bound, nor more than its limits', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 21n), 10n ** 21n),
        fc.bigInt(1n, 10n ** 23n),
        fc.integer({ min: 1, max: 1_000 }),
        (position, mid, boundBps) => {
          const at = situation({ position, mid });
          const decision = decideHedge({ ...at, limits: { ...at.limits, boundBps } }, NOW_MS);
          if (decision.kind !== 'order') return;
          const size = position < 0n ? -position : position;
          expect(decision.amount).toBeLessThanOrEqual(size);
          expect(times(decision.amount, mid)).toBeLessThanOrEqual((at.limits.maxOrderMinor * ONE) / 100n);
          const [low, high] = position > 0n ? [decision.bound, mid] : [mid, decision.bound];
          expect(low).toBeLessThanOrEqual(high);
          expect(priceBound(mid, decision.side, boundBps)).toBe(decision.bound);
        },
      ),
    );
  });
});

test('the best offer is the dearest for a sale and the cheapest for a purchase', () => {
  const offers = [3n, 5n, 4n].map((price) => ({ price, amount: ONE, bound: 1n }));
  expect(bestOffer(offers, 'sell')?.price).toBe(5n);
  expect(bestOffer(offers, 'buy')?.price).toBe(3n);
  expect(bestOffer([], 'buy')).toBeUndefined();
});

test('an order is not larger than what is held for it', () => {
  const order = { amount: ONE, bound: 100n * ONE };
  expect(affordable({ ...order, side: 'sell' }, { coins: ONE / 2n, euros: 0n })).toBe(ONE / 2n);
  expect(affordable({ ...order, side: 'sell' }, { coins: -ONE, euros: 0n })).toBe(0n);
  // A hundredth is left for the fee.
  expect(affordable({ ...order, side: 'buy' }, { coins: 0n, euros: 50n * ONE })).toBe(parseExact('0.495'));
  expect(affordable({ ...order, side: 'buy' }, { coins: 0n, euros: 5_000n * ONE })).toBe(ONE);
});

describe('a fill of an asset with several gates', () => {
  const gates = (first: bigint, second: bigint) => [
    { asset: 'USDT_TRC20', minor: first },
    { asset: 'USDT_ERC20', minor: second },
  ];

  test('takes from the largest position first, and the rest from the first gate', () => {
    expect(splitFill(gates(10n, 30n), { side: 'sell', minor: 35n })).toEqual([
      { asset: 'USDT_ERC20', minor: 30n },
      { asset: 'USDT_TRC20', minor: 5n },
    ]);
    expect(splitFill(gates(10n, -4n), { side: 'sell', minor: 20n })).toEqual([{ asset: 'USDT_TRC20', minor: 20n }]);
    expect(splitFill(gates(-10n, 4n), { side: 'buy', minor: 3n })).toEqual([{ asset: 'USDT_TRC20', minor: 3n }]);
  });

  test('is shared out completely', () => {
    const amounts = fc.bigInt(-(10n ** 12n), 10n ** 12n);
    fc.assert(
      fc.property(amounts, amounts, fc.bigInt(1n, 10n ** 12n), fc.constantFrom('buy', 'sell'), (a, b, minor, side) => {
        const shares = splitFill(gates(a, b), { side: side as 'buy' | 'sell', minor });
        expect(shares.every((share) => share.minor > 0n)).toBe(true);
        expect(shares.reduce((sum, share) => sum + share.minor, 0n)).toBe(minor);
      }),
    );
  });
});
