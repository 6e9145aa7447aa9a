import { DomainError, type FieldErrors } from '../errors.ts';

/** The message about a wrong mailed code, whatever is wrong with it (spec §8). */
export const WRONG_CODE = 'The entered verification code is incorrect or has expired. Please try again.';
export const WRONG_TWO_FA_CODE = 'The entered 2FA code is incorrect or has expired. Please try again.';
export const PASSWORD_REQUIRED = 'The password field is required.';
export const TWO_FA_CODE_REQUIRED = 'The two fa code field is required.';

/** The refusal of everything new for a merchant whose deletion was requested. */
export function markedForDeletion(): DomainError {
  return new DomainError('merchant_blocked', {
    message: 'This account is marked for deletion. Please contact support.',
  });
}

export interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

/**
 * Problems of a new password, by field: at least 10 characters, an uppercase letter, a number, Latin characters only,
 * and typed twice alike (spec §5); none of the common ones, and no part of the person's own names and addresses in it
 * (`about`). Front ends show the same words while one types.
 */
export function passwordProblems(
  { password, password_confirmation }: NewPassword,
  about: readonly string[] = [],
): FieldErrors {
  const problems: string[] = [];
  if (password.length < 10) problems.push('Password must be at least 10 characters.');
  if (!/[A-Z]/.test(password)) problems.push('Password must include uppercase letters.');
  if (!/[0-9]/.test(password)) problems.push('Password must include a number.');
  if (!/^[\x20-\x7e]*$/.test(password)) problems.push('Password must contain Latin characters only.');
  if (COMMON.has(password.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))) problems.push('This password is too common.');
  if (containsAny(password, ['tidegate', ...about])) problems.push('Password must not contain your name or email.');
  return {
    ...(problems.length > 0 ? { password: problems } : {}),
    ...(password === password_confirmation ? {} : { password_confirmation: ['Passwords must match.'] }),
  };
}

function containsAny(password: string, about: readonly string[]): boolean {
  const lower = password.toLowerCase();
  // A mail address counts by its first part, a name by each of its parts; short ones are in half of all words.
  const parts = about.flatMap((text) => (text.split('@')[0] ?? '').toLowerCase().split(/[\s._+-]+/));
  return parts.some((part) => part.length >= 4 && lower.includes(part));
}

/** The documents that have to be accepted and were not, by field. */
export function acceptanceProblems(accepted: Readonly<Record<string, boolean>>): FieldErrors {
  const missing = Object.entries(accepted).filter(([, isAccepted]) => !isAccepted);
  return Object.fromEntries(missing.map(([field]) => [field, ['This must be accepted.']]));
}

/** @throws DomainError `validation_failed` that names every field, unless there is no problem */
export function requireNone(...problems: readonly FieldErrors[]): void {
  const fields: FieldErrors = Object.assign({}, ...problems);
  if (Object.keys(fields).length > 0) throw new DomainError('validation_failed', { fields });
}

/** A host name of two labels or more, without scheme, port or path; in lower case, or undefined. */
export function domainOf(text: string): string | undefined {
  const domain = text.trim().toLowerCase();
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
  return domain.length <= 253 && new RegExp(`^(${label}\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$`).test(domain)
    ? domain
    : undefined;
}

/**
 * A site as people write it, `shop.example` or `https://shop.example/en`, as an http(s) address; undefined when it is
 * none.
 */
export function websiteOf(text: string): string | undefined {
  const trimmed = text.trim();
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPlain = url.username === '' && url.password === '' && domainOf(url.hostname) !== undefined;
  return isPlain ? url.href : undefined;
}

// Those of the usual lists of leaked passwords that the other rules let through, without signs and in lower case.
const COMMON: ReadonlySet<string> = new Set([
  'password12',
  'password123',
  'password1234',
  'password12345',
  'passw0rd123',
  'qwerty12345',
  'qwerty123456',
  'qwertyuiop1',
  'qwertyuiop123',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'iloveyou123',
  'welcome123',
  'welcome1234',
  'letmein123',
  'admin12345',
  'administrator1',
  'abcdefghij1',
  'abc1234567',
  'abcd123456',
  'changeme123',
  'football123',
  'monkey1234',
  'superman123',
  'michael123',
]);
