/** Codes by mail and of authenticator apps have six digits (spec §5). */
export const CODE_LENGTH = 6;

/** The first six digits of a typed or pasted text. */
export function codeDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_LENGTH);
}
