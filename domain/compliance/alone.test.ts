import { expect, test } from 'vitest';
import { needsSecondPerson } from './alone.ts';

test.each([
  [999n, 0n, false],
  [1_000n, 0n, true],
  [1n, 998n, false],
  [1n, 999n, true],
  [null, 0n, true],
] as const)(
  'of a value of %s after %s alone, a second person is needed from 1000 on: %s',
  (valueMinor, beforeMinor, is) => {
    expect(needsSecondPerson({ valueMinor, beforeMinor, secondFromMinor: 1_000n })).toBe(is);
  },
);
