import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DESTINATION_TAGS, destinationTagOf } from './destination-tags.ts';

const indexes = fc.integer({ min: 0, max: DESTINATION_TAGS - 1 });
const largestTag = 2n ** 32n - 1n;

/** Every tag of the rule, without asking the rule: ten digits, divisible by 17, at most 32 bits. */
function couldBeGiven(text: string): boolean {
  return text.length === 10 && !text.startsWith('0') && BigInt(text) <= largestTag && BigInt(text) % 17n === 0n;
}

describe('the destination tag of an index', () => {
  test('has ten digits, fits 32 bits and is a multiple of 17', () => {
    fc.assert(fc.property(indexes, (index) => couldBeGiven(String(destinationTagOf(index)))));
    expect([0, 1, 2, DESTINATION_TAGS - 1].map(destinationTagOf)).toEqual([
      1_000_000_010n,
      3_036_401_841n,
      1_777_836_370n,
      2_258_565_481n,
    ]);
  });

  test('is that of no other index', () => {
    fc.assert(
      fc.property(indexes, indexes, (one, other) => {
        expect(destinationTagOf(one) === destinationTagOf(other)).toBe(one === other);
      }),
    );
    const many = new Set(Array.from({ length: 100_000 }, (_, index) => destinationTagOf(index)));
    expect(many.size).toBe(100_000);
  });

  test('with one wrong digit, or two swapped, is nobody’s', () => {
    fc.assert(
      fc.property(indexes, (index) => {
        const digits = [...String(destinationTagOf(index))];
        for (const [at, digit] of digits.entries()) {
          for (const wrong of '0123456789')
            if (wrong !== digit) expect(couldBeGiven(digits.with(at, wrong).join(''))).toBe(false);
          for (const [other, swapped] of digits.entries())
            if (swapped !== digit)
              expect(couldBeGiven(digits.with(at, swapped).with(other, digit).join(''))).toBe(false);
        }
      }),
    );
  });

  test('with a digit too few or too many is nobody’s', () => {
    fc.assert(
      fc.property(indexes, (index) => {
        const text = String(destinationTagOf(index));
        for (let at = 0; at < text.length; at += 1) {
          expect(couldBeGiven(text.slice(0, at) + text.slice(at + 1))).toBe(false);
          expect(couldBeGiven(text.slice(0, at + 1) + text.slice(at))).toBe(false);
        }
      }),
    );
  });

  test('is never one of those given before, which counted from 1', () => {
    fc.assert(fc.property(indexes, (index) => destinationTagOf(index) >= 1_000_000_000n));
  });

  test.each([-1, 0.5, Number.NaN, DESTINATION_TAGS])('index %s is refused', (index) => {
    expect(() => destinationTagOf(index)).toThrow(RangeError);
  });
});
