import type { Db, Tx } from '../../../db/core/sequelize.ts';
import { currentRates } from '../../../db/rates/rates.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { ceilTo, type Exact, floorTo, ONE, parseExact, per, times } from '../../../domain/treasury/exact.ts';
import type { ExchangeName } from '../../../domain/treasury/exchanges.ts';
import { HEDGED_ASSETS, type HedgedAsset } from '../../../domain/treasury/exchanges.ts';

/** The rules of a market against euro. */
export interface SimulatedMarket {
  readonly asset: HedgedAsset;
  readonly step: Exact;
  readonly tick: Exact;
  readonly minAmount: Exact;
  readonly minCost: Exact;
}

export interface Level {
  readonly price: Exact;
  readonly amount: Exact;
}

/** The opening balances of every simulated account. */
export const OPENING: ReadonlyMap<string, Exact> = new Map(
  Object.entries({ EUR: 2_000_000, BTC: 20, LTC: 5_000, BCH: 2_000, ETH: 400, USDT: 1_500_000, XRP: 500_000 }).map(
    ([currency, amount]) => [currency, BigInt(amount) * ONE],
  ),
);

/** Kraken takes its fee in euro; Binance takes it in what is bought. */
export const TAKER_FEES: Readonly<Record<ExchangeName, Exact>> = {
  kraken: parseExact('0.004'),
  binance: parseExact('0.001'),
};

const TICKS: Readonly<Record<HedgedAsset, string>> = {
  BTC: '0.1',
  LTC: '0.01',
  BCH: '0.01',
  ETH: '0.01',
  USDT: '0.0001',
  XRP: '0.0001',
};
const STEPS: Readonly<Record<HedgedAsset, string>> = {
  BTC: '0.00001',
  LTC: '0.001',
  BCH: '0.001',
  ETH: '0.0001',
  USDT: '1',
  XRP: '0.1',
};

/** Kraken counts amounts in eight places; Binance sells USDT for euro in its converter only. */
export function simulatedMarkets(exchange: ExchangeName): readonly SimulatedMarket[] {
  return HEDGED_ASSETS.filter((asset) => exchange === 'kraken' || asset !== 'USDT').map((asset) => {
    const step = exchange === 'kraken' ? parseExact('0.00000001') : parseExact(STEPS[asset]);
    const minAmount = parseExact(STEPS[asset]);
    return { asset, step, tick: parseExact(TICKS[asset]), minAmount, minCost: (ONE * 5n) / 10n };
  });
}

/** How far from the middle the levels of a book are, and how many euro each is worth. */
const LEVELS: readonly (readonly [bps: bigint, euros: bigint])[] = [
  [5n, 20_000n],
  [10n, 60_000n],
  [20n, 1_000_000n],
];

/** The middle of the market: the gateway's own rate of the mode. Null while there is none. */
export async function simulatedMid(on: Tx | Db, mode: Mode, asset: HedgedAsset): Promise<Exact | null> {
  const [rate] = await currentRates(on, { mode, assets: [asset], currencies: ['EUR'] });
  return rate === undefined ? null : parseExact(rate.value);
}

/** Both sides of a book around its middle, the best level first. */
export function simulatedBook(mid: Exact, { tick, step }: SimulatedMarket): { bids: Level[]; asks: Level[] } {
  const level = (price: Exact, euros: bigint) => ({ price, amount: ceilTo(per(euros * ONE, price), step) });
  return {
    bids: LEVELS.map(([bps, euros]) => level(floorTo(times(mid, (ONE * (10_000n - bps)) / 10_000n), tick), euros)),
    asks: LEVELS.map(([bps, euros]) => level(ceilTo(times(mid, (ONE * (10_000n + bps)) / 10_000n), tick), euros)),
  };
}

/** The converter's amount for an amount of one currency: three tenths of a percent below the middle. */
export function convertedAmount(amount: Exact, mids: { readonly from: Exact; readonly to: Exact }): Exact {
  const fair = per(times(amount, mids.from), mids.to);
  return floorTo(times(fair, parseExact('0.997')), parseExact('0.00000001'));
}
