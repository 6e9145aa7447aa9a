import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ceilTo, exactOf, floorTo, formatExact, minorOf, ONE, parseExact, per, times } from './exact.ts';

const LARGE = 10n ** 40n;

test('a decimal is read and written without a loss', () => {
  expect(parseExact('-0.00125')).toBe(-1_250_000_000_000_000n);
  expect(formatExact(parseExact('81250.400'))).toBe('81250.4');
  expect(formatExact(0n)).toBe('0');
  fc.assert(fc.property(fc.bigInt({ min: -LARGE, max: LARGE }), (value) => parseExact(formatExact(value)) === value));
});

test.each(['', '1e-8', '0x1', '1,5', ' 1', 'NaN', 'undefined', '--1'])('%j is no decimal', (text) => {
  expect(() => parseExact(text)).toThrow(RangeError);
});

test('minor units are rounded down, also below zero', () => {
  expect(minorOf(parseExact('1.239'), 2)).toBe(123n);
  expect(minorOf(parseExact('-1.231'), 2)).toBe(-124n);
  fc.assert(
    fc.property(fc.bigInt(), fc.constantFrom(2, 6, 8, 18), (minor, of) => minorOf(exactOf(minor, of), of) === minor),
  );
});

test('products, quotients and steps', () => {
  expect(times(parseExact('0.5'), parseExact('80000'))).toBe(40_000n * ONE);
  expect(per(parseExact('1'), parseExact('3'))).toBe(333_333_333_333_333_333n);
  expect(floorTo(parseExact('0.123456'), parseExact('0.001'))).toBe(parseExact('0.123'));
  expect(ceilTo(parseExact('0.123456'), parseExact('0.001'))).toBe(parseExact('0.124'));
});
