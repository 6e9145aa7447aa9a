import { type Asset, assetDecimals, type GateId, type Mode, NETWORKS } from '../assets.ts';
import { type Config, isSimulated } from '../config.ts';
import type { ExchangeName } from '../config-exchanges.ts';

/** What the gateway hedges: all that can be converted (Tron cannot, spec §5). Everything is traded against euro. */
export const HEDGED_ASSETS = ['BTC', 'LTC', 'BCH', 'ETH', 'USDT', 'XRP'] as const satisfies readonly Asset[];

export type HedgedAsset = (typeof HEDGED_ASSETS)[number];

/** The exchanges that exist as simulators. */
export const SIMULATED_EXCHANGES = ['kraken', 'binance'] as const satisfies readonly ExchangeName[];

/** Where a mode is hedged. */
export type Hedging = 'exchanges' | 'simulated' | 'none';

/**
 * Sandbox mode is hedged on simulators. Production mode uses the configured exchanges; while every chain of it is
 * simulated no real money moves, so then the simulators do without one. Otherwise it is not hedged.
 */
export function hedgingOf(config: Pick<Config, 'nodeEnv' | 'chains' | 'exchanges'>, mode: Mode): Hedging {
  if (mode === 'sandbox') return 'simulated';
  if (config.exchanges.length > 0) return 'exchanges';
  return NETWORKS.every((network) => isSimulated(config, mode, network)) ? 'simulated' : 'none';
}

/** Whether conversions are offered: without an exchange nothing could bring a position back. */
export function isConversionPossible(config: Pick<Config, 'nodeEnv' | 'chains' | 'exchanges'>, mode: Mode): boolean {
  return hedgingOf(config, mode) !== 'none';
}

/** The gates of a hedged asset; the first one is used where an exchange knows only the asset. */
export function gatesOf(asset: HedgedAsset): readonly [GateId, ...GateId[]] {
  return asset === 'USDT' ? ['USDT_TRC20', 'USDT_ERC20'] : [asset];
}

export function isHedgedAsset(code: string): code is HedgedAsset {
  return (HEDGED_ASSETS as readonly string[]).includes(code);
}

/** In which asset of the ledger a currency of an exchange is booked, and its decimals. */
export function ledgerAssetOf(currency: string): { readonly asset: string; readonly decimals: number } {
  if (currency === 'EUR') return { asset: 'EUR', decimals: 2 };
  if (currency === 'TRX') return { asset: 'TRX', decimals: assetDecimals('TRX').decimals };
  if (isHedgedAsset(currency)) return { asset: gatesOf(currency)[0], decimals: assetDecimals(currency).decimals };
  // Such as the exchange's own coin, in which it may take fees.
  return { asset: `exchange:${currency}`, decimals: 8 };
}
