import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Conversion } from '../../contract/conversions.ts';
import type { Payout } from '../../contract/payouts.ts';
import type { OpenPaymentRequest } from '../../db/payment-requests/read.ts';
import type { AccountMail, AccountMailKind } from '../../domain/accounts/account-mail.ts';
import { MERCHANT_MAIL_EVENTS, OUTGOING_MAIL_EVENTS } from '../../domain/accounts/merchant-mail.ts';
import { newId } from '../../domain/ids.ts';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { withoutLinks } from '../../domain/text/plain-text.ts';
import { linksIn } from '../../domain/web/link-finder.fixture.ts';
import { mailChannel } from '../alerts/mail-channel.ts';
import { accountMail } from './account-mails.ts';
import { depositMail } from './deposit-mails.ts';
import { invoiceView } from './invoice-view.fixture.ts';
import { INVOICE_WORDS } from './invoice-words/all.ts';
import { NOT_CONVERTED_WORDS } from './invoice-words/not-converted.ts';
import { REFUND_WORDS } from './invoice-words/refund-words.ts';
import { merchantMail } from './merchant-mails.ts';
import { conversionMail, requestOutcomeMail } from './notice-mails.ts';
import { outgoingMail } from './outgoing-mails.ts';
import { payerMail } from './payer-mails.ts';
import { requestMail } from './request-mails.ts';
import { type MailContent, renderMail } from './template.ts';
import { asMailbox, fill } from './values.ts';
import { ACCOUNT_WORDS } from './words/all.ts';
import { APPROVAL_WORDS } from './words/approvals.ts';
import { CLAIM_MAIL_WORDS } from './words/claims.ts';
import { DEPOSIT_WORDS } from './words/deposits.ts';
import { NOTICE_WORDS } from './words/notices.ts';
import { OUTGOING_WORDS } from './words/outgoing.ts';
import { REQUEST_MAIL_WORDS } from './words/payment-requests.ts';
import { TICKET_MAIL_WORDS } from './words/tickets.ts';

/** Texts that somebody types to have a link in a mail of ours; short enough for a name. */
const TYPED = 'hthttps://tps://evil.example mailto:a@evil.example www.evil';
const SUPPORT = 'help@quay.example';
/** Our pages, checked addresses, the merchant's mailbox, and from where a request came. */
const OWN = /https:\/\/pay\.example\/\S*|bitcoincash:q\w+|help@quay\.example|203\.0\.113\.9/g;

/** The links that a mail program would make, besides our own pages and the merchant's mailbox. */
function strangeLinks({ subject, text, html }: MailContent): readonly string[] {
  const shown = html
    .replaceAll(/<(?:style|title)[^>]*>[\s\S]*?<\/(?:style|title)>|<[^>]*>/g, '\n')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  return linksIn([subject, text, shown].join('\n').replaceAll(OWN, ''));
}

const publicUrl = 'https://pay.example';
const PAYER_KINDS = [
  'paid',
  'partly_paid',
  'paid_late',
  'short',
  'refunded',
  'refund_link',
  'refund_again',
  'refund_rejected',
  'other_coin',
] as const;
const ACCOUNT_KINDS = Object.keys(ACCOUNT_WORDS.en.mails) as AccountMailKind[];
const invoice = invoiceView({ reference: TYPED, customer: { email: `x${TYPED}` } });
const money = { id: newId(), mode: 'sandbox', gate_id: 'BTC', amount: '0.00150000', net_amount: '0.00149000' };
const outgoing = { ...money, address: 'bitcoincash:qpm2qsznhks23z7629mms6s', reference: TYPED };
const mass = { ...money, file_name: TYPED, lines: { total: 1, failed: 0 } };
const conversion = {
  amount_from: '1',
  from: 'BTC',
  amount_to: '2',
  to: 'EUR',
  fee: '0.10',
  mode: 'sandbox',
  invoice_id: null,
  deposit_id: null,
} as Conversion;
const deposit = { ...money, reference: TYPED, status: 'done', transactions: [{ txid: TYPED }], conversion: null };

/** Every mail of the given language, with what people type in each of its values. */
function* mailsIn(language: Language): Generator<readonly [string, MailContent]> {
  for (const kind of ACCOUNT_KINDS) yield [kind, accountMail({ kind, values: TYPED_VALUES } as never, language)];
  const merchant = { name: TYPED, supportEmail: SUPPORT };
  for (const kind of PAYER_KINDS) yield [kind, payerMail(kind, invoice, { merchant, language, note: TYPED })];
  const about = { profileName: TYPED, publicUrl, language };
  for (const kind of [...MERCHANT_MAIL_EVENTS, 'refund_asked', 'not_converted'] as const) {
    yield [kind, merchantMail(kind, invoice, about)];
  }
  for (const kind of OUTGOING_MAIL_EVENTS) {
    const data = kind.startsWith('mass')
      ? mass
      : kind.startsWith('refund')
        ? { ...outgoing, invoice_id: '1' }
        : outgoing;
    yield [kind, outgoingMail(kind, data as unknown as Payout, about)];
  }
  for (const hasFailed of [false, true]) yield ['deposit', depositMail(deposit as never, { ...about, hasFailed })];
  yield ['conversion', conversionMail(conversion, about)];
  for (const outcome of ['paid', 'expired'] as const) {
    yield [`request_${outcome}`, requestOutcomeMail(request(language), outcome, about)];
  }
  const lifetimeSeconds = 600;
  for (const isReminder of [false, true]) {
    yield ['request', requestMail(request(language), { publicUrl, lifetimeSeconds, isReminder })];
  }
}

