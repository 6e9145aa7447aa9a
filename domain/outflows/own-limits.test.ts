import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRate } from '../money/rates.ts';
import { refusalOf } from '../refusal.fixture.ts';
import {
  changeOwnLimits,
  largestWithin,
  lowersOwnLimits,
  mayLeave,
  type OwnLimit,
  type OwnRoom,
  raisesOwnLimits,
  refuseBeyondOwnLimits,
  worthOf,
} from './own-limits.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const TOMORROW = new Date(NOW + 86_400_000);
const free: OwnLimit = { minor: null, next: null };
const limit = (minor: bigint, next: OwnLimit['next'] = null): OwnLimit => ({ minor, next });
const change = (before: OwnLimit, requested: bigint | null) => {
  const [limits, wish] = [
    { perPayout: before, perDay: free },
    { perPayoutMinor: requested, perDayMinor: null },
  ];
  return { after: changeOwnLimits(limits, wish, NOW).perPayout, raises: raisesOwnLimits(limits, wish) };
};

describe('a change of a limit', () => {
  const soon = new Date(NOW + 1_000);
  test.each<[string, OwnLimit, bigint | null, OwnLimit, boolean]>([
    ['the first one applies at once', free, 5n, limit(5n), false],
    ['none stays none', free, null, free, false],
    ['a lower one applies at once', limit(5n), 4n, limit(4n), false],
    ['the same one changes nothing', limit(5n), 5n, limit(5n), false],
    ['a higher one waits a day', limit(5n), 6n, limit(5n, { minor: 6n, from: TOMORROW }), true],
    ['none at all waits a day', limit(5n), null, limit(5n, { minor: null, from: TOMORROW }), true],
    ['the present one takes a waiting one back', limit(5n, { minor: 9n, from: soon }), 5n, limit(5n), false],
    ['a lower one than the present takes it back too', limit(5n, { minor: null, from: soon }), 1n, limit(1n), false],
    [
      'the waiting one again keeps its time',
      limit(5n, { minor: 9n, from: soon }),
      9n,
      limit(5n, { minor: 9n, from: soon }),
      false,
    ],
    [
      'less than the waiting one keeps its time',
      limit(5n, { minor: 9n, from: soon }),
      7n,
      limit(5n, { minor: 7n, from: soon }),
      false,
    ],
    [
      'more than the waiting one waits anew',
      limit(5n, { minor: 9n, from: soon }),
      10n,
      limit(5n, { minor: 10n, from: TOMORROW }),
      true,
    ],
    [
      'none instead of the waiting one waits anew',
      limit(5n, { minor: 9n, from: soon }),
      null,
      limit(5n, { minor: null, from: TOMORROW }),
      true,
    ],
  ])('%s', (_, before, requested, after, raises) => {
    expect(change(before, requested)).toEqual({ after, raises });
  });

  test('never lets more leave before a day is over, whatever is wanted in whatever order', () => {
    const requested = fc.option(fc.bigInt({ min: 1n, max: 9n }));
    fc.assert(
      fc.property(fc.array(requested, { minLength: 1, maxLength: 12 }), (requests) => {
        let now: OwnLimit = limit(5n);
        for (const request of requests) {
          const { minor } = now;
          now = change(now, request).after;
          expect(now.minor !== null && minor !== null && now.minor <= minor).toBe(true);
          if (now.next !== null) expect(now.next.from).toEqual(TOMORROW);
        }
      }),
    );
  });
});

const at = { source: 'test', sampledAt: new Date(NOW), expiresAt: TOMORROW };
const rates = [
  parseRate('50000', { ...at, asset: 'BTC', currency: 'EUR' }),
  parseRate('45000', { ...at, asset: 'BTC', currency: 'GBP' }),
  parseRate('0.5', { ...at, asset: 'XRP', currency: 'EUR' }),
];
const room: OwnRoom = { currency: 'EUR', perPayoutMinor: 50_000n, perDayMinor: 80_000n, usedMinor: 30_000n, rates };
const btc = (netMinor: bigint) => [{ gateId: 'BTC', netMinor }] as const;
const refused = (of: OwnRoom, sums: Parameters<typeof refuseBeyondOwnLimits>[1]) =>
  refusalOf(() => refuseBeyondOwnLimits(of, sums));

test.each<[string, OwnLimit, OwnLimit, boolean]>([
  ['the first one lowers', free, limit(5n), true],
  ['a lower one lowers', limit(5n), limit(4n), true],
  ['the same one does not', limit(5n), limit(5n), false],
  ['none after one does not', limit(5n), free, false],
  ['a higher one that waits does not', limit(5n), limit(5n, { minor: 9n, from: TOMORROW }), false],
])('what was requested before is checked again when it leaves: %s', (_what, before, after, isLower) => {
  for (const each of ['perPayout', 'perDay'] as const) {
    const of = (own: OwnLimit) => ({ perPayout: free, perDay: free, [each]: own });
    expect(lowersOwnLimits(of(before), of(after))).toBe(isLower);
  }
});

test('a payout leaves within both limits: alone as it was requested, and with what leaves within a day', () => {
  const rates = [
    parseRate('50000', {
      asset: 'BTC',
      currency: 'EUR',
      source: 'test',
      sampledAt: new Date(NOW),
      expiresAt: TOMORROW,
    }),
  ];
  const of = (perPayoutMinor: bigint | null, perDayMinor: bigint | null) => ({
    currency: 'EUR',
    rates,
    perPayoutMinor,
    perDayMinor,
  });
  const btc = { gateId: 'BTC', netMinor: 100_000n } as const;
  const sums = { whole: [btc], inOneDay: [btc, btc] };
  expect(mayLeave(of(5_000n, 10_000n), sums)).toBe(true);
  expect(mayLeave(of(4_999n, 10_000n), sums)).toBe(false);
  expect(mayLeave(of(5_000n, 9_999n), sums)).toBe(false);
  expect(mayLeave(of(5_000n, null), sums)).toBe(true);
  expect(mayLeave(of(null, null), { whole: [{ ...btc, gateId: 'LTC' }], inOneDay: [] })).toBe(true);
  expect(mayLeave(of(5_000n, null), { whole: [{ ...btc, gateId: 'LTC' }], inOneDay: [] })).toBe(false);
});

