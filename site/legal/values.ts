import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { OWNER_SHARE_PERCENT } from '../../domain/compliance/business-data.ts';
import {
  type CountryList,
  ENHANCED_COUNTRIES,
  INDUSTRY_RISK,
  PROHIBITED_COUNTRIES,
  PROHIBITED_GOODS,
} from '../../domain/compliance/lists.ts';
import { RISK_BOUNDS } from '../../domain/compliance/risk.ts';
import { MONITORING_MS, RENEWAL_NOTICE_MS, SCREENING_EVERY_MS } from '../../domain/compliance/times.ts';
import { intlTag, type Language } from '../../domain/languages.ts';
import { COMPLAINT_WORKING_DAYS } from '../../domain/legal/complaints.ts';
import { CONSENT_DAYS, COOKIE_KINDS, type CookieKind } from '../../domain/legal/consent.ts';
import { STORED_IN_BROWSER } from '../../domain/legal/cookies.ts';
import { FINGERPRINT_DAYS, RETENTION_MIN_YEARS, SESSION_DAYS, SESSION_HOURS } from '../../domain/legal/retention.ts';
import { MAX_INVOICE_EUR, MIN_INVOICE_EUR } from '../../domain/money/pricing.ts';
import { VALID_DAYS } from '../../domain/payment-requests/status.ts';
import { REFUND_LINK_DAYS } from '../../domain/refunds/link.ts';
import { LINK_WINDOWS_MS, REPORT_FROM_MINOR } from '../../domain/suspicion/linked.ts';
import { fillText } from '../../domain/text/messages.ts';
import { CONFIRM_DAYS } from '../../domain/updates/update.ts';
import { escapeHtml } from '../articles/markdown.ts';
import { count, siteWords } from '../words.ts';
import { legalWords } from './words.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Values printed within sentences, taken from the code that applies them. */
export function legalValues(language: Language): Readonly<Record<string, string>> {
  const euro = (amount: bigint) => euroIn(language, amount);
  const period = (ms: number) => periodIn(language, ms);
  return {
    INVOICE_MIN: euro(MIN_INVOICE_EUR),
    INVOICE_MAX: euro(MAX_INVOICE_EUR),
    REQUEST_DAYS: String(VALID_DAYS.usual),
    REQUEST_DAYS_MAX: String(VALID_DAYS.most),
    REFUND_LINK_DAYS: String(REFUND_LINK_DAYS),
    OWNER_SHARE: String(OWNER_SHARE_PERCENT),
    SCREENING_DAYS: String(SCREENING_EVERY_MS / DAY_MS),
    RENEWAL_DAYS: String(RENEWAL_NOTICE_MS / DAY_MS),
    MONITORING_DAYS: String(MONITORING_MS / DAY_MS),
    RISK_MEDIUM: String(RISK_BOUNDS.medium),
    RISK_HIGH: String(RISK_BOUNDS.high),
    REPORT_FROM: euro(REPORT_FROM_MINOR / 100n),
    LINK_PAYER: period(LINK_WINDOWS_MS.payer),
    LINK_CUSTOMER: period(LINK_WINDOWS_MS.customer),
    LINK_MERCHANT: period(LINK_WINDOWS_MS.merchant),
    LINK_MERCHANT_OUT: period(LINK_WINDOWS_MS.merchant_out),
    RETENTION_MIN_YEARS: String(RETENTION_MIN_YEARS),
    SESSION_HOURS: String(SESSION_HOURS),
    SESSION_DAYS: String(SESSION_DAYS),
    FINGERPRINT_DAYS: String(FINGERPRINT_DAYS),
    CONSENT_DAYS: String(CONSENT_DAYS),
    CONFIRM_DAYS: String(CONFIRM_DAYS),
    GOODS_DATE: dayInWords(language, PROHIBITED_GOODS.publishedOn),
    COMPLAINT_RECEIPT_DAYS: String(COMPLAINT_WORKING_DAYS.receipt),
    COMPLAINT_ANSWER_DAYS: String(COMPLAINT_WORKING_DAYS.answer),
    COMPLAINT_LAST_DAYS: String(COMPLAINT_WORKING_DAYS.last),
  };
}

