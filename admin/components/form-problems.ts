import { passwordProblems } from '../../domain/accounts/account-rules.ts';
import { t } from '../i18n/translate.ts';
import { CODE_LENGTH } from './code-digits.ts';
import { isEmail } from './is-email.ts';

/** Errors of an email address, under the field name `email`. */
export function emailProblem(email: string): { readonly email?: string } {
  if (email === '') return { email: t('form.required') };
  return isEmail(email) ? {} : { email: t('form.emailInvalid') };
}

/** The first thing that is wrong with a new password, at each of its fields (spec §5). */
export function passwordErrors(
  passwords: { readonly password: string; readonly password_confirmation: string },
  about: readonly string[],
): { readonly password?: string; readonly password_confirmation?: string } {
  // Of a whole form only these two: the others have rules of their own.
  const { password: chosen, password_confirmation: repeated } = passwords;
  if (chosen === '') return missing({ password: chosen, password_confirmation: repeated });
  const { password, password_confirmation } = passwordProblems(passwords, about);
  return {
    ...(password?.[0] ? { password: password[0] } : {}),
    ...(password_confirmation?.[0] ? { password_confirmation: password_confirmation[0] } : {}),
  };
}

/** Errors for required texts and choices that are empty. */
export function missing<Name extends string>(texts: Readonly<Record<Name, string>>): Partial<Record<Name, string>> {
  return told(texts, (text) => text === '', t('form.required'));
}

/** Codes that are not all there. */
export function incomplete<Name extends string>(codes: Readonly<Record<Name, string>>): Partial<Record<Name, string>> {
  return told(codes, (code) => code.length < CODE_LENGTH, t('form.sixDigits'));
}

/** Errors for required checkboxes that are not checked. */
export function acceptance<Name extends string>(boxes: Readonly<Record<Name, boolean>>): Partial<Record<Name, string>> {
  return told(boxes, (isTicked) => !isTicked, t('form.accept'));
}

function told<Name extends string, Value extends string | boolean>(
  values: Readonly<Record<Name, Value>>,
  isWrong: (value: Value) => boolean,
  message: string,
): Partial<Record<Name, string>> {
  const wrong = Object.entries<Value>(values).filter(([, value]) => isWrong(value));
  return Object.fromEntries(wrong.map(([name]) => [name, message])) as Partial<Record<Name, string>>;
}
