import type { MerchantMailEvent } from '../../../domain/accounts/merchant-mail.ts';

/** The events that a payer is mailed about. */
export type PayerMailKind = 'paid' | 'partly_paid' | 'paid_late';

/**
 * The words of one mail about an invoice. Put in as text: `{merchant}`, `{invoice}` (its reference), `{total}` in fiat,
 * and in the asset `{due}`, `{paid}`, `{missing}` and `{excess}`; `{until}` is the deadline.
 */
export interface InvoiceMailWords {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** Everything mails about invoices say in one language. */
export interface InvoiceWords {
  readonly labels: {
    readonly reference: string;
    readonly total: string;
    readonly due: string;
    readonly amount: string;
    readonly received: string;
    readonly network: string;
    readonly transaction: string;
    readonly invoice: string;
    readonly payer: string;
  };
  /** Over every mail about a test invoice. */
  readonly sandbox: string;
  readonly payer: Readonly<Record<PayerMailKind, InvoiceMailWords & { readonly link: string }>> & {
    /** The contact: the shop, by `{email}` if it gave one. */
    readonly ask: string;
    readonly askAt: string;
    readonly sentFor: string;
    /** To an address that somebody entered on the page; `{url}` removes it. */
    readonly entered: string;
  };
  readonly merchant: Readonly<Record<MerchantMailEvent, InvoiceMailWords>> & {
    readonly link: string;
    /** Why the mail came; `{profile}` is the integration profile's name. */
    readonly why: string;
  };
}