/** The content of paragraphs that consist of data alone: lists and tables, as HTML. */
export function legalBlocks(language: Language): Readonly<Record<string, string>> {
  const words = legalWords(language);
  const { tables, goods, industries, license } = words;
  return {
    GATES: table(
      language,
      [tables.coin, tables.network, tables.confirmations],
      CRYPTO_GATES.map((id) => [gates[id].title, gates[id].networkTitle, String(gates[id].confirmations)]),
    ),
    PROHIBITED_COUNTRIES: countries(language, PROHIBITED_COUNTRIES),
    ENHANCED_COUNTRIES: countries(language, ENHANCED_COUNTRIES),
    PROHIBITED_GOODS: list(PROHIBITED_GOODS.goods.map(({ key }) => wordOf(goods, key))),
    INDUSTRIES: list(
      Object.entries(INDUSTRY_RISK).map(([key, { licence }]) => {
        const industry = wordOf(industries, key);
        return licence ? fillText(license, { industry }) : industry;
      }),
    ),
    COOKIES: COOKIE_KINDS.map((kind) => cookiesOf(language, kind)).join(''),
    CONSENT_CONTROLS: `<div id="consent-controls"><p>${escapeHtml(words.noScript)}</p></div>`,
  };
}

function cookiesOf(language: Language, kind: CookieKind): string {
  const { cookieKinds, noCookies, tables, storages, stored } = legalWords(language);
  const ofKind = STORED_IN_BROWSER.filter((each) => each.kind === kind);
  const title = `<h3>${cookieKinds[kind]}</h3>`;
  if (ofKind.length === 0) return `${title}<p>${escapeHtml(noCookies)}</p>`;
  const rows = ofKind.map(({ name, where }) => {
    const { purpose, lifetime } = wordOf(stored, name);
    return [name, storages[where], purpose, lifetime];
  });
  return `${title}${table(language, [tables.name, tables.where, tables.purpose, tables.lifetime], rows)}`;
}

function countries(language: Language, lists: readonly CountryList[]): string {
  const { tables, sources } = legalWords(language);
  const names = new Intl.DisplayNames(intlTag(language), { type: 'region' });
  const rows = lists.map(({ id, publishedOn, countries: codes }) => [
    codes
      .map((code) => names.of(code) ?? code)
      .sort((one, other) => one.localeCompare(other, language))
      .join(', '),
    `${wordOf(sources, id)} (${dayInWords(language, publishedOn)})`,
  ]);
  return table(language, [tables.countries, tables.source], rows);
}

/** @throws Error that names data without words */
function wordOf<Word>(words: Readonly<Record<string, Word>>, key: string): Word {
  const word = words[key];
  if (word === undefined) throw new Error(`locales/en/legal.json has no words for ${key}.`);
  return word;
}

function table(language: Language, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return (
    `<div class="scroll" tabindex="0" role="group" aria-label="${siteWords(language).frame.table}"><table>` +
    `<thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table></div>`
  );
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

function euroIn(language: Language, amount: bigint): string {
  const style = { style: 'currency', currency: 'EUR', currencyDisplay: 'code', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(intlTag(language), style).format(amount);
}

function periodIn(language: Language, ms: number): string {
  const { days, hours } = legalWords(language).periods;
  const isDays = ms % DAY_MS === 0 && ms > DAY_MS;
  return count(language, isDays ? days : hours, { count: isDays ? ms / DAY_MS : ms / HOUR_MS });
}

/** A day or a month of ISO 8601 in words. */
export function dayInWords(language: Language, iso: string): string {
  const [year = '', month = '', day] = iso.split('-');
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  const style = day === undefined ? ({ month: 'long', year: 'numeric' } as const) : ({ dateStyle: 'long' } as const);
  return new Intl.DateTimeFormat(intlTag(language), { ...style, timeZone: 'UTC' }).format(at);
}
