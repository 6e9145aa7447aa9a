/** A decimal string of euro as people read it, with all of its decimals and at least two: `€84,212.50`. */
export function inEuro(value: string, language: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: 2,
    maximumFractionDigits: 18,
  });
  // A decimal string keeps its decimals; a number would round them.
  return format.format(value as Intl.StringNumericLiteral);
}
