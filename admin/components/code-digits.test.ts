import { expect, it } from 'vitest';
import { codeDigits } from './code-digits.ts';

it('takes the digits of what is pasted, and no more than six', () => {
  expect(codeDigits(' 123-456 ')).toBe('123456');
  expect(codeDigits('Your code: 12 34 56 78')).toBe('123456');
  expect(codeDigits('abc')).toBe('');
});
