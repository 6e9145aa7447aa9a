import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import { type Separators, writeDecimal } from '../../../domain/money/decimal-text.ts';
import { coins } from '../model/coin.ts';
import { readable } from '../model/decimal.ts';

export interface NumberFormat {
  /** Coins of a gate with their ticker, `"1234.5"` as `1,234.5 BTC`: all digits, the separators of the language. */
  coins(amount: string | null, gateId: CryptoGateId | null): string;
  /** The same without the ticker. */
  decimal(amount: string): string;
  /** Money of a currency, `"118.40"` and `EUR` as `€118.40`. */
  fiat(amount: string, currency: string): string;
  /** The price of one coin: small prices keep the places that matter. */
  price(amount: string, currency: string): string;
  /** Without places, unless some matter, as of a rate of 5.5 %. */
  percent(ratio: number, places?: number): string;
}

export interface TimeFormat {
  time(iso: string): string;
  dateTime(iso: string): string;
  /** A day of the calendar, which is the same in every time zone. */
  day(iso: string): string;
}

export type Format = NumberFormat & TimeFormat;

/**
 * Numbers by a language tag. Decimal strings go through exactly, never through a binary fraction. Coins need no `Intl`,
 * whose first object costs a slow phone more than all the rest of the page.
 */
export function createNumberFormat(locale: string, separators: Separators): NumberFormat {
  const numbers = new Map<string, Intl.NumberFormat>();
  const number = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const known = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
    numbers.set(key, known);
    return known;
  };
  const digits = (amount: string): string => writeDecimal(readable(amount), separators);
  return {
    // A no-break space: an amount and its ticker stay on one line.
    coins: (amount, gateId) => `${digits(amount ?? '0')}${gateId === null ? '' : `\u00a0${coins[gateId].asset}`}`,
    decimal: digits,
    fiat: (amount, currency) => number({ style: 'currency', currency }).format(decimal(amount)),
    price: (amount, currency) => {
      // The plain formatter where it does, which is there already.
      const places = Number(amount) < 10 ? { minimumFractionDigits: 2, maximumFractionDigits: 4 } : {};
      return number({ style: 'currency', currency, ...places }).format(decimal(amount));
    },
    percent: (ratio, places = 0) => number({ style: 'percent', maximumFractionDigits: places }).format(ratio),
  };
}

/** Times by a language tag: of the reader's own zone, or of UTC and saying so. */
export function createTimeFormat(locale: string, zone: 'local' | 'UTC'): TimeFormat {
  const known = new Map<string, Intl.DateTimeFormat>();
  const write = (iso: string, options: Intl.DateTimeFormatOptions): string => {
    const key = options.dateStyle ?? '';
    const dates =
      known.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, ...(zone === 'UTC' ? { timeZone: 'UTC' } : {}) });
    known.set(key, dates);
    return zone === 'UTC' ? `${dates.format(new Date(iso))} UTC` : dates.format(new Date(iso));
  };
  return {
    time: (iso) => write(iso, { timeStyle: 'short' }),
    dateTime: (iso) => write(iso, { dateStyle: 'medium', timeStyle: 'short' }),
    day: (iso) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso)),
  };
}

type Decimal = `${number}`;
const isDecimal = (text: string): text is Decimal => /^-?\d+(\.\d+)?$/.test(text);
const decimal = (text: string): Decimal => (isDecimal(text) ? text : '0');
