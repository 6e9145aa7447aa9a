const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${LABEL}\\.)+[A-Za-z]${LABEL}$`);

/** One mail address as the API takes it: with a domain of two labels or more (spec §5). */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}
