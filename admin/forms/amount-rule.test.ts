import fc from 'fast-check';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { Amount } from '../../contract/basics.ts';
import { DomainError } from '../../domain/errors.ts';
import { amountProblem, minorOrNull } from './amount-rule.ts';

const REQUIRED = 'This field is required.';
const PLAIN_ONLY = 'Enter digits, with a point for decimals: 1.5';
const ZERO = 'Amount must be greater than 0';

describe('an amount that is typed', () => {
  it('is required unless the form offers a default', () => {
    expect(amountProblem('')).toBe(REQUIRED);
    expect(amountProblem('', { optional: true })).toBeUndefined();
  });

  it.each([
    '1e3',
    '1e-3',
    '-1',
    '-5',
    '+1',
    '1,5',
    '1.000,50',
    '.5',
    '5.',
    '007',
    '00.5',
    '$5',
    'abc',
    '1 000',
    '١',
    '0x10',
  ])('%j is refused: digits and a decimal point only', (text) => {
    expect(amountProblem(text)).toBe(PLAIN_ONLY);
    expect(amountProblem(text, { decimals: 8, optional: true })).toBe(PLAIN_ONLY);
  });

  it.each(['0', '0.0', '0.00', '0.000000000000000000'])('%j is refused: greater than 0', (text) => {
    expect(amountProblem(text)).toBe(ZERO);
    expect(amountProblem(text, { optional: true, bounds: () => 'not asked' })).toBe(ZERO);
  });

  it('has at most the decimal places of the asset', () => {
    expect(amountProblem('0.12345678', { decimals: 8 })).toBeUndefined();
    expect(amountProblem('0.123456789', { decimals: 8 })).toBe('The amount may have at most 8 decimal places.');
    expect(amountProblem('1.234', { decimals: 2 })).toBe('The amount may have at most 2 decimal places.');
    expect(amountProblem('1.5', { decimals: 0 })).toBe('The amount may have no decimal places.');
  });

  it('is compared with bounds in minor units, whose refusals are shown', () => {
    const bounds = (minor: bigint) => (minor > 150n ? 'too large' : undefined);
    expect(amountProblem('1.50', { decimals: 2, bounds })).toBeUndefined();
    expect(amountProblem('1.51', { decimals: 2, bounds })).toBe('too large');
    const refuse = (error: Error) => () => {
      throw error;
    };
    const small = new DomainError('amount_too_small', {
      fields: { amount: ['Amount is less than the minimum value'] },
    });
    expect(amountProblem('1', { bounds: refuse(small) })).toBe('Amount is less than the minimum value');
    expect(() => amountProblem('1', { bounds: refuse(new RangeError('a defect')) })).toThrow('a defect');
  });

  it('is accepted exactly where the contract accepts it and it is above 0', () => {
    const texts = fc.oneof(
      fc.stringMatching(/^\d{1,32}(\.\d{0,20})?$/),
      fc.stringMatching(/^[-+]?[\d.,e ]{0,12}$/),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(amountProblem(text) === undefined, text).toBe(Check(Amount, text) && /[1-9]/.test(text));
      }),
      { examples: [['9'.repeat(30)], ['9'.repeat(31)], [`1.${'1'.repeat(18)}`], [`1.${'1'.repeat(19)}`]] },
    );
  });

  it('has no minor units while it cannot be read', () => {
    expect(minorOrNull('0.5', 8)).toBe(50_000_000n);
    for (const text of ['', '1,5', '0.123456789']) expect(minorOrNull(text, 8), text).toBeNull();
  });
});
