import anyAscii from 'any-ascii';

/**
 * A text in the characters that every bank in SEPA accepts (EPC 217-08): letters without accents, digits, space and
 * `/ - ? : ( ) . , ' +`. Other scripts are written in Latin letters; what has no equivalent becomes a dot. No slash at
 * either end and no `//`, which have a meaning of their own.
 */
export function sepaText(text: string, maxLength: number): string {
  const latin = anyAscii(text.normalize('NFC')).replaceAll('&', '+').replaceAll(/\s/g, ' ');
  const allowed = latin.replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.').replaceAll(/\/{2,}/g, '/');
  const short = withoutEdges(allowed.replaceAll(/ {2,}/g, ' ')).slice(0, maxLength);
  return withoutEdges(short);
}

function withoutEdges(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && '/ '.includes(text.charAt(from))) from += 1;
  while (to > from && '/ '.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** The longest values of SEPA credit transfers. */
export const SEPA_MAX_LENGTH = { name: 70, id: 35, remittance: 140, street: 70, postCode: 16, town: 35 } as const;

/** The largest amount of one SEPA credit transfer: EUR 999,999,999.99. */
export const SEPA_MAX_MINOR = 99_999_999_999n;
