import type { Invoice } from '../../api/contract/invoice.ts';
import type { Language } from '../../domain/languages.ts';
import type { MerchantMailEvent } from '../../domain/merchant-mail.ts';
import { invoiceFacts, invoiceValues } from './invoice-values.ts';
import { INVOICE_WORDS } from './invoice-words/all.ts';
import { REFUND_WORDS } from './invoice-words/refund-words.ts';
import { type MailContent, renderMail } from './template.ts';
import { fill, oneLine } from './values.ts';

/** A mail to the merchant's people about what happened to an invoice; its link opens the invoice in the back office. */
export function merchantMail(
  event: MerchantMailEvent | 'refund_asked',
  invoice: Invoice,
  {
    profileName,
    publicUrl,
    language,
  }: { readonly profileName: string; readonly publicUrl: string; readonly language: Language },
): MailContent {
  const words = INVOICE_WORDS[language];
  const isAsked = event === 'refund_asked';
  const { subject, heading, paragraphs } = isAsked ? REFUND_WORDS[language].asked : words.merchant[event];
  const values = { ...invoiceValues(invoice, language), profile: profileName };
  const { email } = invoice.customer;
  const isTest = invoice.mode === 'sandbox';
  return renderMail({
    language,
    sender: 'Tidegate',
    subject: `${isTest ? '[Sandbox] ' : ''}${fill(subject, values)}`,
    heading: fill(heading, values),
    notice: isTest ? words.sandbox : undefined,
    figure: values.total,
    paragraphs: paragraphs.map((each) => fill(each, values)),
    facts: [
      ...invoiceFacts(invoice, language, words),
      ...(email === undefined ? [] : [{ label: words.labels.payer, value: oneLine(email) }]),
    ],
    button: { label: words.merchant.link, url: `${publicUrl}/history/details?id=${invoice.id}` },
    // Requests of payers are not among the events that a profile selects.
    footer: isAsked ? [] : [fill(words.merchant.why, values)],
  });
}
