import { expect, test } from 'vitest';
import { feesBeyond } from './fees.ts';

const beyond = (minors: readonly bigint[], bookedMinor = 0n) =>
  feesBeyond(
    minors.map((amountMinor) => ({ amountMinor })),
    { limitMinor: 100n, bookedMinor },
  ).map(({ amountMinor }) => amountMinor);

test('fees up to the limit of a day are booked, and what was booked before counts', () => {
  expect(beyond([])).toEqual([]);
  expect(beyond([60n, 40n])).toEqual([]);
  expect(beyond([60n, 41n])).toEqual([41n]);
  expect(beyond([60n], 40n)).toEqual([]);
  expect(beyond([60n], 41n)).toEqual([60n]);
  expect(beyond([1n], 120n)).toEqual([1n]);
});

test('one that is beyond keeps no other from being booked', () => {
  expect(beyond([50n, 900n, 30n, 21n, 20n])).toEqual([900n, 21n]);
});
