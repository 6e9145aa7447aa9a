import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { SEPA_MAX_LENGTH, SEPA_MAX_MINOR, sepaText } from './sepa-text.ts';

test.each([
  ['Müller & Söhne GmbH', 'Muller + Sohne GmbH'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Иван Петров', 'Ivan Petrov'],
  ['  two   spaces\tand a tab ', 'two spaces and a tab'],
  ['//slashes// everywhere /', 'slashes/ everywhere'],
  ['semi;colon <b>"bold"</b>', 'semi.colon .b..bold../b.'],
  ['A\u0308rger\u00a0GmbH', 'Arger GmbH'],
  ["O'Neill, 50% (net): +1?", "O'Neill, 50. (net): +1?"],
  [' / /edges/ / ', 'edges'],
])('%j is %j for a bank', (text, expected) => {
  expect(sepaText(text, 70)).toBe(expected);
});

test('whatever the text, only characters of SEPA are left, no more than allowed, and repeating changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 1, max: 140 }), (text, max) => {
      const once = sepaText(text, max);
      expect(once.length).toBeLessThanOrEqual(max);
      expect(once).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
      expect(once).not.toMatch(/^[/ ]|[/ ]$|\/\//);
      expect(sepaText(once, max)).toBe(once);
    }),
    { numRuns: examples(500) },
  );
});

test('a text that is cut has no slash or space at its end', () => {
  expect(sepaText('Invoice 7/ 2026', 10)).toBe('Invoice 7');
  expect(sepaText('Invoice 7/2026', 9)).toBe('Invoice 7');
});

test('values are as long and amounts as large as SEPA allows', () => {
  expect(SEPA_MAX_LENGTH).toEqual({ name: 70, id: 35, remittance: 140, street: 70, postCode: 16, town: 35 });
  expect(SEPA_MAX_MINOR).toBe(99_999_999_999n);
});
