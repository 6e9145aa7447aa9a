import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { separatorsOf, writeDecimal } from './decimal-text.ts';

describe('a decimal text', () => {
  it.each([
    ['en-GB', '1,234,567.00140597', '1,234.5'],
    ['de', '1.234.567,00140597', '1.234,5'],
    ['fr', '1\u202f234\u202f567,00140597', '1\u202f234,5'],
    ['es', '1.234.567,00140597', '1234,5'],
    ['it', '1.234.567,00140597', '1234,5'],
    ['pt-PT', '1\u00a0234\u00a0567,00140597', '1234,5'],
    ['ru', '1\u00a0234\u00a0567,00140597', '1\u00a0234,5'],
  ])('has the separators of %s', (locale, million, thousand) => {
    const separators = separatorsOf(locale);
    expect(writeDecimal('1234567.00140597', separators)).toBe(million);
    expect(writeDecimal('1234.5', separators)).toBe(thousand);
  });

  it('keeps every digit, zeros at the end included', () => {
    const german = separatorsOf('de');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.stringMatching(/^\d{0,18}$/), (whole, fraction) => {
        const amount = fraction === '' ? `${whole}` : `${whole}.${fraction}`;
        expect(writeDecimal(amount, german).replaceAll('.', '').replace(',', '.')).toBe(amount);
        expect(writeDecimal(`${whole}`, german)).toBe(whole.toLocaleString('de'));
      }),
    );
  });
});
