import type { Asset } from '../../domain/assets/assets.ts';
import type { Currency } from '../../domain/money/currencies.ts';

/** One source's price of one whole coin. */
export interface PriceSample {
  readonly asset: Asset;
  readonly currency: Currency;
  /** A plain decimal text; never a float, whose digits are not the source's. */
  readonly value: string;
  /** When the price was made there, or when the answer came where the source does not say. */
  readonly sampledAtMs: number;
}

/** An exchange or market that knows prices. */
export interface RateSource {
  readonly name: string;
  /**
   * All it knows of our assets in fiat currencies, in one go. Rejects when it cannot be reached or makes no sense; the
   * caller bounds the time it may take.
   */
  sample(): Promise<PriceSample[]>;
}
