import { gate } from '../../domain/assets.ts';
import type { InvoiceView } from '../../domain/view/invoice.ts';
import { type Fragment, html } from './html.ts';

/** The events a payer is told of by mail. */
export type PayerMailKind = 'paid' | 'partly_paid' | 'paid_late';

/** Who asks for the money, as the payer knows them. */
export interface MailMerchant {
  readonly name: string;
  readonly supportEmail: string | null;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Which mail an invoice's new status calls for; null: none. */
export function payerMailKind(status: InvoiceView['status']): PayerMailKind | null {
  if (status === 'done' || status === 'overpaid') return 'paid';
  if (status === 'partially_paid') return 'partly_paid';
  return status === 'expired_paid' ? 'paid_late' : null;
}

/**
 * The words of a mail to the payer, as text and as HTML. What merchants and payers typed is shown as text and on one line, whatever it holds
 * (hazard 71); the one link goes to our own page.
 */
export function payerMail(kind: PayerMailKind, invoice: InvoiceView, merchant: MailMerchant): MailContent {
  const name = oneLine(merchant.name);
  const words = wordsOf(kind, invoice, name);
  const rows = rowsOf(invoice);
  const contact = contactOf(merchant, name);
  const text = [
    words.heading,
    '',
    ...words.paragraphs,
    '',
    ...rows.map(([label, value]) => `${label}: ${value}`),
    '',
    `${words.link}: ${invoice.checkout_url}`,
    '',
    contact,
  ].join('\n');
  return { subject: words.subject, text, html: page({ words, rows, contact, url: invoice.checkout_url }).toString() };
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What the link to the invoice says. */
  readonly link: string;
}

function wordsOf(kind: PayerMailKind, invoice: InvoiceView, name: string): Words {
  const price = `${invoice.total} ${invoice.currency}`;
  const paid = coins(invoice, invoice.amount_paid);
  switch (kind) {
    case 'paid': {
      const excess = invoice.status === 'overpaid' ? coins(invoice, invoice.amount_excess) : null;
      return {
        subject: `Your payment to ${name} is complete`,
        heading: `Your payment of ${price} to ${name} is complete.`,
        paragraphs:
          excess === null ? [] : [`You sent ${excess} more than was asked for. Please contact ${name} about it.`],
        link: 'See your receipt',
      };
    }
    case 'partly_paid':
      return {
        subject: `A part of your payment to ${name} is missing`,
        heading: `${paid} has arrived of your payment of ${price} to ${name}.`,
        paragraphs: [
          `${coins(invoice, invoice.amount_remaining)} is still missing. You can send it until ${time(invoice.expires_at)}, to the address on the invoice's page.`,
        ],
        link: 'Pay what is missing',
      };
    case 'paid_late':
      return {
        subject: `Your payment to ${name} arrived late`,
        heading: `Your payment of ${paid} to ${name} arrived after the invoice had expired.`,
        paragraphs: [`Your money is safe. ${name} was told and will either complete the order or pay it back.`],
        link: 'See the invoice',
      };
    default:
      return kind satisfies never;
  }
}

function rowsOf(invoice: InvoiceView): [label: string, value: string][] {
  const rows: [string, string | null][] = [
    ['Reference', invoice.reference === null ? null : oneLine(invoice.reference)],
    ['Total', `${invoice.total} ${invoice.currency}`],
    ['Received', coins(invoice, invoice.amount_paid)],
    ['Network', invoice.gate_id === null ? null : gate(invoice.gate_id).networkTitle],
    ['Transactions', invoice.transactions.map(({ txid }) => txid).join(', ') || null],
    ['Invoice', invoice.id],
    ['Note', invoice.mode === 'sandbox' ? 'This is a test: no real money moved.' : null],
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value]]));
}

function contactOf({ supportEmail }: MailMerchant, name: string): string {
  const how = supportEmail === null ? `Please ask ${name}` : `Please write to ${oneLine(supportEmail)}`;
  return `Questions about your order? ${how}. This mail was sent by Tidegate, which handles payments for ${name}.`;
}

function page({
  words,
  rows,
  contact,
  url,
}: {
  words: Words;
  rows: readonly [string, string][];
  contact: string;
  url: string;
}): Fragment {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${words.subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 Geist,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#0B1220;background:#F7F8FA">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#FFFFFF;border:1px solid #E3E7ED;border-radius:10px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${words.heading}</h1>
${words.paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
<table role="presentation" style="width:100%;border-collapse:collapse;font-size:14px">
${rows.map(
  ([label, value]) => html`<tr><td style="padding:6px 12px 6px 0;color:#525C6E;vertical-align:top">${label}</td>
<td style="padding:6px 0;word-break:break-all">${value}</td></tr>`,
)}
</table>
<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#2447E0;color:#FFFFFF;text-decoration:none">${words.link}</a></p>
<p style="margin:0;font-size:13px;color:#525C6E">${contact}</p>
</div>
</body>
</html>`;
}

/** An amount of the chosen asset without zeros at its end, e.g. `0.0015 BTC`; null before a choice. */
function coins(invoice: InvoiceView, amount: string | null): string | null {
  if (amount === null || invoice.gate_id === null) return null;
  const plain = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
  return `${plain} ${gate(invoice.gate_id).ticker}`;
}

/** `2026-11-20 10:15 UTC`: the payer's time zone is not known. */
function time(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** Line breaks and control characters become spaces: a value must not look like a line or a header of its own. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, MAX_VALUE_LENGTH);
}

const MAX_VALUE_LENGTH = 200;
