import { expect, test } from 'vitest';
import { withoutTrailing, withoutTrailingZeros } from './trailing.ts';

test.each([
  ['1.500', '1.5'],
  ['2.00', '2'],
  ['100', '100'],
  ['0.0', '0'],
  ['0', '0'],
  ['', ''],
])('%s is shown as %s', (decimal, shown) => {
  expect(withoutTrailingZeros(decimal)).toBe(shown);
});

test('only characters at the end are left out', () => {
  expect(withoutTrailing('https://a/b//', '/')).toBe('https://a/b');
  expect(withoutTrailing('///', '/')).toBe('');
});
