import { expect, test } from 'vitest';
import { inEuro } from './euro.ts';

test.each([
  ['50000', 'en', '€50,000.00'],
  ['50000.00', 'en', '€50,000.00'],
  ['84212.5', 'de', '84.212,50\u00a0€'],
  ['0.912345678901234567', 'en', '€0.912345678901234567'],
])('the rate %s is read in %s as %s', (value, language, shown) => {
  expect(inEuro(value, language)).toBe(shown);
});
