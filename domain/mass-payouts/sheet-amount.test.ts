import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors.ts';
import { formatTrimmed, parseAmount } from '../money/money.ts';
import { hasDecimalComma, sheetAmount } from './sheet-amount.ts';

const read = (text: string, decimalComma = false) => {
  try {
    return sheetAmount(text, { decimalComma });
  } catch (error) {
    return error instanceof DomainError ? (error.fields?.amount?.[0] ?? error.code) : error;
  }
};

describe('an amount as a spreadsheet writes it', () => {
  it.each([
    ['0.0125', '0.0125'],
    ['0,0125', '0.0125'],
    ['1,5', '1.5'],
    ['0,001', '0.001'],
    ['1234,567', '1234.567'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['1.234', '1.234'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234,567', '1234.567'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1 234,5', '1234.5'],
    ['1\u00A0234', '1234'],
    ['1\u202F234\u202F567,25', '1234567.25'],
    ['1’234.50', '1234.50'],
    ["12'345", '12345'],
    ['1E-04', '0.0001'],
    ['1,00E-04', '0.0001'],
    ['1.25e-3', '0.00125'],
    ['1,5E+3', '1500'],
    ['2E0', '2'],
    ['1,25E+1', '12.5'],
    ['1E+10', '10000000000'],
  ])('%s is %s', (text, plain) => {
    expect(read(text)).toBe(plain);
  });

  it.each(['1,234', '12,000', '999,999'])('%s could be two numbers', (text) => {
    expect(read(text)).toMatch(/^\d+,\d{3} may mean \d+\.\d{3} or \d{4,6}\. Write /);
  });

  it('with a point and three digits could be two numbers where others have a decimal comma', () => {
    expect(read('1.234', true)).toContain('may mean 1.234 or 1234');
    expect(['0.234', '1.2345', '1234.567', '1.23'].map((text) => read(text, true))).toEqual([
      '0.234',
      '1.2345',
      '1234.567',
      '1.23',
    ]);
  });

  it.each(['1.23457E-05', '1,234567E+11', '123456E-8'.replace('123456', '1.23456')])('%s has been rounded', (text) => {
    expect(read(text)).toContain('A spreadsheet has rounded');
  });

  it.each([
    '',
    'x',
    '1.2.3',
    '1,23,4',
    '1.23,4.5',
    '12E3',
    '1E',
    '1E999',
    '€ 5',
    '5 BTC',
    '-1',
    '+1',
    '1,2345,678',
    '0.123.456',
  ])('%j is left as it is, to be refused as no number', (text) => {
    expect(read(text)).toBe(text);
    expect(() => parseAmount(text, 8)).toThrow(DomainError);
  });

  it('is the same number in every form that spreadsheets have for it', () => {
    const thousands = (whole: string, by: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, by);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.constantFrom('.', ' ', '\u00A0', '’'), (minor, by) => {
        const plain = formatTrimmed(minor, 8, 1);
        const [whole = '', fraction = ''] = plain.split('.');
        const forms = [`${whole},${fraction}`, `${thousands(whole, by)},${fraction}`];
        for (const form of forms) {
          const answer = read(form);
          // Refused, or exactly this number.
          if (!String(answer).includes('may mean')) expect(parseAmount(String(answer), 8)).toBe(minor);
        }
        expect(parseAmount(String(read(plain)), 8)).toBe(minor);
      }),
    );
  });
});

it.each([
  ['0,5', true],
  ['1.234,5', true],
  ['1 234,5', true],
  ['1,00E-04', true],
  ['1,234', false],
  ['1,234.5', false],
  ['0.5', false],
  ['1 234', false],
  ['', false],
])('%j has a decimal comma: %s', (text, is) => {
  expect(hasDecimalComma(text)).toBe(is);
});
