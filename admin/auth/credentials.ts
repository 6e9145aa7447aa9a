import { t } from '../i18n/translate.ts';

export interface SignInErrors {
  email?: string;
  password?: string;
  form?: string;
}

/** What can be told without asking the server. The rules of a new password are not applied to an old one. */
export function checkCredentials({ email, password }: { email: string; password: string }): SignInErrors {
  const errors: SignInErrors = {};
  if (email === '') errors.email = t('auth.signIn.required');
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) errors.email = t('auth.signIn.emailInvalid');
  if (password === '') errors.password = t('auth.signIn.required');
  return errors;
}
