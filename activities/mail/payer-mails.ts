import type { Language } from '../../domain/languages.ts';
import type { InvoiceView } from '../../domain/view/invoice.ts';
import { invoiceFacts, invoiceValues } from './invoice-values.ts';
import { INVOICE_WORDS } from './invoice-words/all.ts';
import type { PayerMailKind } from './invoice-words/invoice-words.ts';
import { type MailContent, renderMail } from './template.ts';
import { fill, oneLine } from './values.ts';

/** Who asks for the money, as the payer knows them. */
export interface MailMerchant {
  readonly name: string;
  readonly supportEmail: string | null;
}

/** Which mail an invoice's new status calls for; null: none. */
export function payerMailKind(status: InvoiceView['status']): PayerMailKind | null {
  if (status === 'done' || status === 'overpaid') return 'paid';
  if (status === 'partially_paid') return 'partly_paid';
  return status === 'expired_paid' ? 'paid_late' : null;
}

/**
 * A mail to the payer. What merchants and payers typed is shown as text and on one line, whatever it holds (hazard 71); the one link goes
 * to our own page.
 */
export function payerMail(
  kind: PayerMailKind,
  invoice: InvoiceView,
  { merchant, language }: { readonly merchant: MailMerchant; readonly language: Language },
): MailContent {
  const words = INVOICE_WORDS[language];
  const { subject, heading, paragraphs, link } = words.payer[kind];
  const values = { ...invoiceValues(invoice, language), merchant: merchant.name, email: merchant.supportEmail };
  const isTooMuch = invoice.status === 'overpaid' && values.excess !== null;
  return renderMail({
    language,
    sender: oneLine(merchant.name),
    subject: fill(subject, values),
    heading: fill(heading, values),
    notice: invoice.mode === 'sandbox' ? words.sandbox : undefined,
    figure: kind === 'paid' ? values.total : undefined,
    paragraphs: [...paragraphs, ...(isTooMuch ? [words.payer.excess] : [])].map((each) => fill(each, values)),
    facts: invoiceFacts(invoice, language, words),
    button: { label: link, url: invoice.checkout_url },
    footer: [
      fill(merchant.supportEmail === null ? words.payer.ask : words.payer.askAt, values),
      fill(words.payer.sentFor, values),
    ],
  });
}
