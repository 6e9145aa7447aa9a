import { expect, test } from 'vitest';
import { findCreditorReference, parseCreditorReference } from './creditor-reference.ts';

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
