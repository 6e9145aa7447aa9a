import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { shopOrigin } from '../model/links.ts';

/** The page's message to a shop that frames it. The version changes when the meaning of a field does. */
export interface EmbedMessage {
  readonly source: 'tidegate';
  readonly version: 1;
  readonly type: 'invoice.status';
  readonly invoice: {
    readonly id: string;
    readonly status: string;
    readonly paid: boolean;
    readonly version: number;
  };
}

export const isFramed = (): boolean => window.parent !== window;

/**
 * Tells the shop's page around this one of a status, answers its greeting, and asks it to close the modal when the
 * payer presses Esc. Returns the function that ends this.
 */
export function followParent(view: CustomerInvoice): () => void {
  const end = new AbortController();
  whenGreeted(() => {
    post(messageOf('page.ready'), view);
    tellParent(view);
  }, end.signal);
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) post(messageOf('page.close'), view);
  };
  window.addEventListener('keydown', leave, end);
  tellParent(view);
  return () => end.abort();
}

/** Calls back when the page around this one says hello, until the signal. */
export function whenGreeted(onHello: () => void, signal: AbortSignal): void {
  const hear = ({ source, origin, data }: MessageEvent): void => {
    if (source !== window.parent || data?.source !== 'tidegate' || data.version !== 1 || data.type !== 'hello') return;
    greetedBy = origin;
    onHello();
  };
  window.addEventListener('message', hear, { signal });
}

/**
 * Tells the shop's page around this one of a status. It goes to the merchant's own origin only: a browser drops it
 * when another page is the parent. Display only; shops act on webhooks.
 */
export function tellParent(view: CustomerInvoice, parent?: Pick<Window, 'postMessage'>): void {
  post(embedMessage(view), view, parent);
}

function messageOf<Type extends string>(type: Type) {
  return { source: 'tidegate', version: 1, type } as const;
}

function post(
  message: object,
  { merchant: { domain }, mode }: CustomerInvoice,
  parent: Pick<Window, 'postMessage'> = window.parent,
): void {
  postToShop({ domain, mode }, message, parent);
}

/** Sends a message to the shop's own origin, wherever the page is framed: a browser drops it in another one's. */
export function postToShop(shop: Shop, message: object, parent: Pick<Window, 'postMessage'> = window.parent): void {
  const origin = targetOrigin(shop, globalThis.location?.ancestorOrigins?.[0] ?? greetedBy);
  if (origin !== null) parent.postMessage(message, origin);
}

/** Not every browser names its parent before that greets; until then only the shop's own origin is addressed. */
let greetedBy: string | null = null;

/** The facts of a shop that decide who may frame its page. */
export interface Shop {
  readonly domain: string | null;
  readonly mode: CustomerInvoice['mode'];
}

/** The shop's origin, or the parent's where that is a subdomain of the shop or, in sandbox, this machine. */
export function targetOrigin({ domain, mode }: Shop, parent: string | null): string | null {
  const shop = shopOrigin(domain);
  if (parent && mode === 'sandbox' && /^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(parent)) return parent;
  // An origin has no path, so its end is the end of a host.
  return shop && parent?.startsWith('https://') && parent.endsWith(`.${shop.slice('https://'.length)}`) ? parent : shop;
}

export function embedMessage({ id, status, paid, version }: CustomerInvoice): EmbedMessage {
  return { ...messageOf('invoice.status'), invoice: { id, status, paid, version } };
}
