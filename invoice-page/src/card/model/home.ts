/** Where an order is found again: the page's path and its shop. Nothing else of an address matters. */
export function homeOf(path: string, search: string): string {
  const shop = new URLSearchParams(search).get('shop');
  return shop === null ? path : `${path}?shop=${shop}`;
}

/** Values that a shop may set in the page's URL. Never the coins' address: a link must not decide where coins go. */
export interface Prefill {
  readonly gateId: string | null;
  readonly fiat: string | null;
  readonly fiatAmount: string | null;
  readonly returnUrl: string | null;
}

export function prefillOf(search: string): Prefill {
  const query = new URLSearchParams(search);
  return {
    gateId: query.get('gate_id'),
    fiat: query.get('fiat'),
    fiatAmount: query.get('fiat_amount'),
    returnUrl: query.get('return_url'),
  };
}
