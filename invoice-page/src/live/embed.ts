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
  const hear = ({ source, origin, data }: MessageEvent): void => {
    if (source !== window.parent || data?.source !== 'tidegate' || data.version !== 1 || data.type !== 'hello') return;
    greetedBy = origin;
    post({ source: 'tidegate', version: 1, type: 'page.ready' }, view);
    tellParent(view);
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented)
      post({ source: 'tidegate', version: 1, type: 'page.close' }, view);
  };
  window.addEventListener('message', hear);
  window.addEventListener('keydown', leave);
  tellParent(view);
  return () => {
    window.removeEventListener('message', hear);
    window.removeEventListener('keydown', leave);
  };
}

/**
 * Tells the shop's page around this one of a status. It goes to the merchant's own origin only: a browser drops it
 * when another page is the parent. Display only; shops act on webhooks.
 */
export function tellParent(view: CustomerInvoice, parent: Pick<Window, 'postMessage'> = window.parent): void {
  post(embedMessage(view), view, parent);
}

function post(message: object, view: CustomerInvoice, parent: Pick<Window, 'postMessage'> = window.parent): void {
  const origin = targetOrigin({ domain: view.merchant.domain, mode: view.mode }, parentOrigin());
  if (origin !== null) parent.postMessage(message, origin);
}

/** The facts of a shop that decide who may frame its page. */
interface Shop {
  readonly domain: string | null;
  readonly mode: CustomerInvoice['mode'];
}

/** The shop's origin, or the parent's where that is a subdomain of the shop or, in sandbox, this machine. */
export function targetOrigin({ domain, mode }: Shop, parent: string | null): string | null {
  const shop = shopOrigin(domain);
  if (parent === null || !URL.canParse(parent)) return shop;
  const { protocol, hostname } = new URL(parent);
  if (mode === 'sandbox' && protocol === 'http:' && OWN_MACHINE.has(hostname)) return parent;
  if (shop === null) return null;
  return protocol === 'https:' && hostname.endsWith(`.${new URL(shop).hostname}`) ? parent : shop;
}

const OWN_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

/** Not every browser names it before it greets; then only the shop's own origin is addressed. */
function parentOrigin(): string | null {
  return globalThis.location?.ancestorOrigins?.[0] ?? greetedBy;
}

let greetedBy: string | null = null;

export function embedMessage({ id, status, paid, version }: CustomerInvoice): EmbedMessage {
  return { source: 'tidegate', version: 1, type: 'invoice.status', invoice: { id, status, paid, version } };
}
