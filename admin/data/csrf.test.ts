import { expect, it } from 'vitest';
import { readCsrfToken } from './csrf.ts';

it('finds the CSRF token among other cookies and decodes it', () => {
  expect(readCsrfToken('a=1; XSRF-TOKEN=x%3Dy%3D; b=2')).toBe('x=y=');
  expect(readCsrfToken('NOT-XSRF-TOKEN=1')).toBeNull();
  expect(readCsrfToken('__Host-XSRF-TOKEN=1')).toBeNull();
  expect(readCsrfToken('')).toBeNull();
});
