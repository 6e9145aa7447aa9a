import { expect, it } from 'vitest';
import { readCsrfToken } from './csrf.ts';

it('finds the CSRF token among other cookies and decodes it', () => {
  expect(readCsrfToken('a=1; XSRF-TOKEN=x%3Dy%3D; b=2')).toBe('x=y=');
  expect(readCsrfToken('NOT-XSRF-TOKEN=1')).toBeNull();
  expect(readCsrfToken('__Host-XSRF-TOKEN=1')).toBeNull();
  expect(readCsrfToken('')).toBeNull();
});

it('prefers the first name that a session gives its cookie', () => {
  const names = ['__Host-XSRF-STAFF=', 'XSRF-STAFF='];
  expect(readCsrfToken('XSRF-STAFF=b; __Host-XSRF-STAFF=a; XSRF-TOKEN=c', names)).toBe('a');
  expect(readCsrfToken('XSRF-STAFF=b; XSRF-TOKEN=c', names)).toBe('b');
  expect(readCsrfToken('XSRF-TOKEN=c', names)).toBeNull();
});
