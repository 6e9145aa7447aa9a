import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bankDifference,
  type CustodyStanding,
  custodyDifference,
  judgeCustody,
  SETTLED,
  toldAfterBooking,
} from './custody.ts';

const minor = fc.bigInt({ min: 0n, max: 10n ** 12n });

test('what is on its way, and any fee within its span, is no difference', () => {
  fc.assert(
    fc.property(minor, minor, minor, minor, fc.nat(100), (books, incoming, outgoing, fees, percent) => {
      const paid = (fees * BigInt(percent)) / 100n;
      const figures = { gateId: 'BTC', booksMinor: books, incomingMinor: incoming, outgoingMinor: outgoing } as const;
      const chainMinor = books + incoming - outgoing - paid;
      expect(custodyDifference({ ...figures, chainMinor, openFeesMinor: fees })).toBe(0n);
    }),
  );
});

test('every missing or surplus coin beyond that is reported exactly', () => {
  const figures = {
    gateId: 'ETH',
    booksMinor: 100n,
    incomingMinor: 10n,
    outgoingMinor: 5n,
    openFeesMinor: 3n,
  } as const;
  expect(custodyDifference({ ...figures, chainMinor: 101n })).toBe(-1n);
  expect(custodyDifference({ ...figures, chainMinor: 102n })).toBe(0n);
  expect(custodyDifference({ ...figures, chainMinor: 105n })).toBe(0n);
  expect(custodyDifference({ ...figures, chainMinor: 112n })).toBe(7n);
});

const figures = { gateId: 'ETH', incomingMinor: 0n, outgoingMinor: 0n, openFeesMinor: 0n } as const;
const GRACE_MS = 60_000;

/** The result when the chain shows these amounts beside books of 100, half a minute apart. */
function looks(chain: readonly (bigint | { readonly chain: bigint; readonly fees: bigint })[]) {
  let before: CustodyStanding | null = null;
  return chain.map((look, index) => {
    const [chainMinor, openFeesMinor] = typeof look === 'bigint' ? [look, 0n] : [look.chain, look.fees];
    const at = { nowMs: index * 30_000, graceMs: GRACE_MS };
    const found = judgeCustody({ ...figures, booksMinor: 100n, chainMinor, openFeesMinor }, before, at);
    before = found.standing;
    return found.verdict;
  });
}

const silent = (times: number) => Array.from({ length: times }, () => null);

test('a difference is believed when it lasts: missing coins stop payouts, a surplus raises an alert, each once', () => {
  expect(looks([99n, 99n, 99n, 99n, 99n])).toEqual([...silent(2), { act: 'stop', minor: 1n }, ...silent(2)]);
  expect(looks([101n, 101n, 101n, 101n, 101n])).toEqual([...silent(2), { act: 'tell', minor: 1n }, ...silent(2)]);
  const early = { nowMs: 59_999, graceMs: GRACE_MS };
  const twice = {
    ...SETTLED,
    differenceMinor: -1n,
    differsSinceMs: 0,
    untoldMinor: -1n,
    untoldSinceMs: 0,
    untoldTimes: 9,
  };
  expect(judgeCustody({ ...figures, booksMinor: 100n, chainMinor: 99n }, twice, early).verdict).toBeNull();
});

test('the count of checks in a row restarts when coins go missing where a surplus was', () => {
  expect(looks([101n, 101n, 90n, 90n, 90n])).toEqual([...silent(4), { act: 'stop', minor: 10n }]);
});

test('a reported surplus covers no loss, not even one of its own size', () => {
  expect(looks([105n, 105n, 105n, 102n, 102n, 102n])[5]).toEqual({ act: 'stop', minor: 3n });
  expect(looks([105n, 105n, 105n, 100n, 100n, 100n])[5]).toEqual({ act: 'stop', minor: 5n });
  expect(looks([105n, 105n, 105n, 95n, 95n, 95n])[5]).toEqual({ act: 'stop', minor: 10n });
});

test('a further loss after a reported one stops again', () => {
  expect(looks([99n, 99n, 99n, 90n, 90n, 90n])[5]).toEqual({ act: 'stop', minor: 9n });
});

test('fees that are not final are taken from a surplus without being a loss', () => {
  const open = { chain: 103n, fees: 4n };
  expect(looks([105n, 105n, 105n, open, open, open, open]).slice(3)).toEqual(silent(4));
});

test('coins that come back clear the report', () => {
  expect(looks([99n, 99n, 99n, 100n, 99n, 99n, 99n])[6]).toEqual({ act: 'stop', minor: 1n });
});

test('booking reduces a reported surplus, but not reported missing coins', () => {
  expect(toldAfterBooking(5n, 3n)).toBe(2n);
  expect(toldAfterBooking(5n, 9n)).toBe(0n);
  expect(toldAfterBooking(-5n, 3n)).toBe(-5n);
});

test.each([
  ['the statement is what the books have', { closingMinor: 100n, booksMinor: 100n, unstatedMinor: 0n }, 0n],
  ['a notified debit is in no statement yet', { closingMinor: 100n, booksMinor: 70n, unstatedMinor: -30n }, 0n],
  ['the bank debited what nobody knows', { closingMinor: 60n, booksMinor: 100n, unstatedMinor: 0n }, -40n],
  ['an overdrawn account lacks a credit', { closingMinor: -10n, booksMinor: -15n, unstatedMinor: 0n }, 5n],
])('the bank and the books: %s', (_name, figures, expected) => {
  expect(bankDifference(figures)).toBe(expected);
});
