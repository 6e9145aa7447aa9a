import { minus, sum } from '../../model/decimal.ts';

interface Priced {
  readonly fiat: string;
  readonly fiat_amount: string;
  readonly fees: { readonly partner: string; readonly network: string };
}

/** A price in lines that add up to what the card is charged: the coins themselves are the rest. */
export interface PriceLines {
  readonly coins: string;
  readonly partner: string;
  readonly network: string;
  readonly total: string;
}

export function priceLines({ fiat_amount: total, fees }: Priced): PriceLines {
  return {
    coins: minus(total, sum([fees.partner, fees.network])),
    partner: fees.partner,
    network: fees.network,
    total,
  };
}
