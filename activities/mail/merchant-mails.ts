import type { Invoice } from '../../contract/invoice.ts';
import type { MerchantMailEvent } from '../../domain/accounts/merchant-mail.ts';
import type { Language } from '../../domain/languages.ts';
import { invoiceFacts, invoiceValues } from './invoice-values.ts';
import { INVOICE_WORDS } from './invoice-words/all.ts';
import type { InvoiceMailWords } from './invoice-words/invoice-words.ts';
import { NOT_CONVERTED_WORDS } from './invoice-words/not-converted.ts';
import { REFUND_WORDS } from './invoice-words/refund-words.ts';
import { type MailContent, renderMail } from './template.ts';
import { asMailbox, fill } from './values.ts';

/** The others about invoices; that a payer asks for a refund is always mailed, because it waits for an answer. */
type OtherMail = 'refund_asked' | 'not_converted';

/** A mail to the merchant's people about what happened to an invoice; its link opens the invoice in the back office. */
export function merchantMail(
  event: MerchantMailEvent | OtherMail,
  invoice: Invoice,
  {
    profileName,
    publicUrl,
    language,
  }: { readonly profileName: string; readonly publicUrl: string; readonly language: Language },
): MailContent {
  const words = INVOICE_WORDS[language];
  const { subject, heading, paragraphs } = wordsOf(event, language);
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
      ...(email === undefined ? [] : [{ label: words.labels.payer, value: asMailbox(email), isOwn: true }]),
    ],
    button: { label: words.merchant.link, url: `${publicUrl}/history/details?id=${invoice.id}` },
    footer: event === 'refund_asked' ? [] : [fill(words.merchant.why, values)],
  });
}

function wordsOf(event: MerchantMailEvent | OtherMail, language: Language): InvoiceMailWords {
  if (event === 'refund_asked') return REFUND_WORDS[language].requested;
  return event === 'not_converted' ? NOT_CONVERTED_WORDS[language] : INVOICE_WORDS[language].merchant[event];
}
