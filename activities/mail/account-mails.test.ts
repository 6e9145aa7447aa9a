import { describe, expect, test } from 'vitest';
import type { AccountMail, AccountMailKind } from '../../domain/accounts/account-mail.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { accountMail } from './account-mails.ts';
import { ACCOUNT_WORDS } from './words/all.ts';

const NASTY = '<script>alert(1)</script>"\'&\r\nBcc: thief@x.test\u2028';
const KINDS = Object.keys(ACCOUNT_WORDS.en.mails) as AccountMailKind[];
/** Any hole of any kind is filled with what an attacker would type. */
const nastyValues = new Proxy<Record<string, string>>(
  { code: '123456', url: 'https://pay.example/#t', browser: NASTY, ip: NASTY, time: NASTY },
  {
    get: (known, name: string) => known[name] ?? NASTY,
    ownKeys: () => [...HOLES, 'code', 'url', 'browser', 'ip', 'time'],
    getOwnPropertyDescriptor: (known, name: string) => ({
      value: known[name] ?? NASTY,
      enumerable: true,
      configurable: true,
    }),
  },
);
const HOLES = [...new Set([...JSON.stringify(ACCOUNT_WORDS).matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}`))];
const nasty = (kind: AccountMailKind) => ({ kind, values: nastyValues }) as unknown as AccountMail;

describe.each(LANGUAGES)('mails about accounts in %s', (language) => {
  test('have words of their own for every kind', () => {
    for (const kind of KINDS) {
      const { subject, heading, paragraphs } = ACCOUNT_WORDS[language].mails[kind];
      expect(Math.min(subject.length, heading.length, ...paragraphs.map(({ length }) => length))).toBeGreaterThan(5);
      if (language === 'en') continue;
      expect(subject).not.toBe(ACCOUNT_WORDS.en.mails[kind].subject);
      expect(paragraphs).toHaveLength(ACCOUNT_WORDS.en.mails[kind].paragraphs.length);
      const holes = (texts: readonly string[]) =>
        texts
          .join()
          .match(/\{\w+\}/g)
          ?.sort();
      expect(holes(paragraphs)).toEqual(holes(ACCOUNT_WORDS.en.mails[kind].paragraphs));
    }
  });

  test('hazard 71: show whatever a value holds as text on one line', () => {
    for (const kind of KINDS) {
      const { subject, text, html } = accountMail(nasty(kind), language);
      expect(subject).not.toMatch(/[\r\n\u2028]/);
      expect(html).not.toContain('<script');
      expect(html).toContain(`<html lang="${language}">`);
      expect(text).not.toMatch(/^Bcc:/m);
      expect(`${text}${html}`).not.toMatch(/\{\w+\}(?! !important)|undefined/);
    }
  });
});

test('mails about money of the sandbox say so in their subject, and only those', () => {
  const values = { code: '123456', amount: '0.5 BTC', address: 'bc1q' };
  const subject = (mode: 'sandbox' | 'production') =>
    accountMail({ kind: 'payout_code', values: { ...values, mode } }, 'en').subject;
  expect([subject('sandbox'), subject('production')]).toEqual(['[Sandbox] Confirm your payout', 'Confirm your payout']);
});

describe.each(LANGUAGES)('an invitation in %s', (language) => {
  const values = {
    inviter:
      'Your account is blocked! Sign in at https://thief.example/x or www.thief.example within the hour to keep it',
    company: 'thief.example',
    role: 'Support',
    url: 'https://pay.example/user-invite#token=t',
  };
  const { text, subject } = accountMail({ kind: 'team_invited', values }, language);

  test('says that names are the sender’s before it shows them, in quotation marks', () => {
    const [marked = ''] = ACCOUNT_WORDS[language].mails.team_invited.paragraphs;
    const at = text.indexOf(marked.replace('{role}', 'Support'));
    expect(at).toBeGreaterThan(-1);
    expect(text.indexOf('“')).toBeGreaterThan(at);
    expect(text.match(/“/g)).toHaveLength(2);
    expect(`${subject}${text.slice(0, text.indexOf('“'))}`).not.toMatch(/thief|blocked/);
  });

  test('has no link of theirs, and no more than the length of a name', () => {
    expect(text).not.toMatch(/thief\.example|www\.\S|https:\/\/thief/);
    for (const [, quoted = ''] of text.matchAll(/“(.*)”/g)) expect(quoted.length).toBeLessThanOrEqual(61);
  });
});
