import { withoutTrailing } from '../../domain/text/trailing.ts';
import { LOCALE } from './translate.ts';

const MINUS = '−';

/**
 * A decimal string with thousands separators and a true minus, every digit kept: amounts never pass through a number.
 * Texts that are no decimals are returned unchanged.
 */
export function formatDecimal(amount: string, options: { signed?: boolean } = {}): string {
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(amount);
  if (!parts) return amount;
  const [, sign, whole = '', fraction = ''] = parts;
  const grouped = groupsOfThree(whole).join(',');
  const lead = sign ? MINUS : options.signed ? '+' : '';
  return `${lead}${grouped}${fraction}`;
}

function groupsOfThree(digits: string): string[] {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups;
}

/**
 * An amount of coins with `places` decimals, so that amounts of one asset look alike: noughts beyond them say nothing
 * and are left out, other digits never are.
 */
export function formatCoins(amount: string, places: number, options: { signed?: boolean } = {}): string {
  const parts = /^(-?\d+)(?:\.(\d+))?$/.exec(amount);
  if (parts === null) return amount;
  const [, whole = '', fraction = ''] = parts;
  const shown = `${fraction.slice(0, places).padEnd(places, '0')}${withoutTrailing(fraction.slice(places), '0')}`;
  return formatDecimal(shown === '' ? whole : `${whole}.${shown}`, options);
}

/** A fiat amount with its sign before the number where it has one: `€1,204.50`, else `CHF 12.00`. */
export function formatFiat(amount: string, currency: string, options: { signed?: boolean } = {}): string {
  return withCurrency(formatDecimal(amount, options), currency);
}

/** A formatted number with the sign of its currency, which comes after the minus. */
export function withCurrency(decimal: string, currency: string): string {
  const [, lead = '', rest = decimal] = /^([+−]?)(.*)$/.exec(decimal) ?? [];
  const symbol = currencySymbol(currency);
  return `${lead}${symbol === currency ? `${currency} ` : symbol}${rest}`;
}

const symbols = new Map<string, string>();

function currencySymbol(currency: string): string {
  const known = symbols.get(currency);
  if (known) return known;
  let symbol = currency;
  try {
    const parts = new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).formatToParts(0);
    symbol = parts.find((part) => part.type === 'currency')?.value.trim() ?? currency;
  } catch {
    // An unknown code is shown as it is.
  }
  symbols.set(currency, symbol);
  return symbol;
}

/**
 * English words in the order and with the clock of the reader's region: a German reads 20 Nov, 14:41, an American
 * Nov 20, 2:41 PM. Amounts keep the point that our fields take.
 */
export function dateLocale(languages: readonly string[]): string {
  const [first = 'en'] = languages;
  try {
    const { language, region } = new Intl.Locale(first).maximize();
    return language === 'en' ? first : new Intl.Locale(`en-${region}`).baseName;
  } catch {
    return 'en';
  }
}

export const DATES = dateLocale(navigator.languages);

const dayTime = new Intl.DateTimeFormat(DATES, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const dayTimeYear = new Intl.DateTimeFormat(DATES, { dateStyle: 'medium', timeStyle: 'short' });
const longDay = new Intl.DateTimeFormat(DATES, { dateStyle: 'long' });
const fullDay = new Intl.DateTimeFormat(DATES, { dateStyle: 'full' });
const shortDay = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat(DATES, { hour: '2-digit', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat(DATES, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `20 Nov, 14:41`, with the year where it is not this one. */
export function formatMoment(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  return (at.getFullYear() === now.getFullYear() ? dayTime : dayTimeYear).format(at);
}

/** `20 November 2026`, of a moment or of a day without one, such as a birthday, which is the same day everywhere. */
export const formatDay = (iso: string): string => longDay.format(iso.includes('T') ? new Date(iso) : localDay(iso));
/** `Friday 20 November 2026` */
export const formatFullDay = (date: Date): string => fullDay.format(date);
/** `14:41` */
export const formatClock = (iso: string): string => clock.format(new Date(iso));
/** `14:41:05` */
export const formatClockSeconds = (iso: string): string => clockSeconds.format(new Date(iso));

/** A day written `2026-11-20`, as `20 Nov`: where there is little room. */
export const formatShortDay = (day: string): string => shortDay.format(localDay(day));

/** The words of a range of days, `1 Nov – 20 Nov`; open ends are left to the caller's words. */
export function formatDayRange(from: string | undefined, to: string | undefined): string {
  return [from, to].map((day) => (day ? formatShortDay(day) : '…')).join(' – ');
}

/** The middle of a local day written `2026-11-20`, safe from changes of the clock. */
function localDay(day: string): Date {
  return new Date(`${day}T12:00:00`);
}

/** `32 KB`, `1.4 MB`: nothing that exists is shown as zero. */
export function formatBytes(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** `188 ms`, `1.2 s` */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `019aa1c4…f08a` of something long, where the full text stays reachable beside it. */
export function clipMiddle(text: string, head = 12, tail = 8): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}
