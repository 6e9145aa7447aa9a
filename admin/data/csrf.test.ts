import { expect, it } from 'vitest';
import { readCsrfToken } from './csrf.ts';

it('finds the CSRF token among other cookies and decodes it', () => {
  expect(readCsrfToken('a=1; XSRF-TOKEN=x%3Dy%3D; b=2')).toBe('x=y=');
  expect(readCsrfToken('NOT-XSRF-TOKEN=1')).toBeNull();
  // What a neighbouring host planted does not count beside our own.
  expect(readCsrfToken('XSRF-TOKEN=planted; __Host-XSRF-TOKEN=ours')).toBe('ours');
  expect(readCsrfToken('')).toBeNull();
});
