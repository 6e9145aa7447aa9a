import type { Message } from './message.ts';
import type { en } from './messages-en.ts';
import type { alertMessages } from './messages-en-alerts.ts';
import type { complianceMessages } from './messages-en-compliance.ts';
import type { debtMessages } from './messages-en-debts.ts';
import type { deletionMessages } from './messages-en-deletions.ts';
import { lightMessages } from './messages-en-light.ts';
import type { massMessages } from './messages-en-mass.ts';
import type { payoutMessages } from './messages-en-payouts.ts';
import type { refundMessages } from './messages-en-refunds.ts';
import type { reportMessages } from './messages-en-reports.ts';

export type MessageKey =
  | keyof typeof en
  | keyof typeof alertMessages
  | keyof typeof complianceMessages
  | keyof typeof debtMessages
  | keyof typeof deletionMessages
  | keyof typeof payoutMessages
  | keyof typeof refundMessages
  | keyof typeof reportMessages
  | keyof typeof massMessages;
export type MessageValues = Readonly<Record<string, string | number>>;

export const LOCALE = 'en';
const plural = new Intl.PluralRules(LOCALE);
const words: Record<string, Message> = { ...lightMessages };

/** The back office brings its words along: a page without a session does not wait for them. */
export function addMessages(messages: Readonly<Record<string, Message>>): void {
  Object.assign(words, messages);
}

/** The text of a key, with `{name}` replaced by values. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  return translateOr(key, key, values);
}

/** For keys that come from outside, such as a status of a newer server: the fallback when there is no such text. */
export function translateOr(key: string, fallback: string, values: MessageValues = {}): string {
  const message = isMessageKey(key) ? words[key] : undefined;
  return message === undefined ? fallback : fill(message, values);
}

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(words, key);
}

function fill(message: Message, values: MessageValues): string {
  const text = typeof message === 'string' ? message : message[form(values.count)];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? value.toLocaleString(LOCALE) : value;
  });
}

function form(count: string | number | undefined): 'one' | 'other' {
  return plural.select(Number(count ?? 0)) === 'one' ? 'one' : 'other';
}
