import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDomainError } from '../errors.ts';
import {
  allocate,
  bpsFloor,
  divCeil,
  divFloor,
  divHalfUp,
  formatAmount,
  formatTrimmed,
  mulDivCeil,
  mulDivFloor,
  parseAmount,
  roundUpTo,
} from './money.ts';

const big = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const amount = fc.bigInt({ min: 0n, max: 10n ** 40n });
const divisor = big.filter((value) => value !== 0n);
const decimals = fc.integer({ min: 0, max: 18 });

describe('reading and writing amounts', () => {
  test('what was written is read back unchanged', () => {
    fc.assert(
      fc.property(amount, decimals, (minor, places) => {
        expect(parseAmount(formatAmount(minor, places), places)).toBe(minor);
        expect(parseAmount(formatTrimmed(minor, places), places)).toBe(minor);
      }),
    );
  });

  test('an amount has exactly the places of its asset', () => {
    expect(formatAmount(150_000n, 8)).toBe('0.00150000');
    expect(formatAmount(4_990n, 2)).toBe('49.90');
    expect(formatAmount(1_000n, 0)).toBe('1000');
    expect(formatAmount(-5n, 2)).toBe('-0.05');
    expect(formatTrimmed(1_500_000_000_000_000n, 18, 2)).toBe('0.0015');
    expect(formatTrimmed(10n ** 18n, 18, 2)).toBe('1.00');
    expect(formatTrimmed(10n ** 18n, 18)).toBe('1');
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1e3',
    '1E3',
    '0x10',
    '1,5',
    '.5',
    '5.',
    '1.2.3',
    '00',
    '01',
    '٣',
    'NaN',
    'Infinity',
    '1_000',
  ])('hazard 56: %j is refused, not coerced', (text) =>
    expect(() => parseAmount(text, 8)).toThrow(expect.objectContaining({ code: 'amount_invalid', status: 422 })),
  );

  test('hazard 56: a JSON number is refused, not coerced', () => {
    const fromJson: string = JSON.parse('{"amount":49.9}').amount;
    expect(() => parseAmount(fromJson, 2)).toThrow(expect.objectContaining({ code: 'amount_invalid' }));
  });

  test('hazard 56: more places than the asset has are refused, even zeros', () => {
    expect(() => parseAmount('1.001', 2)).toThrow();
    expect(() => parseAmount('1.000', 2)).toThrow();
    expect(() => parseAmount('1.0', 0)).toThrow();
    expect(parseAmount('1.00', 2)).toBe(100n);
  });

  test('no text makes anything but an amount or a refusal', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.eE+- ,x') }), (text) => {
        try {
          expect(parseAmount(text, 8)).toBeGreaterThanOrEqual(0n);
          expect(text).toMatch(/^\d+(\.\d{1,8})?$/);
        } catch (error) {
          if (!isDomainError(error, 'amount_invalid')) throw error;
        }
      }),
    );
  });

  test('an endless amount is refused', () => {
    expect(() => parseAmount('9'.repeat(10_000), 8)).toThrow();
  });
});

describe('rounding', () => {
  test('floor and ceiling enclose the exact quotient within one unit', () => {
    fc.assert(
      fc.property(big, divisor, (a, b) => {
        const floor = divFloor(a, b);
        const ceil = divCeil(a, b);
        const exact = a % b === 0n;
        expect(ceil - floor).toBe(exact ? 0n : 1n);
        const rest = a - floor * b;
        expect(b > 0n ? rest >= 0n && rest < b : rest <= 0n && rest > b).toBe(true);
      }),
    );
  });

  test('half up is the nearest, a half away from zero', () => {
    expect([5n, 15n, -5n, -15n, 4n, 6n, -4n, -6n].map((value) => divHalfUp(value, 10n))).toEqual([
      1n,
      2n,
      -1n,
      -2n,
      0n,
      1n,
      0n,
      -1n,
    ]);
    fc.assert(
      fc.property(big, divisor, (a, b) => {
        const twice = 2n * (a - divHalfUp(a, b) * b);
        const size = b < 0n ? -b : b;
        expect(twice <= size && twice >= -size).toBe(true);
      }),
    );
  });

  test('multiplying first and dividing once never exceeds, and never falls short by a unit', () => {
    fc.assert(
      fc.property(
        amount,
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (value, num, den) => {
          const down = mulDivFloor(value, num, den);
          const up = mulDivCeil(value, num, den);
          expect(down * den <= value * num && value * num <= up * den).toBe(true);
          expect(up - down <= 1n).toBe(true);
        },
      ),
    );
  });

  test('a share never takes more than the whole', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (minor, bps) => {
        expect(bpsFloor(minor, bps)).toBeLessThanOrEqual(minor);
      }),
    );
  });

  test('rounding up gives the next multiple', () => {
    expect(roundUpTo(1n, 10n)).toBe(10n);
    expect(roundUpTo(10n, 10n)).toBe(10n);
    expect(roundUpTo(0n, 10n)).toBe(0n);
  });

  test('dividing by zero is an error, not a number', () => {
    expect(() => divFloor(1n, 0n)).toThrow(RangeError);
  });
});

describe('allocation', () => {
  const weights = fc
    .array(fc.bigInt({ min: 0n, max: 10n ** 20n }), { minLength: 1, maxLength: 12 })
    .filter((all) => all.some((weight) => weight > 0n));

  test('the parts sum to the total, and each is within a unit of its exact share', () => {
    fc.assert(
      fc.property(amount, weights, (total, shares) => {
        const parts = allocate(total, shares);
        const sum = shares.reduce((a, b) => a + b, 0n);
        expect(parts.reduce((a, b) => a + b, 0n)).toBe(total);
        parts.forEach((part, at) => {
          const off = part * sum - total * (shares[at] ?? 0n);
          expect(off < sum && off > -sum).toBe(true);
        });
      }),
    );
  });

  test('a weight of zero gets nothing', () => {
    fc.assert(
      fc.property(amount, weights, (total, shares) => {
        allocate(total, [...shares, 0n]).forEach((part, at) => {
          if ((shares[at] ?? 0n) === 0n) expect(part).toBe(0n);
        });
      }),
    );
  });

  test('equal remainders go to the earlier part', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocate(0n, [1n, 2n])).toEqual([0n, 0n]);
  });

  test.each([
    [-1n, [1n]],
    [1n, []],
    [1n, [0n]],
    [1n, [2n, -1n]],
  ])('nonsense is refused: %s by %s', (total, shares) => {
    expect(() => allocate(total, shares)).toThrow(RangeError);
  });
});
