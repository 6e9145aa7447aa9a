import { describe, expect, test } from 'vitest';
import type { Invoice } from '../../contract/invoice.ts';
import { shownItem } from '../../contract/invoice-item.fixture.ts';
import { MERCHANT_MAIL_EVENTS } from '../../domain/accounts/merchant-mail.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { INVOICE_STATUSES } from '../../domain/state/invoice-status.ts';
import { invoiceView } from './invoice-view.fixture.ts';
import { INVOICE_WORDS } from './invoice-words/all.ts';
import type { PayerMailKind } from './invoice-words/invoice-words.ts';
import { merchantMail } from './merchant-mails.ts';
import { payerMail, payerMailKind } from './payer-mails.ts';

const merchant = { name: 'Test Shop', supportEmail: 'help@shop.example' };
const english = { merchant, language: 'en' } as const;
const inEnglish = { profileName: 'Main shop', publicUrl: 'https://pay.example', language: 'en' } as const;
const KINDS: readonly PayerMailKind[] = ['paid', 'partly_paid', 'paid_late'];

describe('mails to payers', () => {
  test('are sent when paid, partly paid, paid after expiry, and when money went back', () => {
    const kinds = INVOICE_STATUSES.map((status) => [status, payerMailKind({ status, refunds: [] })]);
    expect(Object.fromEntries(kinds.filter(([, kind]) => kind !== null))).toEqual({
      partially_paid: 'partly_paid',
      overpaid: 'paid',
      done: 'paid',
      expired_paid: 'paid_late',
      invalid: 'short',
      refunded: 'refunded',
      partially_refunded: 'refunded',
    });
  });

  test('paid: what, to whom, and where the receipt is', () => {
    const mail = payerMail('paid', invoiceView(), english);
    expect(mail.subject).toBe('[Sandbox] Your payment to Test Shop is complete');
    expect(mail.text).toContain('Total: €49.90');
    expect(mail.text).toContain('Received: 0.00080000 BTC');
    expect(mail.text).toContain('View receipt: https://pay.example/invoice/0198');
    expect(mail.html).toContain('href="https://pay.example/invoice/0198"');
    expect(mail.text).toContain('This is a test: no real money moved.');
    expect(payerMail('paid', invoiceView({ mode: 'production' }), english).text).not.toContain('test');
  });

  test.each(LANGUAGES)('have no link and no long text of the merchant in %s', (language) => {
    const words = 'Your wallet is blocked! Sign in at https://thief.example/x or www.thief.example within the hour now';
    const about = { merchant: { name: words, supportEmail: null }, language, note: words };
    for (const kind of [...KINDS, 'short', 'refunded', 'refund_link', 'refund_again', 'refund_rejected'] as const) {
      const { subject, text, html } = payerMail(kind, invoiceView({ reference: words }), about);
      expect(`${subject}${text}${html}`, kind).not.toMatch(/thief\.example|www\.\S|https:\/\/thief/);
      expect(`${subject}${text.split('\n\n')[0]}`, kind).not.toContain('within the hour');
    }
  });

  test('overpaid: says how much too much', () => {
    const mail = payerMail('paid', invoiceView({ status: 'overpaid', amount_excess: '0.00010000' }), english);
    expect(mail.text).toContain('You sent 0.00010000 BTC more than was due.');
  });

  test('carry a link that opens the form for an address, where money may be asked back', () => {
    const refundUrl = 'https://pay.example/invoice/0198#refund=token';
    const about = { ...english, refundUrl };
    for (const [kind, status] of [
      ['paid', 'overpaid'],
      ['paid_late', 'expired_paid'],
      ['short', 'invalid'],
    ] as const) {
      const mail = payerMail(kind, invoiceView({ status, amount_excess: '0.00010000' }), about);
      expect(mail.text).toContain(`Request refund: ${refundUrl}`);
      expect(mail.html).toContain(`href="${refundUrl.replace('=', '&#61;')}"`);
    }
  });

  test('refunded: says what came back and by which transaction', () => {
    const refund = { id: 'r', gate_id: 'BTC', amount: '0.00080000', created_at: '2026-11-20T10:00:00.000Z' } as const;
    const refunds = [
      { ...refund, status: 'done', net_amount: '0.00074000', covered_amount: null, txid: 'abc123' } as const,
    ];
    const mail = payerMail('refunded', invoiceView({ status: 'refunded', refunds }), english);
    expect(mail.subject).toBe('[Sandbox] Test Shop has sent money back to you');
    expect(mail.text).toContain('Your refund of 0.00074000 BTC has arrived');
    expect(mail.text).toContain('Refunded: 0.00074000 BTC\n');
    expect(mail.text).toContain('Amount: 0.00080000 BTC');
    expect(mail.text).not.toContain('Amount due');
    expect(mail.text).toContain('Refund transaction: abc123');
    const labels = mail.text.split('\n').flatMap((line) => /^([^:]+): /.exec(line)?.[1] ?? []);
    expect(new Set(labels).size).toBe(labels.length);
    // An excess that went back leaves the invoice done.
    expect(payerMailKind({ status: 'done', refunds })).toBe('refunded');
  });

  test('rejected: says why in the words of the merchant, as text', () => {
    const mail = payerMail('refund_rejected', invoiceView(), { ...english, note: '<b>No</b>\nSubject: x' });
    expect(mail.text).toContain('<b>No</b> Subject: x');
    expect(mail.html).not.toContain('<b>No');
  });

  test('partly paid: says what has arrived, what is missing and until when', () => {
    const view = invoiceView({ status: 'partially_paid', amount_paid: '0.00030000', amount_remaining: '0.00050000' });
    const { text } = payerMail('partly_paid', view, english);
    expect(text).toContain('0.00030000 BTC of 0.00080000 BTC has arrived.');
    expect(text).toContain('send 0.00050000 BTC more');
    expect(text).toContain('Amount due: 0.00080000 BTC');
    expect(text).toContain('until 20 Nov 2026, 10:15 UTC');
  });

  test('paid late: says that the money is safe', () => {
    expect(payerMail('paid_late', invoiceView({ status: 'expired_paid' }), english).text).toContain(
      'Your money is safe',
    );
  });

  test('another coin: says what came, that it is safe, and how it goes back', () => {
    const payment = {
      txid: 'ab',
      output: '0',
      network: 'ETH',
      gate_id: 'USDT_ERC20',
      amount: '137.005323',
      status: 'safe',
      returned_by: 'support',
      first_seen_at: '2026-11-20T10:01:00.000Z',
    } as const;
    const requested = invoiceView({ status: 'pending', other_payments: [payment] });
    const mail = payerMail('other_coin', requested, english);
    expect(mail.subject).toBe('[Sandbox] A payment to Test Shop arrived in another coin');
    expect(mail.text).toContain('137.005323 USDT has arrived in another coin');
    expect(mail.text).toContain('which is to be paid in BTC (Bitcoin). It is safe.');
    expect(mail.text).toContain('It can be sent back to you');
    const returnable = invoiceView({ other_payments: [{ ...payment, returned_by: 'refund' }] });
    expect(payerMail('other_coin', returnable, english).text).toContain('Test Shop can send it back to you');
    const unknown = invoiceView({ other_payments: [{ ...payment, gate_id: null, amount: null }] });
    expect(payerMail('other_coin', unknown, english).text).toContain('a token on Ethereum has arrived');
  });

  test('amounts keep their zeros, and have the separators of the language', () => {
    const mail = payerMail('paid', invoiceView({ gate_id: 'XRP', amount_paid: '100.000000' }), english);
    expect(mail.text).toContain('Received: 100.000000 XRP');
    const german = payerMail('paid', invoiceView({ amount_paid: '1234.50000000' }), { ...english, language: 'de' });
    expect(german.text).toContain('1.234,50000000 BTC');
  });

  test('money and time are written as the language does', () => {
    const mail = payerMail('partly_paid', invoiceView({ status: 'partially_paid' }), { merchant, language: 'de' });
    expect(mail.text).toContain('Gesamt: 49,90\u00A0€');
    expect(mail.text).toContain('20.11.2026, 10:15 UTC');
  });
});

