import type { CardMerchant } from '../../../contract/card-payment.ts';
import type { MissingView } from '../live/store.ts';

/** The shop and the invoice of the page, written into it by the server. */
export interface CardPageState {
  /** Null where the seller's page leads back to: only the browser knows whose order it was. */
  readonly merchant: CardMerchant | null;
  /** The invoice that is paid; null for a purchase to an address of the customer's own. */
  readonly invoice: CardInvoice | null;
}

export interface CardInvoice {
  readonly id: string;
  readonly reference: string | null;
  readonly total: string;
  readonly currency: string;
}

/** Or why there is nothing to buy: no such shop or invoice, or it cannot be read now. */
export type CardPageInput = CardPageState | MissingView;

/** True for what the server wrote; its own types vouch for the rest. */
export function isCardPageState(value: unknown): value is CardPageState {
  return typeof value === 'object' && value !== null && 'merchant' in value && 'invoice' in value;
}
