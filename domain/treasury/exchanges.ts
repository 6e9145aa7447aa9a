import { type Asset, assetDecimals, type GateId } from '../assets/assets.ts';

/** The exchanges that there is an adapter for; each is a class of ccxt. */
export const EXCHANGE_NAMES = ['kraken', 'binance'] as const;

export type ExchangeName = (typeof EXCHANGE_NAMES)[number];

/**
 * The assets that the gateway hedges: all that can be converted (Tron cannot, spec §5). Everything is traded against
 * euro.
 */
export const HEDGED_ASSETS = ['BTC', 'LTC', 'BCH', 'ETH', 'USDT', 'XRP'] as const satisfies readonly Asset[];

export type HedgedAsset = (typeof HEDGED_ASSETS)[number];

/** The exchanges that exist as simulators. */
export const SIMULATED_EXCHANGES = ['kraken', 'binance'] as const satisfies readonly ExchangeName[];

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
