/** Where an order is found again: the page's path and its shop. Nothing else of an address matters. */
export function homeOf(path: string, search: string): string {
  const shop = new URLSearchParams(search).get('shop');
  return shop === null ? path : `${path}?shop=${shop}`;
}

/** What a shop may fill in by the address of the page. Never where the coins go: a link must not decide that. */
export interface Wishes {
  readonly gateId: string | null;
  readonly fiat: string | null;
  readonly fiatAmount: string | null;
  readonly returnUrl: string | null;
}

export function wishesOf(search: string): Wishes {
  const query = new URLSearchParams(search);
  return {
    gateId: query.get('gate_id'),
    fiat: query.get('fiat'),
    fiatAmount: query.get('fiat_amount'),
    returnUrl: query.get('return_url'),
  };
}