const TYPED_VALUES = {
  ...Object.fromEntries([...JSON.stringify(ACCOUNT_WORDS).matchAll(/\{(\w+)\}/g)].map(([, hole]) => [hole, TYPED])),
  inviter: TYPED,
  company: TYPED,
  browser: TYPED,
  mode: 'sandbox',
  code: '123456',
  ip: '203.0.113.9',
  url: `${publicUrl}/#t`,
  stop: `${publicUrl}/balance?tab=reports`,
  report: 'Report',
  address: 'bc1qnora',
  about: 'token_added',
  time: '2026-11-20 10:15 UTC',
};

function request(language: Language): OpenPaymentRequest {
  return {
    id: newId(),
    language,
    currency: 'EUR',
    amountMinor: 4_990n,
    mode: 'sandbox',
    supportEmail: SUPPORT,
    merchant: TYPED,
    recipientName: TYPED,
    description: TYPED,
    expiresAt: new Date(0),
  } as unknown as OpenPaymentRequest;
}

describe.each(LANGUAGES)('mails in %s', (language) => {
  test('hazard 71: what people typed becomes no link in any of them', () => {
    for (const [kind, mail] of mailsIn(language)) expect([kind, strangeLinks(mail)]).toEqual([kind, []]);
  });

  test('have no words of ours that a mail program would make a link of, or that are broken by what removes them', () => {
    const lists = [ACCOUNT_WORDS, INVOICE_WORDS, NOT_CONVERTED_WORDS, REFUND_WORDS, APPROVAL_WORDS, CLAIM_MAIL_WORDS];
    const more = [DEPOSIT_WORDS, NOTICE_WORDS, OUTGOING_WORDS, REQUEST_MAIL_WORDS, TICKET_MAIL_WORDS];
    const texts = [...lists, ...more].flatMap((words) => textsOf(words[language]));
    expect(texts.length).toBeGreaterThan(300);
    for (const text of texts.filter(({ length }) => length < 300)) {
      expect(withoutLinks(text.replaceAll(/\{\w+\}/g, 'x'))).toBe(text.replaceAll(/\{\w+\}/g, 'x').trim());
    }
  });
});

function textsOf(words: unknown): readonly string[] {
  if (typeof words === 'string') return [words];
  return Object.values(words as object).flatMap(textsOf);
}

test('hazard 71: alerts, whose words may come from outside, have one link', async () => {
  const sent: MailContent[] = [];
  const mailer = { send: async (mail: MailContent) => void sent.push(mail), close: () => {} };
  const settings = { baseUrl: publicUrl, mail: { to: ['ops@quay.example'] } };
  const alert = {
    id: 'a',
    alertId: 'a',
    stage: 'acknowledged',
    event: 'acknowledged',
    kind: 'bank_statement',
    title: 'Bank',
    severity: 'critical',
    subject: TYPED,
    message: TYPED,
    raisedAt: new Date(0),
    wasEscalated: false,
    acknowledged: { by: TYPED, note: TYPED },
    runbook: 'x',
  };
  await mailChannel(mailer, settings as never).send(alert as never, []);
  expect(sent.flatMap(strangeLinks)).toEqual([]);
  expect(sent[0]?.text).toContain('hthttps: / /tps: / /evil. example');
});

test('hazard 71: no value of a mail becomes a link or a second line, whatever it contains', () => {
  const hostile = fc
    .array(
      fc.oneof(fc.constantFrom(TYPED, '.', ':', '//', '@', 'www', '\r\nBcc: ', ' '), fc.string({ unit: 'grapheme' })),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(hostile, fc.boolean(), (text, isCode) => {
      const mail = renderMail({
        language: 'en',
        sender: text,
        subject: fill('{text}', { text }),
        heading: 'Hello',
        footer: [fill('{text}', { text })],
        paragraphs: [fill('Hello {text}', { text })],
        facts: [{ label: 'Reason', value: text, isCode }],
      });
      expect(strangeLinks(mail)).toEqual([]);
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.text.split('\n').length).toBeLessThanOrEqual(7);
    }),
  );
});

test('a mailbox is shown as it is, and nothing else that was entered as one', () => {
  expect(['help@quay.example', 'a.b+c-d_e@x.co'].map(asMailbox)).toEqual(['help@quay.example', 'a.b+c-d_e@x.co']);
  const others = [
    'www.evil.example/x@b.example',
    'x.evil.example/y@b.example',
    'http://x@evil.example',
    'a@b@c.example',
  ];
  for (const other of others) expect(linksIn(asMailbox(other))).toEqual([]);
  expect(asMailbox(null)).toBe('');
});

test('the links, files and addresses of the product stay as they are', () => {
  const values = {
    mode: 'sandbox',
    report: 'invoices-2026-11.csv',
    days: '1',
    url: `${publicUrl}/r`,
    stop: `${publicUrl}/s`,
  };
  const { text, subject } = accountMail({ kind: 'scheduled_report', values } as unknown as AccountMail, 'en');
  expect(text).toContain('To stop it, open https://pay.example/s');
  expect(subject).toContain('invoices-2026-11.csv');
  const address = 'bitcoincash:qpm2qsznhks23z7629mms6s';
  const code = { mode: 'sandbox', code: '123456', amount: '0.5 BCH', address } as const;
  expect(accountMail({ kind: 'payout_code', values: code }, 'en').text).toContain(address);
});
