const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

/**
 * One email address as HTML's own field takes it, with a domain of two labels or more: nothing in it can be a second
 * address or a header, or look like another letter.
 */
export const EMAIL_PATTERN = `^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${LABEL}\\.)+[A-Za-z]${LABEL}$`;
export const MAX_EMAIL_LENGTH = 254;

const EMAIL = new RegExp(EMAIL_PATTERN);

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}