describe('mails to merchants', () => {
  test('say what happened and lead to the invoice', () => {
    const mail = merchantMail('invoice.invalid', invoiceView({ amount_paid: '0.00030000' }), inEnglish);
    expect(mail.subject).toBe('[Sandbox] Please decide: order-1001 was not paid in full');
    expect(mail.text).toContain('0.00030000 BTC of 0.00080000 BTC has arrived.');
    expect(mail.text).toContain('Payer: payer@example.com');
    expect(mail.text).toContain(
      'View invoice: https://pay.example/history/details?id=01980000-0000-7000-8000-000000000001',
    );
    expect(mail.text).toContain('notifications of the profile Main shop');
  });

  test('name the invoice by its id where the shop gave no reference, and production by nothing', () => {
    const { subject } = merchantMail('invoice.done', invoiceView({ reference: null, mode: 'production' }), inEnglish);
    expect(subject).toBe('Paid: 01980000-0000-7000-8000-000000000001, €49.90');
  });
});

const writers = [
  ...KINDS.map((kind) => ({
    name: `to payers: ${kind}`,
    write: (view: Invoice, name: string, language: (typeof LANGUAGES)[number]) =>
      payerMail(kind, view, { merchant: { name, supportEmail: name }, language }),
  })),
  ...MERCHANT_MAIL_EVENTS.map((event) => ({
    name: `to merchants: ${event}`,
    write: (view: Invoice, name: string, language: (typeof LANGUAGES)[number]) =>
      merchantMail(event, view, { profileName: name, publicUrl: 'https://pay.example', language }),
  })),
];

