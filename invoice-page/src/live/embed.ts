import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { shopOrigin } from '../model/links.ts';

/** The page's message to a shop that frames it. The version changes when the meaning of a field does. */
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
export function tellParent(view: CustomerInvoice, parent: Pick<Window, 'postMessage'> = window.parent): void {
  const origin = targetOrigin(view.merchant.domain, parentOrigin());
  if (origin === null) return;
  parent.postMessage(embedMessage(view), origin);
}

/** The shop's origin, or the parent's where that is a subdomain of the shop: both may frame the page. */
export function targetOrigin(domain: string | null, parent: string | null): string | null {
  const shop = shopOrigin(domain);
  if (shop === null || parent === null || !URL.canParse(parent)) return shop;
  const { protocol, hostname } = new URL(parent);
  return protocol === 'https:' && hostname.endsWith(`.${new URL(shop).hostname}`) ? parent : shop;
}

/** Not every browser tells; then only the shop's own origin is addressed. */
function parentOrigin(): string | null {
  return globalThis.location?.ancestorOrigins?.[0] ?? null;
}

export function embedMessage({ id, status, version }: CustomerInvoice): EmbedMessage {
  return { source: 'tidegate', version: 1, type: 'invoice.status', invoice: { id, status, version } };
}
