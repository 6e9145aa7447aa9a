/** An amount such as `"84212.5"` in euro, in the way of a language: no digit is rounded. */
export function writeEuro(tag: string, amount: string): string {
  const style = { style: 'currency', currency: 'EUR', minimumFractionDigits: 2, maximumFractionDigits: 20 } as const;
  return new Intl.NumberFormat(tag, style).format(Number(amount));
}
