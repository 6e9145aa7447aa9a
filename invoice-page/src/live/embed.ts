import { shopOrigin } from '../model/links.ts';
import type { CustomerInvoiceView } from '../view.ts';

/** What the page tells a shop that frames it. The version changes when the meaning of a field does. */
export interface EmbedMessage {
  readonly source: 'tidegate';
  readonly version: 1;
  readonly type: 'invoice.status';
  readonly invoice: { readonly id: string; readonly status: string; readonly version: number };
}

export const isFramed = (): boolean => window.parent !== window;

/**
 * Tells the shop's page around this one of a status. It goes to the merchant's own origin only: a browser drops it
 * when another page is the parent. Display only; shops act on webhooks.
 */
export function tellParent(view: CustomerInvoiceView, parent: Pick<Window, 'postMessage'> = window.parent): void {
  const origin = shopOrigin(view.merchant.domain);
  if (origin === null) return;
  parent.postMessage(embedMessage(view), origin);
}

export function embedMessage({ id, status, version }: CustomerInvoiceView): EmbedMessage {
  return { source: 'tidegate', version: 1, type: 'invoice.status', invoice: { id, status, version } };
}
