import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { parseRatio } from '../money/rates.ts';
import { earnedMinor, keptMinorOf, moveOf, reversedMicroOf, shareMicroOf } from './earnings.ts';
import { PARTNER_TERMS, type PartnerTerms } from './terms.ts';

const euro = (minor: bigint) => ({ minor, decimals: 2, perUnit: { num: 1n, den: 1n } });

describe('the share of a fee', () => {
  test.each([
    ['a euro at 20 %', euro(100n), 2_000, 200_000n],
    ['a cent at 20 %', euro(1n), 2_000, 2_000n],
    ['a thousandth of a coin of 62,345.10 EUR at 10 %', fee(100_000n, 8, '62345.10'), 1_000, 6_234_510n],
    ['one satoshi: the remainder stays with the gateway', fee(1n, 8, '62345.19'), 1_000, 62n],
    ['a wei is worth nothing', fee(1n, 18, '3000'), 2_000, 0n],
    ['no fee', euro(0n), 2_000, 0n],
  ])('of %s', (_name, charged, shareBps, micro) => {
    expect(shareMicroOf(charged, { shareBps, capMinor: 1n })).toBe(micro);
  });

  test('is 20 % for partners and 10 % for ambassadors, up to 10,000 EUR', () => {
    expect(PARTNER_TERMS.partner).toEqual({ shareBps: 2_000, capMinor: 1_000_000n });
    expect(PARTNER_TERMS.ambassador).toEqual({ shareBps: 1_000, capMinor: 1_000_000n });
  });
});

describe('the share that a returned fee takes back', () => {
  const earned = { feeMinor: 300n, shareMicro: 1_000n };

  test.each([
    ['the whole fee', 300n, 1_000n],
    ['more than the fee', 301n, 1_000n],
    ['a third, rounded up', 100n, 334n],
    ['one unit', 1n, 4n],
  ])('of %s', (_name, returned, micro) => expect(reversedMicroOf(returned, earned)).toBe(micro));

  test('is nothing if the fee brought nothing', () => {
    expect(reversedMicroOf(100n, { feeMinor: 0n, shareMicro: 0n })).toBe(0n);
    expect(reversedMicroOf(100n, { feeMinor: 0n, shareMicro: 7n })).toBe(0n);
    expect(reversedMicroOf(100n, { feeMinor: -5n, shareMicro: 7n })).toBe(0n);
  });
});

test.each([
  ['after other fees', 50n, 100n],
  ['first', 0n, 100n],
  ['after a return of a part of it', -30n, 70n],
  ['after its return', -100n, 0n],
  ['after a return of more', -130n, 0n],
])('a fee of 100 that is read %s brings its share', (_name, feeMinor, kept) => {
  expect(keptMinorOf(100n, { feeMinor })).toBe(kept);
});

describe('the earned amount', () => {
  const terms: PartnerTerms = { shareBps: 2_000, capMinor: 500n };

  test.each([
    [0n, 0n],
    [9_999n, 0n],
    [10_000n, 1n],
    [4_999_999n, 499n],
    [5_000_000n, 500n],
    [50_000_000n, 500n],
    [-1n, 0n],
  ])('of %i millionths of a euro is %i cents', (micro, minor) => expect(earnedMinor(micro, terms)).toBe(minor));
});

test('a change is booked on earnings and debt, and never takes more than is there', () => {
  expect(moveOf(70n, { earningsMinor: 0n, debtMinor: 50n })).toEqual(move({ repayMinor: 50n, earnMinor: 20n }));
  expect(moveOf(30n, { earningsMinor: 0n, debtMinor: 50n })).toEqual(move({ repayMinor: 30n }));
  expect(moveOf(-70n, { earningsMinor: 50n, debtMinor: 0n })).toEqual(move({ takeMinor: 50n, oweMinor: 20n }));
  expect(moveOf(0n, { earningsMinor: 50n, debtMinor: 0n })).toEqual(move({}));
});

/** A fee of an operation, a return of some of it, a settlement, or a decision about the merchant. */
type Happening =
  | { readonly type: 'fee'; readonly operation: number; readonly minor: bigint; readonly price: bigint }
  | { readonly type: 'return'; readonly operation: number; readonly parts: bigint }
  | { readonly type: 'settle' };

const operation = fc.nat({ max: 4 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('fee' as const),
      operation,
      minor: fc.bigInt(1n, 10n ** 7n),
      price: fc.bigInt(1n, 10n ** 5n),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('return' as const), operation, parts: fc.bigInt(1n, 4n) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('settle' as const) }) },
);

test('whatever happens, a partner has exactly the share of the fees that stayed, up to the cap', () => {
  const terms: PartnerTerms = { shareBps: 2_000, capMinor: 1_000_000n };
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60, size: 'max' }), (all) => {
      const operations = new Map<number, { feeMinor: bigint; shareMicro: bigint }>();
      let [accrued, earned, earnings, debt, settled] = [0n, 0n, 0n, 0n, 0n];
      const book = (micro: bigint) => {
        accrued += micro;
        const moved = moveOf(earnedMinor(accrued, terms) - earned, { earningsMinor: earnings, debtMinor: debt });
        for (const [part, minor] of Object.entries(moved)) if (minor > 0n) seen.add(part);
        expect(Object.values(moved).every((minor) => minor >= 0n)).toBe(true);
        earnings += moved.earnMinor - moved.takeMinor;
        debt += moved.oweMinor - moved.repayMinor;
        earned = earnedMinor(accrued, terms);
      };
      for (const each of all) {
        if (each.type === 'settle') {
          settled += earnings;
          earnings = 0n;
          continue;
        }
        const of = operations.get(each.operation) ?? { feeMinor: 0n, shareMicro: 0n };
        if (each.type === 'fee') {
          const micro = shareMicroOf({ minor: each.minor, decimals: 8, perUnit: { num: each.price, den: 1n } }, terms);
          operations.set(each.operation, { feeMinor: of.feeMinor + each.minor, shareMicro: of.shareMicro + micro });
          book(micro);
        } else {
          const minor = of.feeMinor / each.parts;
          const micro = reversedMicroOf(minor, of);
          expect(micro >= 0n && micro <= of.shareMicro).toBe(true);
          operations.set(each.operation, { feeMinor: of.feeMinor - minor, shareMicro: of.shareMicro - micro });
          book(-micro);
        }
        expect(earnings >= 0n && debt >= 0n && (earnings === 0n || debt === 0n)).toBe(true);
        // Paid, payable and owed are together what was earned: nothing is made up, nothing is lost.
        expect(settled + earnings - debt).toBe(earned);
        expect(earned <= terms.capMinor).toBe(true);
      }
      for (const [key, of] of operations) {
        book(-reversedMicroOf(of.feeMinor, of));
        operations.delete(key);
      }
      // With every fee returned nothing is earned, and what was paid out is owed to the cent.
      expect([accrued, earned, earnings, debt]).toEqual([0n, 0n, 0n, settled]);
    }),
    { numRuns: examples(500) },
  );
  expect([...seen].sort()).toEqual(['earnMinor', 'oweMinor', 'repayMinor', 'takeMinor']);
});

function fee(minor: bigint, decimals: number, price: string) {
  return { minor, decimals, perUnit: parseRatio(price) };
}

function move(parts: Partial<ReturnType<typeof moveOf>>): ReturnType<typeof moveOf> {
  return { earnMinor: 0n, repayMinor: 0n, takeMinor: 0n, oweMinor: 0n, ...parts };
}
