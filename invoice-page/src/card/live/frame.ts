import type { CardOrder, CardShop } from '../../../../contract/card-payment.ts';
import { isFramed, postToShop, type Shop, whenGreeted } from '../../live/embed.ts';

/**
 * The messages from the page to the framing shop (`docs/api/card-frame.md`). The version changes when the meaning of a
 * field does. Nothing in it identifies the customer, and nothing proves a payment.
 */
export type CardFrameMessage = Envelope<
  | { readonly type: 'page.ready' }
  | { readonly type: 'page.close' }
  | {
      readonly type: 'card_order.status';
      readonly card_order: Pick<CardOrder, 'id' | 'status' | 'status_reason' | 'invoice_id' | 'version'>;
    }
>;

type Envelope<Body> = Body & { readonly source: 'tidegate'; readonly version: 1 };

/** A shop and the mode it sells in decide who hears anything. */
export function frameShop(shop: Pick<CardShop, 'domain'>, mode: Shop['mode']): Shop {
  return { domain: shop.domain, mode };
}

/** Says each status once, answers the greeting, and asks to be closed at Esc. Returns the function that ends this. */
export function followFrame(shop: Shop, getOrder: () => CardOrder | null): () => void {
  if (!isFramed()) return () => undefined;
  const end = new AbortController();
  whenGreeted(() => {
    postToShop(shop, ready);
    tellStatus(shop, getOrder());
  }, end.signal);
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) postToShop(shop, close);
  };
  window.addEventListener('keydown', leave, end);
  return () => end.abort();
}

export function tellStatus(shop: Shop, order: CardOrder | null): void {
  if (order === null || !isFramed()) return;
  postToShop(shop, statusMessage(order));
}

export function statusMessage({ id, status, status_reason, invoice_id, version }: CardOrder): CardFrameMessage {
  const card_order = { id, status, status_reason, invoice_id, version };
  return { source: 'tidegate', version: 1, type: 'card_order.status', card_order };
}

const ready: CardFrameMessage = { source: 'tidegate', version: 1, type: 'page.ready' };
const close: CardFrameMessage = { source: 'tidegate', version: 1, type: 'page.close' };
