import { ASSETS, type Asset } from '../../domain/assets/assets.ts';
import { CURRENCIES } from '../../domain/money/currencies.ts';
import { formatRatio, parseRatio } from '../../domain/money/rates.ts';
import { SIMULATED_MARKET } from '../../domain/money/simulated-market.ts';
import type { PriceSample, RateSource } from './port.ts';
import { UNITS_PER_EUR } from './simulated-currencies.ts';

/**
 * A market for sandbox mode and offline use: every asset in every currency, at prices of the right size that move a
 * little all the time. They depend on the clock alone, so that every process and every test sees the same ones.
 */
export function simulatedMarket(nowMs: () => number = Date.now): RateSource {
  return {
    name: SIMULATED_MARKET,
    sample: async () => {
      const sampledAtMs = nowMs();
      return ASSETS.flatMap((asset) =>
        CURRENCIES.map((currency): PriceSample => {
          const value = simulatedPrice(asset, UNITS_PER_EUR.get(currency) ?? '1', sampledAtMs);
          return { asset, currency, value, sampledAtMs };
        }),
      );
    },
  };
}

/** Price of one coin at this time, eight digits and more behind the point for small ones. */
function simulatedPrice(asset: Asset, unitsPerEur: string, atMs: number): string {
  const base = parseRatio(EUR_PRICES[asset]);
  const units = parseRatio(unitsPerEur);
  // The whole market moves together, each asset a little on its own; a stablecoin hardly moves.
  const shared = asset === 'USDT' ? 0 : wave(atMs, 53 * MINUTE_MS, 800) + wave(atMs, 7 * MINUTE_MS, 250);
  const own = wave(atMs + ASSETS.indexOf(asset) * 17 * MINUTE_MS, 19 * MINUTE_MS, asset === 'USDT' ? 60 : 350);
  return formatRatio({
    num: base.num * units.num * BigInt(PARTS + shared + own),
    den: base.den * units.den * BigInt(PARTS),
  });
}

const EUR_PRICES: Readonly<Record<Asset, string>> = {
  BTC: '81250.40',
  LTC: '88.15',
  BCH: '468.30',
  ETH: '2741.85',
  USDT: '0.8646',
  TRX: '0.2478',
  XRP: '1.9230',
};

const MINUTE_MS = 60_000;
/** Movements are counted in hundred-thousandths of the price. */
const PARTS = 100_000;

/** A triangle between -height and +height: whole numbers only, so that it is the same everywhere. */
function wave(atMs: number, periodMs: number, height: number): number {
  const phase = Math.floor(atMs) % periodMs;
  const rising = phase < periodMs / 2 ? phase : periodMs - phase;
  return Math.floor((rising * 4 * height) / periodMs) - height;
}
