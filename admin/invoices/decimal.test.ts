import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, isPositive, minus, percentText, permille } from './decimal.ts';

const text = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, places]) => {
    const padded = String(digits).padStart(places + 1, '0');
    return places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`;
  });

describe('decimal strings', () => {
  it('subtract exactly', () => {
    expect(minus('0.00310000', '0.00280000')).toBe('0.00030000');
    expect(minus('1', '0.000000000000000001')).toBe('0.999999999999999999');
    expect(minus('0', '2.5')).toBe('-2.5');
    expect(minus(null, null)).toBe('0');
  });

  it('give back what was taken away, whatever the digits', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const back = decimal(minus(minus(a, b), a));
        const taken = decimal(b);
        const places = Math.max(back.places, taken.places);
        const scale = (value: { digits: bigint; places: number }) =>
          value.digits * 10n ** BigInt(places - value.places);
        expect(scale(back)).toBe(-scale(taken));
      }),
    );
  });

  it('are positive only above nought', () => {
    expect(isPositive('0.00000001')).toBe(true);
    for (const nothing of ['0', '0.00000000', '-1', null]) expect(isPositive(nothing), String(nothing)).toBe(false);
  });

  it('have shares that stay between nothing and all', () => {
    expect(permille('0.00280000', '0.00312815')).toBe(895);
    expect(permille('2', '1')).toBe(1000);
    expect(permille('-1', '1')).toBe(0);
    expect(permille('1', '0')).toBe(0);
  });
});

it('shows tenths of a percent only where there are some', () => {
  expect([895, 1000, 0].map(percentText)).toEqual(['89.5', '100', '0']);
});
