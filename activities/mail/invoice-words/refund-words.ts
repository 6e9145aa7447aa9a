import type { Language } from '../../../domain/languages.ts';
import { mailWords } from '../words/mail-words.ts';
import type { InvoiceMailWords } from './invoice-words.ts';

/**
 * The words of mails about refunds in one language. Beside what every mail about an invoice may name: `{refund}` is
 * what reaches the payer, `{note}` what the merchant wrote.
 */
export interface RefundWords {
  /** The button that opens the form for an address. */
  readonly button: string;
  /** Under "paid" where it was too much. */
  readonly excess: string;
  /** In every mail with that button. */
  readonly fees: string;
  /** The payment was not enough, and its time is over. */
  readonly short: InvoiceMailWords;
  readonly refunded: InvoiceMailWords & { readonly link: string };
  /** Label of the amount that was sent back. */
  readonly amount: string;
  /** Label of the transaction that brought money back. */
  readonly transaction: string;
  /** Money came in another coin (`{other}`) than the chosen one (`{coin}`); how it goes back is one of two. */
  readonly other: InvoiceMailWords & {
    readonly refund: string;
    readonly support: string;
    readonly claim: string;
    readonly unknown: string;
  };
  /** The merchant wants to know where to send money back to. */
  readonly link: InvoiceMailWords;
  /** The payer wants the link once more. */
  readonly again: InvoiceMailWords;
  readonly rejected: InvoiceMailWords;
  /** To the merchant. */
  readonly requested: InvoiceMailWords;
}

export const REFUND_WORDS: Readonly<Record<Language, RefundWords>> = mailWords('refunds');
