import { expect, it } from 'vitest';
import { countryChoices } from './countries.ts';

it('names every country once, in the order of the names', () => {
  const choices = countryChoices();
  expect(choices).toHaveLength(249);
  expect(new Set(choices.map(({ value }) => value)).size).toBe(249);
  expect(choices.every(({ value, label }) => label !== value)).toBe(true);
  expect(choices[0]?.label).toBe('Afghanistan');
});
