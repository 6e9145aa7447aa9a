import { expect, it } from 'vitest';
import { checkCredentials } from './credentials.ts';

it('tells empty and malformed fields before anything is sent', () => {
  expect(Object.keys(checkCredentials({ email: '', password: '' }))).toEqual(['email', 'password']);
  expect(checkCredentials({ email: 'mara', password: 'x' })).toEqual({ email: 'Enter a valid email address.' });
  expect(checkCredentials({ email: 'mara@larkspur.example', password: 'x' })).toEqual({});
});
