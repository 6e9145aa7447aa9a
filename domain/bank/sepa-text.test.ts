import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { sepaText } from './sepa-text.ts';

test.each([
  ['Müller & Söhne GmbH', 'Muller + Sohne GmbH'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Иван Петров', 'Ivan Petrov'],
  ['  two   spaces\tand a tab ', 'two spaces and a tab'],
  ['//slashes// everywhere /', 'slashes/ everywhere'],
  ['semi;colon <b>"bold"</b>', 'semi.colon .b..bold../b.'],
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
