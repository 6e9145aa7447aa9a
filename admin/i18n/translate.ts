import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { TranslationMessages } from 'react-admin';
import type { en } from './messages-en.ts';
import type { alertMessages } from './messages-en-alerts.ts';
import type { bankMessages } from './messages-en-bank.ts';
import type { cardMessages } from './messages-en-cards.ts';
import type { claimMessages } from './messages-en-claims.ts';
import type { complianceMessages } from './messages-en-compliance.ts';
import type { conversionMessages } from './messages-en-conversions.ts';
import type { custodyMessages } from './messages-en-custody.ts';
import type { dashboardMessages } from './messages-en-dashboard.ts';
import type { debtMessages } from './messages-en-debts.ts';
import type { deletionMessages } from './messages-en-deletions.ts';
import type { depositMessages } from './messages-en-deposits.ts';
import { lightMessages } from './messages-en-light.ts';
import type { massMessages } from './messages-en-mass.ts';
import type { partnerMessages } from './messages-en-partners.ts';
import type { paymentRequestMessages } from './messages-en-payment-requests.ts';
import type { payoutMessages } from './messages-en-payouts.ts';
import type { recordMessages } from './messages-en-records.ts';
import type { refundMessages } from './messages-en-refunds.ts';
import type { reportMessages } from './messages-en-reports.ts';
import type { requestMessages } from './messages-en-requests.ts';
import type { ticketMessages } from './messages-en-tickets.ts';
import type { treasuryMessages } from './messages-en-treasury.ts';
import type { updateMessages } from './messages-en-updates.ts';
import type { visitorMessages } from './messages-en-visitors.ts';
import type { withdrawalMessages } from './messages-en-withdrawals.ts';

export type MessageKey =
  | keyof typeof en
  | keyof typeof alertMessages
  | keyof typeof bankMessages
  | keyof typeof cardMessages
  | keyof typeof claimMessages
  | keyof typeof complianceMessages
  | keyof typeof conversionMessages
  | keyof typeof visitorMessages
  | keyof typeof ticketMessages
  | keyof typeof custodyMessages
  | keyof typeof dashboardMessages
  | keyof typeof debtMessages
  | keyof typeof deletionMessages
  | keyof typeof depositMessages
  | keyof typeof partnerMessages
  | keyof typeof paymentRequestMessages
  | keyof typeof payoutMessages
  | keyof typeof recordMessages
  | keyof typeof refundMessages
  | keyof typeof reportMessages
  | keyof typeof requestMessages
  | keyof typeof massMessages
  | keyof typeof treasuryMessages
  | keyof typeof updateMessages
  | keyof typeof withdrawalMessages;
/** `smart_count` picks the form of a text that has one for each number. */
export type MessageValues = Readonly<Record<string, string | number>>;

export const LOCALE = 'en';
const words: Record<string, string> = { ...lightMessages };
let engine = makeEngine();

/** The one translator of all pages; react-admin's own components use it, too. */
export const i18nProvider = {
  ...engine,
  translate: (key: string, values?: MessageValues): string => engine.translate(key, values),
};

/** The back office brings its words along: a page without a session does not wait for them. */
export function addMessages(messages: Readonly<Record<string, string>>): void {
  Object.assign(words, messages);
  engine = makeEngine();
}

/** The text of a key, with `%{name}` replaced by values, numbers with separators. */
export function t(key: MessageKey, values?: MessageValues): string {
  return i18nProvider.translate(key, values);
}

/** For keys that come from outside, such as a status of a newer server: the fallback when there is no such text. */
export function translateOr(key: string, fallback: string, values: MessageValues = {}): string {
  return i18nProvider.translate(key, { ...values, _: fallback });
}

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(words, key);
}

function makeEngine() {
  return polyglotI18nProvider(() => words as object as TranslationMessages, LOCALE, undefined, {
    allowMissing: true,
    replace: replaceLocalized,
  });
}

/** Polyglot's hook for values: it has none for numbers. */
function replaceLocalized(this: string, token: RegExp, fill: (expression: string, name: string) => unknown): string {
  return this.replace(token, (expression: string, name: string) => {
    const value = fill(expression, name);
    return typeof value === 'number' ? value.toLocaleString(LOCALE) : String(value);
  });
}
