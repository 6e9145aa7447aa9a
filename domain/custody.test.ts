import fc from 'fast-check';
import { expect, test } from 'vitest';
import { custodyDifference, custodyVerdict } from './custody.ts';

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

test('every coin that is missing or too many beyond that is told exactly', () => {
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

test('a difference is believed when it stands: missing coins stop payouts, a surplus is told', () => {
  const at = { nowMs: 60_000, graceMs: 60_000 };
  expect(custodyVerdict({ differenceMinor: -1n, sinceMs: 0, times: 2 }, at)).toBe('wait');
  expect(custodyVerdict({ differenceMinor: -1n, sinceMs: 1, times: 9 }, at)).toBe('wait');
  expect(custodyVerdict({ differenceMinor: -1n, sinceMs: 0, times: 3 }, at)).toBe('stop');
  expect(custodyVerdict({ differenceMinor: 1n, sinceMs: 0, times: 3 }, at)).toBe('tell');
});
