import type { Invoice, InvoiceRefund } from '../../contract/invoice.ts';
import { CRYPTO_GATES, gate, type Network } from '../../domain/assets/assets.ts';
import type { Language } from '../../domain/languages.ts';
import { coinsText, invoiceFacts, invoiceValues } from './invoice-values.ts';
import { INVOICE_WORDS } from './invoice-words/all.ts';
import type { InvoiceMailWords, PayerMailKind } from './invoice-words/invoice-words.ts';
import { REFUND_WORDS } from './invoice-words/refund-words.ts';
import { type MailContent, renderMail } from './template.ts';
import { asMailbox, asName, fill } from './values.ts';

/** The requester of the money, as the payer knows them. */
export interface MailMerchant {
  readonly name: string;
  readonly supportEmail: string | null;
}

/** A mail to the payer: what happened to the payment, or to money that goes back. */
export type PayerMail =
  | PayerMailKind
  | 'short'
  | 'refunded'
  | 'refund_link'
  | 'refund_again'
  | 'refund_rejected'
  | 'other_coin';

export interface PayerMailAbout {
  readonly merchant: MailMerchant;
  readonly language: Language;
  /** Where the payer can ask for money back, where there is any. */
  readonly refundUrl?: string | undefined;
  /** Where an address that was entered on the page is removed. */
  readonly removeUrl?: string | undefined;
  /** The merchant's text. */
  readonly note?: string | undefined;
}

/** Which mail an invoice's new status calls for; null: none. */
export function payerMailKind({ status, refunds }: Pick<Invoice, 'status' | 'refunds'>): PayerMail | null {
  switch (status) {
    case 'refunded':
    case 'partially_refunded':
      return 'refunded';
    // An excess that went back leaves the invoice done.
    case 'done':
      return refunds.some((refund) => refund.status === 'done') ? 'refunded' : 'paid';
    case 'overpaid':
      return 'paid';
    case 'partially_paid':
      return 'partly_paid';
    case 'expired_paid':
      return 'paid_late';
    default:
      return status === 'invalid' ? 'short' : null;
  }
}

/** The refund that an email is about: the last one that arrived. */
export function lastRefund({ refunds }: Pick<Invoice, 'refunds'>): InvoiceRefund | undefined {
  return refunds.findLast(({ status }) => status === 'done');
}

/**
 * A mail to the payer. Texts of merchants and payers are shown as text, on one line and without links, whatever they
 * contain (hazard 71): the one link goes to our own page, and the merchant's mailbox can be written to.
 */
export function payerMail(kind: PayerMail, invoice: Invoice, about: PayerMailAbout): MailContent {
  const { merchant, language, refundUrl, removeUrl, note = '' } = about;
  const words = INVOICE_WORDS[language];
  const { subject, heading, paragraphs, link } = wordsOf(kind, language);
  const name = asName(merchant.name);
  const sent = lastRefund(invoice);
  const values = {
    ...invoiceValues(invoice, language),
    merchant: name,
    note,
    refund: sent === undefined ? null : coinsText(sent.net_amount, sent.gate_id, language),
    ...otherValues(invoice, language),
  };
  const refund = REFUND_WORDS[language];
  const isTooMuch = kind === 'paid' && invoice.status === 'overpaid' && values.excess !== null;
  const button = buttonOf(kind, invoice, { link, language, refundUrl });
  return renderMail({
    language,
    sender: name,
    subject: `${invoice.mode === 'sandbox' ? '[Sandbox] ' : ''}${fill(subject, values)}`,
    heading: fill(heading, values),
    notice: invoice.mode === 'sandbox' ? words.sandbox : undefined,
    figure: kind === 'paid' ? values.total : undefined,
    paragraphs: [
      ...paragraphs,
      ...(isTooMuch ? [refund.excess] : []),
      ...(refundUrl === undefined ? [] : [refund.fees]),
      ...(kind === 'other_coin' ? [returnedByRefund(invoice) ? refund.other.refund : refund.other.support] : []),
    ]
      .map((each) => fill(each, values))
      .filter((each) => each !== ''),
    facts: [
      ...(kind === 'refunded' && values.refund !== null ? [{ label: refund.amount, value: values.refund }] : []),
      ...invoiceFacts(invoice, language, words),
      ...(kind === 'refunded' && sent?.txid ? [{ label: refund.transaction, value: sent.txid, isCode: true }] : []),
    ],
    button,
    footer: [
      fill(merchant.supportEmail === null ? words.payer.ask : words.payer.askAt, values, {
        email: asMailbox(merchant.supportEmail),
      }),
      fill(words.payer.sentFor, values),
      ...(removeUrl === undefined ? [] : [fill(words.payer.entered, values, { url: `${removeUrl}&lang=${language}` })]),
    ],
  });
}

/** Where the payer can do most: ask for a refund, find and claim what only we can send back, or see the invoice. */
function buttonOf(
  kind: PayerMail,
  invoice: Invoice,
  { link, language, refundUrl }: { link: string; language: Language; refundUrl: string | undefined },
): { readonly label: string; readonly url: string } {
  const words = REFUND_WORDS[language];
  if (refundUrl !== undefined) return { label: words.button, url: refundUrl };
  if (kind !== 'other_coin' || returnedByRefund(invoice)) return { label: link, url: invoice.checkout_url };
  return { label: words.other.claim, url: `${invoice.checkout_url}/claim?lang=${language}` };
}

/** The amount that came in another coin, and the coin that was chosen. */
function otherValues({ other_payments, gate_id }: Invoice, language: Language) {
  const came = other_payments.filter(({ status }) => status === 'safe');
  const words = REFUND_WORDS[language];
  const texts = came.map(({ amount, gate_id: gateId, network }) =>
    amount === null || gateId === null
      ? fill(words.other.unknown, { network: networkTitle(network) })
      : coinsText(amount, gateId, language),
  );
  return {
    other: texts.join(', '),
    coin: gate_id === null ? null : `${gate(gate_id).ticker} (${gate(gate_id).networkTitle})`,
  };
}

function returnedByRefund({ other_payments }: Invoice): boolean {
  return other_payments.every(({ returned_by }) => returned_by === 'refund');
}

function networkTitle(network: Network): string {
  return CRYPTO_GATES.map((id) => gate(id)).find((each) => each.network === network)?.networkTitle ?? network;
}

function wordsOf(kind: PayerMail, language: Language): InvoiceMailWords & { readonly link: string } {
  const { payer } = INVOICE_WORDS[language];
  const refund = REFUND_WORDS[language];
  switch (kind) {
    case 'short':
      return { ...refund.short, link: refund.refunded.link };
    case 'refunded':
      return refund.refunded;
    case 'other_coin':
      return { ...refund.other, link: refund.refunded.link };
    case 'refund_link':
      return { ...refund.link, link: refund.button };
    case 'refund_again':
      return { ...refund.again, link: refund.button };
    case 'refund_rejected':
      return { ...refund.rejected, link: refund.refunded.link };
    default:
      return payer[kind];
  }
}
