/** A typed amount as a decimal text, or what is wrong with it. */
export type TypedAmount =
  | { readonly kind: 'amount'; readonly amount: string }
  | { readonly kind: 'empty' | 'not_a_number' | 'too_many_places' };

/**
 * Reads an amount as people type it: with a point or a comma, with spaces between groups. Where both marks occur, the
 * last one is the decimal mark. A lone mark is always the decimal one: "1.000" euro has too many places, and is not
 * taken for a thousand.
 */
export function readAmount(text: string, decimals: number): TypedAmount {
  const plain = text.replaceAll(/[\s\u00a0\u202f’']/g, '');
  if (plain === '') return { kind: 'empty' };
  const match = /^(\d{1,3}(?:([.,])\d{3})*|\d*)(?:([.,])(\d*))?$/.exec(plain);
  if (match === null) return { kind: 'not_a_number' };
  const [, whole = '', group, mark, fraction = ''] = match;
  if (group !== undefined && mark === undefined) return loneMark(plain, decimals);
  if (group !== undefined && group === mark) return { kind: 'not_a_number' };
  const digits = whole.replaceAll(/[.,]/g, '');
  if (digits === '' && fraction === '') return { kind: 'not_a_number' };
  return fraction.length > decimals
    ? { kind: 'too_many_places' }
    : { kind: 'amount', amount: decimalText(digits, fraction) };
}

/** "1.000" or "1,000,000": only the second can be groups. */
function loneMark(plain: string, decimals: number): TypedAmount {
  const parts = plain.split(/[.,]/);
  if (parts.length > 2) return { kind: 'amount', amount: decimalText(parts.join(''), '') };
  const [whole = '', fraction = ''] = parts;
  return fraction.length > decimals
    ? { kind: 'too_many_places' }
    : { kind: 'amount', amount: decimalText(whole, fraction) };
}

function decimalText(digits: string, fraction: string): string {
  const whole = digits.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** An amount of the API in a field: no zeros at the end beyond `least` places, and the reader's decimal mark. */
export function writeTyped(amount: string, { point, least }: { point: string; least: number }): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  let end = fraction.length;
  while (end > least && fraction[end - 1] === '0') end -= 1;
  const places = fraction.slice(0, end);
  return places === '' ? whole : `${whole}${point}${places}`;
}
