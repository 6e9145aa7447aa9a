export interface Format {
  /** Money of a currency, `"118.40"` and `EUR` as `€118.40`. */
  fiat(amount: string, currency: string): string;
  /** The price of one coin: small prices keep the places that matter. */
  price(amount: string, currency: string): string;
  /** Without places, unless some matter, as of a rate of 5.5 %. */
  percent(ratio: number, places?: number): string;
  time(iso: string): string;
  dateTime(iso: string): string;
}

/** Numbers and dates by a language tag. Decimal strings go through exactly, never through a binary fraction. */
export function createFormat(locale: string): Format {
  const numbers = new Map<string, Intl.NumberFormat>();
  const number = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const known = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
    numbers.set(key, known);
    return known;
  };
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  return {
    fiat: (amount, currency) => number({ style: 'currency', currency }).format(decimal(amount)),
    price: (amount, currency) => {
      // The plain formatter where it does: each one costs a slow phone more than all of the page's own code.
      const places = Number(amount) < 10 ? { minimumFractionDigits: 2, maximumFractionDigits: 4 } : {};
      return number({ style: 'currency', currency, ...places }).format(decimal(amount));
    },
    percent: (ratio, places = 0) => number({ style: 'percent', maximumFractionDigits: places }).format(ratio),
    time: (iso) => dates({ hour: '2-digit', minute: '2-digit' }).format(new Date(iso)),
    dateTime: (iso) => dates({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso)),
  };
}

type Decimal = `${number}`;
const isDecimal = (text: string): text is Decimal => /^-?\d+(\.\d+)?$/.test(text);
const decimal = (text: string): Decimal => (isDecimal(text) ? text : '0');
