import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  creditorReferenceOf,
  findCreditorReference,
  parseCreditorReference,
  spacedReference,
} from './creditor-reference.ts';

test.each([
  ['RF18539007547034', 'RF18539007547034'],
  ['rf18 5390 0754 7034', 'RF18539007547034'],
  ['RF712348231', 'RF712348231'],
  ['RF19539007547034', null],
  ['RF18539007547043', null],
  ['RF18', null],
  ['RF18-539007547034', null],
  ['DE18539007547034', null],
])('%j is the reference %j', (text, expected) => {
  expect(parseCreditorReference(text)).toBe(expected);
});

test.each([
  ['Invoice 17 RF18539007547034 thank you', 'RF18539007547034'],
  ['RF18 5390 0754 7034 THANKS', 'RF18539007547034'],
  ['RF99 5390 and RF712348231.', 'RF712348231'],
  ['no reference at all', null],
  ['RF18539007547043', null],
])('in %j the reference is %j', (text, expected) => {
  expect(findCreditorReference(text)).toBe(expected);
});

test('the reference of a body has the check digits of ISO 11649', () => {
  expect(creditorReferenceOf('539007547034')).toBe('RF18539007547034');
  expect(spacedReference('RF18539007547034')).toBe('RF18 5390 0754 7034');
  for (const wrong of ['', 'A'.repeat(22), 'a', 'A B']) expect(() => creditorReferenceOf(wrong)).toThrow('21 capital');
});

test('what is made is read again, however it is written; with one character mistyped it is not', () => {
  const body = fc.string({
    unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
    minLength: 1,
    maxLength: 21,
  });
  fc.assert(
    fc.property(body, fc.nat(), fc.nat(25), (text, place, other) => {
      const reference = creditorReferenceOf(text);
      expect(parseCreditorReference(spacedReference(reference).toLowerCase())).toBe(reference);
      expect(findCreditorReference(`Thank you, ${spacedReference(reference)}.`)).toBe(reference);
      const at = 4 + (place % text.length);
      const isLetter = /[A-Z]/.test(reference[at] ?? '');
      const mistyped = (isLetter ? 10 + other : other % 10).toString(36).toUpperCase();
      const typed = reference.slice(0, at) + mistyped + reference.slice(at + 1);
      if (typed !== reference) expect(parseCreditorReference(typed)).toBeNull();
    }),
  );
});
