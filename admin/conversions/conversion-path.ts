export const CONVERT_PATH = '/balance?tab=convert';

/** The details of a conversion: a dialog over the list. */
export function conversionPath(id: string): string {
  return `${CONVERT_PATH}&id=${encodeURIComponent(id)}`;
}
