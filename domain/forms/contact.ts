import { websiteOf } from '../accounts/account-rules.ts';
import { isEmailAddress, MAX_EMAIL_LENGTH } from '../accounts/email-address.ts';
import type { FieldErrors } from '../errors.ts';
import { withoutLinks } from '../text/plain-text.ts';

/** The forms of the public pages, by the last part of their call (spec §7 "Forms"). */
export const CONTACT_KINDS = ['contact-us', 'contact-us-partner', 'partner'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** One field of a form, with its rules. */
export interface ContactField {
  readonly name: string;
  /** `line` is one line, `area` several, `check` must be `yes`. */
  readonly type: 'line' | 'area' | 'email' | 'website' | 'count' | 'check';
  readonly maxLength: number;
  /** May be left empty. */
  readonly isOptional?: true;
}

const NAME: ContactField = { name: 'name', type: 'line', maxLength: 100 };
const EMAIL: ContactField = { name: 'email', type: 'email', maxLength: MAX_EMAIL_LENGTH };
const SUBJECT: ContactField = { name: 'subject', type: 'line', maxLength: 150 };
const COMPANY: ContactField = { name: 'company', type: 'line', maxLength: 100 };
const WEBSITE: ContactField = { name: 'website', type: 'website', maxLength: 253 };
const MESSAGE: ContactField = { name: 'message', type: 'area', maxLength: 5_000 };
const count = (name: string): ContactField => ({ name, type: 'count', maxLength: 12, isOptional: true });
const check = (name: string): ContactField => ({ name, type: 'check', maxLength: 3 });

/** The fields of each form, in the order of the page. `partner` applies to be a brand ambassador (spec §5). */
export const CONTACT_FIELDS: Readonly<Record<ContactKind, readonly ContactField[]>> = {
  'contact-us': [NAME, EMAIL, SUBJECT, MESSAGE],
  'contact-us-partner': [NAME, EMAIL, COMPANY, WEBSITE, MESSAGE],
  partner: [
    NAME,
    EMAIL,
    WEBSITE,
    count('subscribers'),
    count('daily_visitors'),
    check('eu_audience'),
    check('real_users'),
    MESSAGE,
  ],
};

/** The audience that an ambassador needs: one of both (spec §5 "Ambassador resources"). */
export const AMBASSADOR = { subscribers: 10_000, dailyVisitors: 1_000 } as const;

const MIN_MESSAGE_LENGTH = 10;

/** A checked form. */
export interface ContactEntry {
  readonly kind: ContactKind;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  /** Further fields of the form, by name. */
  readonly details: Readonly<Record<string, string>>;
}

export type ReadContact =
  | { readonly entry: ContactEntry }
  | { readonly problems: FieldErrors; readonly entry?: undefined };

/**
 * Checks what somebody typed into a form, as the page shows it while one types and as the server decides. Text stays as
 * it was typed, save what cannot be seen; only a name, subject or company with a link in it is refused.
 */
export function readContact(kind: ContactKind, given: Readonly<Record<string, string>>): ReadContact {
  const values: Record<string, string> = {};
  const problems: FieldErrors = {};
  for (const field of CONTACT_FIELDS[kind]) {
    const text = (given[field.name] ?? '').replaceAll(/\r\n?/g, '\n').trim();
    values[field.name] = field.type === 'area' ? readable(text) : text;
    const problem = problemOf(field, text);
    if (problem !== undefined) problems[field.name] = [problem];
  }
  if (kind === 'partner' && problems.subscribers === undefined && problems.daily_visitors === undefined) {
    const { subscribers = '', daily_visitors: visitors = '' } = values;
    if (!hasAudience(subscribers, visitors)) problems.subscribers = [NO_AUDIENCE];
  }
  if (Object.keys(problems).length > 0) return { problems };
  const { name = '', email = '', subject, message = '', ...details } = values;
  const filled = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''));
  return { entry: { kind, name, email, subject: subject ?? SUBJECTS[kind], message, details: filled } };
}

/** The subject of forms that ask for none. */
const SUBJECTS: Readonly<Record<ContactKind, string>> = {
  'contact-us': 'A question',
  'contact-us-partner': 'A partnership',
  partner: 'An application as brand ambassador',
};

const NO_AUDIENCE =
  `More than ${AMBASSADOR.subscribers.toLocaleString('en')} subscribers or ` +
  `${AMBASSADOR.dailyVisitors.toLocaleString('en')} daily visitors are needed.`;

function hasAudience(subscribers: string, visitors: string): boolean {
  return Number(subscribers) > AMBASSADOR.subscribers || Number(visitors) > AMBASSADOR.dailyVisitors;
}

function problemOf({ name, type, maxLength, isOptional }: ContactField, text: string): string | undefined {
  if (type === 'check') return text === 'yes' ? undefined : 'This must be accepted.';
  if (text === '') return isOptional ? undefined : `The ${name.replaceAll('_', ' ')} field is required.`;
  if (text.length > maxLength) return `Must have at most ${maxLength} characters.`;
  if (!text.isWellFormed() || text.includes('\u0000')) return 'The text is not valid.';
  if (type === 'email') return isEmailAddress(text) ? undefined : 'Email is not valid.';
  if (type === 'website') return websiteOf(text) === undefined ? 'Website is not valid.' : undefined;
  if (type === 'count') return /^\d{1,12}$/.test(text) ? undefined : 'Must be a whole number, such as 12000.';
  if (type === 'area') {
    return readable(text).length < MIN_MESSAGE_LENGTH
      ? `Must have at least ${MIN_MESSAGE_LENGTH} characters.`
      : undefined;
  }
  if (HIDDEN.test(text)) return 'Must be one line without control characters.';
  return withoutLinks(text) === text ? undefined : 'Must not contain a link or an email address.';
}

/** Several lines without what cannot be seen: control characters, and marks that turn the direction of text. */
function readable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '').replaceAll(/\n{4,}/g, '\n\n\n');
}

const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
