import { expect, test } from 'vitest';
import { type RatedConversion, reversalsByRate } from './reversal.ts';

const conversion = (id: string, rateAt: RatedConversion['rateAt'], minor: bigint): RatedConversion => ({
  id,
  rateAt,
  amountFromMinor: minor,
  amountToMinor: 2n * minor,
  feeMinor: 0n,
  reversedFromMinor: 0n,
  reversedToMinor: 0n,
  reversedFeeMinor: 0n,
});
const both = [conversion('locked', 'locked', 990n), conversion('present', 'present', 500n)];
const taken = (rows: readonly RatedConversion[], minor: bigint, lockedLeftMinor: bigint) =>
  reversalsByRate(rows, { minor, lockedLeftMinor }).map(({ id, fromMinor }) => [id, fromMinor]);

test.each([both, both.toReversed()])(
  'each part is taken back at its own rate, in whatever order they are read',
  (...rows) => {
    expect(taken(rows, 500n, 990n)).toEqual([['present', 500n]]);
    expect(taken(rows, 990n, 0n)).toEqual([['locked', 990n]]);
    expect(taken(rows, 995n, 0n)).toEqual([
      ['present', 5n],
      ['locked', 990n],
    ]);
    expect(taken(rows, 400n, 600n)).toEqual([
      ['present', 10n],
      ['locked', 390n],
    ]);
  },
);

test('what one part does not have is taken from the other, and no more than there is', () => {
  expect(taken(both, 700n, 990n)).toEqual([
    ['present', 500n],
    ['locked', 200n],
  ]);
  expect(taken(both, 2_000n, 0n)).toEqual([
    ['present', 500n],
    ['locked', 990n],
  ]);
  expect(taken(both.slice(0, 1), 100n, 990n)).toEqual([['locked', 100n]]);
  expect(taken(both.slice(1), 100n, 0n)).toEqual([['present', 100n]]);
});
