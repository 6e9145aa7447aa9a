/** A refusal as BTCPay writes it: an array of these is the body of a 422. */
export interface GreenfieldFault {
  readonly path: string;
  readonly message: string;
}

/** A body as it came: anything, and what is no object says nothing. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return isRecord(body) ? body : {};
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text that says something, of at most so many characters; a number counts as its text. */
export function textOf(value: unknown, maxLength: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return text === '' ? undefined : cutAt(text, maxLength);
}

/** Cut between characters, never within one. */
function cutAt(text: string, maxLength: number): string {
  return text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .toWellFormed()
        .replace(/\uFFFD$/u, '');
}

/** Every text in a list, or a single text; other values are ignored. */
export function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');
}

/**
 * A decimal amount, given as text or as a JSON number; zeros beyond the places are dropped, because they lose nothing.
 * Undefined for what is no plain decimal.
 */
export function decimalText(value: unknown, places: number): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (text.length > MAX_AMOUNT || !/^\d+(\.\d*)?$/.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const zeros = fraction.slice(places);
  const kept = /^0*$/.test(zeros) ? fraction.slice(0, places) : fraction;
  const units = whole.replace(/^0+(?=\d)/, '');
  return kept === '' ? units : `${units}.${kept}`;
}

const MAX_AMOUNT = 40;
