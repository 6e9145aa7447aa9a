import { expect, test } from 'vitest';
import { passwordErrors } from './form-problems.ts';

test('an empty new password marks both of its fields, and no other field of the form', () => {
  const form = { email: '', recaptcha_token: '', password: '', password_confirmation: '' };
  expect(passwordErrors(form, [])).toEqual({
    password: 'This field is required.',
    password_confirmation: 'This field is required.',
  });
});
