import { isDomainError } from './errors.ts';

/** The refusal of a check: its code, and its words by field. Null when nothing is refused. */
export function refusalOf(check: () => unknown): { code: string; fields: unknown } | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { code: error.code, fields: error.fields };
  }
}