describe('what the limits leave', () => {
  test('allows up to both limits, to the cent', () => {
    refuseBeyondOwnLimits(room, btc(1_000_000n));
    refuseBeyondOwnLimits({ ...room, perPayoutMinor: null, perDayMinor: null, usedMinor: null, rates: [] }, btc(1n));
    expect(refused(room, btc(1_000_001n))).toEqual({
      code: 'amount_too_large',
      fields: { amount: ['Your own limit is 500.00 EUR per payout. This one is worth 500.01 EUR.'] },
    });
  });

  test('holds each limit without the other', () => {
    const [perDay, perPayout] = [
      { ...room, perPayoutMinor: null },
      { ...room, perDayMinor: null },
    ];
    refuseBeyondOwnLimits(perDay, btc(1_000_000n));
    expect(refused(perDay, btc(1_000_001n))).toMatchObject({ code: 'amount_too_large' });
    refuseBeyondOwnLimits({ ...perPayout, usedMinor: 90_000n }, btc(1_000_000n));
    expect(refused(perPayout, btc(1_000_001n))).toMatchObject({ code: 'amount_too_large' });
  });

  test('says the limit of the day, what was used and what remains', () => {
    expect(refused({ ...room, usedMinor: 79_000n }, btc(100_000n))).toEqual({
      code: 'amount_too_large',
      fields: {
        amount: [
          'Your own limit is 800.00 EUR per day. Left in the last 24 hours or still to leave: 790.00 EUR; remaining: 10.00 EUR. ' +
            'This payout is worth 50.00 EUR.',
        ],
      },
    });
    expect(refused({ ...room, usedMinor: 90_000n }, btc(1n))).toMatchObject({
      fields: { amount: [expect.stringContaining('remaining: 0.00 EUR')] },
    });
  });

  test('counts what a mass payout pays of all assets together', () => {
    const halves = [...btc(500_000n), { gateId: 'EUR', netMinor: 25_000n } as const];
    refuseBeyondOwnLimits(room, halves);
    expect(refused(room, [...halves, { gateId: 'XRP', netMinor: 1n }])).toMatchObject({ code: 'amount_too_large' });
  });

  test('refuses what nobody can value', () => {
    const unknown = [{ gateId: 'LTC', netMinor: 1n }] as const;
    expect(() => refuseBeyondOwnLimits(room, unknown)).toThrow(
      'Your own limits cannot be checked: an asset has no current rate in EUR. Try again later.',
    );
    expect(refused(room, unknown)).toMatchObject({ code: 'rate_unavailable' });
    expect(refused({ ...room, usedMinor: null }, btc(1n))).toMatchObject({ code: 'rate_unavailable' });
    refuseBeyondOwnLimits({ ...room, perDayMinor: null, usedMinor: null }, btc(1n));
    expect(refusalOf(() => largestWithin(room, 'LTC'))).toMatchObject({ code: 'rate_unavailable' });
    expect(refusalOf(() => largestWithin({ ...room, usedMinor: null }, 'BTC'))).toMatchObject({
      code: 'rate_unavailable',
    });
    expect(largestWithin({ ...room, perDayMinor: null, usedMinor: null }, 'BTC')).toBe(1_000_000n);
    expect(largestWithin({ ...room, perPayoutMinor: null, perDayMinor: null }, 'LTC')).toBeNull();
    expect(worthOf({ currency: 'GBP', rates: [] }, [{ gateId: 'EUR', netMinor: 1n }])).toBeNull();
  });

  test('values euro in another currency, and rounds the smallest sum up', () => {
    expect(worthOf({ currency: 'GBP', rates }, [{ gateId: 'EUR', netMinor: 1_000n }])).toBe(900n);
    expect(worthOf({ currency: 'EUR', rates }, btc(1n))).toBe(1n);
    expect(worthOf({ currency: 'GBP', rates }, btc(1_000_000n))).toBe(45_000n);
    expect(worthOf({ currency: 'EUR', rates }, [{ gateId: 'XRP', netMinor: 3_000_000n }])).toBe(150n);
  });

  test('the largest sum is within the limits, and nothing is left of a used day', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 80_000n }), fc.constantFrom('BTC', 'XRP', 'EUR'), (usedMinor, gateId) => {
        const netMinor = largestWithin({ ...room, usedMinor }, gateId as 'BTC') ?? -1n;
        refuseBeyondOwnLimits({ ...room, usedMinor }, [{ gateId: gateId as 'BTC', netMinor }]);
      }),
    );
    expect(largestWithin(room, 'BTC')).toBe(1_000_000n);
    expect(largestWithin({ ...room, usedMinor: 90_000n }, 'BTC')).toBe(0n);
    expect(largestWithin({ ...room, perPayoutMinor: null }, 'BTC')).toBe(1_000_000n);
    expect(largestWithin({ ...room, perDayMinor: null }, 'EUR')).toBe(50_000n);
    expect(largestWithin({ ...room, perPayoutMinor: null, perDayMinor: null }, 'BTC')).toBeNull();
  });
});