describe.each(LANGUAGES)('mails about invoices in %s', (language) => {
  const words = INVOICE_WORDS[language];
  const texts = (of: typeof words): [string, string][] =>
    [...Object.entries(of.payer), ...Object.entries(of.merchant)].map(([name, mail]) => [
      name,
      typeof mail === 'string' ? mail : [mail.subject, mail.heading, ...mail.paragraphs].join('\n'),
    ]);

  test('have words of their own with the same values in them', () => {
    const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    const english = new Map(texts(INVOICE_WORDS.en));
    for (const [name, text] of texts(words)) {
      expect(holes(text), name).toEqual(holes(english.get(name) ?? ''));
      if (language !== 'en') expect(text, name).not.toBe(english.get(name));
      expect(text, name).not.toMatch(/['"]|\.\.\.| {2}/);
    }
  });

  test.each(writers)('leave no hole open $name', ({ write }) => {
    const mail = write(invoiceView({ gate_id: null, amount_due: null, amount_paid: null }), 'Shop', language);
    expect(`${mail.subject}${mail.text}`).not.toMatch(/\{\w+\}|undefined|null|NaN/);
    expect(mail.html).toContain(`<html lang="${language}">`);
  });
});

describe('hazard 71: what people typed is inert in a mail', () => {
  const nasty = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    '</title></style><script>alert(1)</script>',
    '&lt;script&gt;',
    '`$' + '{alert(1)}`',
    'javascript:alert(1)',
  ];
  const typed = (text: string) =>
    invoiceView({
      reference: text,
      description: text,
      items: [shownItem(text, '1.00')],
      metadata: { [text]: text },
      customer: { email: text, name: text },
    });
  const shape = (mail: { html: string }) => mail.html.match(/<[^>]*>/g) ?? [];

  test.each(writers)('$name', ({ write }) => {
    const plain = shape(write(typed('x'), 'x', 'en'));
    for (const text of nasty) expect(shape(write(typed(text), text, 'en'))).toEqual(plain);
  });

  test.each(writers)('no line break adds a line $name, and no letter turns the text around', ({ write }) => {
    const name = 'Shop\r\nBcc: everyone@example.com\u2028Total: 0.00 EUR\u202Egnp';
    const mail = write(typed('a\r\nTotal: 0.00 EUR'), name, 'en');
    expect(mail.subject).not.toMatch(/[\r\n\u2028\u202E]/);
    expect(mail.text.split('\n').filter((line) => /^(Total|Bcc):/.test(line))).toEqual(['Total: €49.90']);
  });

  test.each(writers)('a value that looks like a hole is not filled $name', ({ write }) => {
    const mail = write(typed('{total}'), '{email}', 'en');
    expect(mail.text).toContain('Reference: {total}');
  });
});
