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
import { COMPLAINT_WORKING_DAYS } from '../../domain/legal/complaints.ts';
import { CONSENT_DAYS, COOKIE_KINDS, type CookieKind } from '../../domain/legal/consent.ts';
import { STORED_IN_BROWSER } from '../../domain/legal/cookies.ts';
import { FINGERPRINT_DAYS, RETENTION_MIN_YEARS, SESSION_DAYS, SESSION_HOURS } from '../../domain/legal/retention.ts';
import { MAX_INVOICE_EUR, MIN_INVOICE_EUR } from '../../domain/money/pricing.ts';
import { VALID_DAYS } from '../../domain/payment-requests/status.ts';
import { REFUND_LINK_DAYS } from '../../domain/refunds/link.ts';
import { LINK_WINDOWS_MS, REPORT_FROM_MINOR } from '../../domain/suspicion/linked.ts';
import { CONFIRM_DAYS } from '../../domain/updates/update.ts';
import { escapeHtml } from '../articles/markdown.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const KIND_NAMES: Readonly<Record<CookieKind, string>> = {
  necessary: 'Strictly necessary',
  performance: 'Performance',
  functional: 'Functional',
  targeting: 'Targeting',
};

/** What the texts print in a sentence, from the code that acts on it. */
export const LEGAL_VALUES: Readonly<Record<string, string>> = {
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
  GOODS_DATE: dayInWords(PROHIBITED_GOODS.publishedOn),
  COMPLAINT_RECEIPT_DAYS: String(COMPLAINT_WORKING_DAYS.receipt),
  COMPLAINT_ANSWER_DAYS: String(COMPLAINT_WORKING_DAYS.answer),
  COMPLAINT_LAST_DAYS: String(COMPLAINT_WORKING_DAYS.last),
};

/** What fills a paragraph of its own: lists and tables of data, as HTML. */
export const LEGAL_BLOCKS: Readonly<Record<string, string>> = {
  GATES: table(
    ['Coin', 'Network', 'Confirmations'],
    CRYPTO_GATES.map((id) => [gates[id].title, gates[id].networkTitle, String(gates[id].confirmations)]),
  ),
  PROHIBITED_COUNTRIES: countries(PROHIBITED_COUNTRIES),
  ENHANCED_COUNTRIES: countries(ENHANCED_COUNTRIES),
  PROHIBITED_GOODS: list(PROHIBITED_GOODS.goods.map(({ name }) => name)),
  INDUSTRIES: list(
    Object.entries(INDUSTRY_RISK).map(([industry, { licence }]) => {
      const name = capital(industry.replaceAll('_', ' '));
      return licence ? `${name} (license required)` : name;
    }),
  ),
  COOKIES: COOKIE_KINDS.map(cookiesOf).join(''),
  CONSENT_CONTROLS: '<div id="consent-controls"><p>Scripts are off, so nothing optional is stored.</p></div>',
};

function cookiesOf(kind: CookieKind): string {
  const stored = STORED_IN_BROWSER.filter((each) => each.kind === kind);
  const title = `<h3>${KIND_NAMES[kind]}</h3>`;
  if (stored.length === 0) return `${title}<p>None. If this changes, you are asked before anything is stored.</p>`;
  const rows = stored.map(({ name, where, purpose, lifetime }) => [name, where, purpose, lifetime]);
  return `${title}${table(['Name', 'Where', 'Purpose', 'Lifetime'], rows)}`;
}

function countries(lists: readonly CountryList[]): string {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const rows = lists.map(({ source, publishedOn, countries: codes }) => [
    codes
      .map((code) => names.of(code) ?? code)
      .sort((one, other) => one.localeCompare(other, 'en'))
      .join(', '),
    `${source} (${dayInWords(publishedOn)})`,
  ]);
  return table(['Countries', 'Source and date'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return (
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>' +
    `<thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table></div>`
  );
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function euro(amount: bigint): string {
  return `EUR ${amount.toLocaleString('en-US')}`;
}

function period(ms: number): string {
  return ms % DAY_MS === 0 && ms > DAY_MS ? `${ms / DAY_MS} days` : `${ms / HOUR_MS} hours`;
}

/** A day or a month of ISO 8601 in words. */
export function dayInWords(iso: string): string {
  const [year = '', month = '', day] = iso.split('-');
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  const style = day === undefined ? ({ month: 'long', year: 'numeric' } as const) : ({ dateStyle: 'long' } as const);
  return new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' }).format(at);
}
