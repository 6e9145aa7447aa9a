import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fragment, html } from './html.ts';
import { invoiceView } from './invoice-view.fixture.ts';
import { payerMail, payerMailKind } from './payer-mails.ts';

const merchant = { name: 'Test Shop', supportEmail: 'help@shop.example' };

describe('mails to payers', () => {
  test('are sent when paid, partly paid, and paid after expiry', () => {
    const kinds = (
      [
        'new',
        'pending',
        'confirming',
        'partially_paid',
        'overpaid',
        'done',
        'expired',
        'expired_paid',
        'invalid',
      ] as const
    ).map((status) => [status, payerMailKind(status)]);
    expect(Object.fromEntries(kinds.filter(([, kind]) => kind !== null))).toEqual({
      partially_paid: 'partly_paid',
      overpaid: 'paid',
      done: 'paid',
      expired_paid: 'paid_late',
    });
  });

  test('paid: what, to whom, and where the receipt is', () => {
    const mail = payerMail('paid', invoiceView(), merchant);
    expect(mail.subject).toBe('Your payment to Test Shop is complete');
    expect(mail.text).toContain('Total: 49.90 EUR');
    expect(mail.text).toContain('Received: 0.0008 BTC');
    expect(mail.text).toContain('See your receipt: https://pay.example/invoice/0198');
    expect(mail.html).toContain('href="https://pay.example/invoice/0198"');
    expect(mail.text).toContain('This is a test: no real money moved.');
  });

  test('overpaid: says how much too much', () => {
    const mail = payerMail('paid', invoiceView({ status: 'overpaid', amount_excess: '0.00010000' }), merchant);
    expect(mail.text).toContain('You sent 0.0001 BTC more than was asked for.');
  });

  test('partly paid: says what has arrived, what is missing and until when', () => {
    const view = invoiceView({ status: 'partially_paid', amount_paid: '0.00030000', amount_remaining: '0.00050000' });
    const mail = payerMail('partly_paid', view, merchant);
    expect(mail.text).toContain('0.0003 BTC has arrived of your payment of 49.90 EUR');
    expect(mail.text).toContain('0.0005 BTC is still missing. You can send it until 2026-11-20 10:15 UTC');
  });

  test('paid late: says that the money is safe', () => {
    expect(payerMail('paid_late', invoiceView({ status: 'expired_paid' }), merchant).text).toContain(
      'Your money is safe.',
    );
  });

  test('a whole amount keeps its zeros before the point', () => {
    const mail = payerMail('paid', invoiceView({ gate_id: 'XRP', amount_paid: '100.000000' }), merchant);
    expect(mail.text).toContain('Received: 100 XRP');
  });
});

describe('hazard 71: what people typed is inert in a mail', () => {
  const nasty = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    '</title><script>alert(1)</script>',
    '&lt;script&gt;',
    '`$' + '{alert(1)}`',
  ];

  test.each(nasty)('%s', (text) => {
    const mail = payerMail('paid', invoiceView({ reference: text }), { name: text, supportEmail: text });
    const tags = mail.html.match(/<[^>]*>/g) ?? [];
    const plain = payerMail('paid', invoiceView({ reference: 'x' }), { name: 'x', supportEmail: 'x' });
    expect(tags).toEqual(plain.html.match(/<[^>]*>/g) ?? []);
  });

  test('no text adds a tag, an attribute or an entity of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const made = html`<p title="${text}">${text}</p>`.toString();
        expect(made.match(/[<>"]/g)?.join('')).toBe('<"">' + '<>');
        const back = made.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
        expect(back).toBe(`<p title="${text}">${text}</p>`);
      }),
    );
  });

  test('line breaks cannot add lines to the mail or headers to its subject, and no letter turns the text around', () => {
    const name = 'Shop\r\nBcc: everyone@example.com\u2028Total: 0.00 EUR\u202Egnp';
    const mail = payerMail('paid', invoiceView({ reference: 'a\nTotal: 0.00 EUR' }), { name, supportEmail: null });
    expect(mail.subject).not.toMatch(/[\r\n\u2028\u202E]/);
    expect(mail.text.split('\n').filter((line) => line.startsWith('Total:'))).toEqual(['Total: 49.90 EUR']);
  });

  test('HTML of our own stays HTML', () => {
    expect(html`<ul>${['<a>', 'b'].map((each) => html`<li>${each}</li>`)}</ul>`.toString()).toBe(
      '<ul><li>&#60;a&#62;</li><li>b</li></ul>',
    );
    expect(html`<p>${new Fragment('<b>x</b>')}</p>`.toString()).toBe('<p><b>x</b></p>');
  });
});
