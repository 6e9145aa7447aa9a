/** How a language writes long numbers: in groups of three digits, from `groupedFrom` digits before the point on. */
export interface Separators {
  readonly group: string;
  readonly point: string;
  readonly groupedFrom: number;
}

/** @param locale a BCP 47 tag */
export function separatorsOf(locale: string): Separators {
  const numbers = new Intl.NumberFormat(locale);
  const parts = numbers.formatToParts(12_345.5);
  const partOf = (requested: string, or: string) => parts.find(({ type }) => type === requested)?.value ?? or;
  // Spanish, Italian and Portuguese leave four digits together.
  const groupedFrom = numbers.formatToParts(1_234).some(({ type }) => type === 'group') ? 4 : 5;
  return { group: partOf('group', ''), point: partOf('decimal', '.'), groupedFrom };
}

/**
 * An exact decimal text with the separators of a language: in German `40000.50` becomes `40.000,50`. No digit is
 * rounded or cut, however many there are.
 */
export function writeDecimal(amount: string, { group, point, groupedFrom }: Separators): string {
  const [whole = '0', fraction] = amount.split('.');
  const grouped = whole.length < groupedFrom ? whole : inThrees(whole, group);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}

function inThrees(whole: string, group: string): string {
  const [sign, digits] = whole.startsWith('-') ? ['-', whole.slice(1)] : ['', whole];
  const head = digits.slice(0, digits.length % 3);
  const groups = digits.slice(head.length).match(/\d{3}/g) ?? [];
  return sign + [...(head === '' ? [] : [head]), ...groups].join(group);
}
