import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount, writeTyped } from './amount.ts';

const amount = (text: string) => ({ kind: 'amount', amount: text });

describe('a typed amount', () => {
  it.each([
    ['100', amount('100')],
    ['100.5', amount('100.5')],
    ['100,50', amount('100.50')],
    ['1,234.50', amount('1234.50')],
    ['1.234,50', amount('1234.50')],
    ['1 234,5', amount('1234.5')],
    ['1’234.50', amount('1234.50')],
    ['1,234,567', amount('1234567')],
    ['007', amount('7')],
    ['.5', amount('0.5')],
    ['5.', amount('5')],
    [' ', { kind: 'empty' }],
    ['.', { kind: 'not_a_number' }],
    ['1.2.3', { kind: 'not_a_number' }],
    ['-5', { kind: 'not_a_number' }],
    ['5e3', { kind: 'not_a_number' }],
    ['ten', { kind: 'not_a_number' }],
  ])('%j is read as people mean it', (text, read) => {
    expect(readAmount(text, 2)).toEqual(read);
  });

  it('is never a thousand times what was meant: a lone mark is the decimal one', () => {
    expect(readAmount('1.000', 2)).toEqual({ kind: 'too_many_places' });
    expect(readAmount('1,000', 2)).toEqual({ kind: 'too_many_places' });
    expect(readAmount('1,000', 8)).toEqual(amount('1.000'));
  });

  it('is read back as it was written into the field, in every language', () => {
    const decimals = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }));
    fc.assert(
      fc.property(decimals, fc.constantFrom('.', ','), ([digits, places], point) => {
        const text = digits.toString().padStart(places + 1, '0');
        const whole = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
        const read = readAmount(writeTyped(whole, { point, least: 2 }), 18);
        expect(read.kind === 'amount' && scaled(read.amount)).toBe(scaled(whole));
      }),
    );
  });

  it('has no zeros at its end beyond those of the currency', () => {
    expect(writeTyped('0.012500000000000000', { point: ',', least: 0 })).toBe('0,0125');
    expect(writeTyped('100.00', { point: '.', least: 2 })).toBe('100.00');
    expect(writeTyped('100.000', { point: '.', least: 0 })).toBe('100');
  });
});

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(20, '0'));
}
