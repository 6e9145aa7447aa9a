import type { GateId } from '../../domain/assets/assets.ts';

/** Own line glyphs of the assets on a 12 by 12 grid: no one's logo. */
export const assetGlyphs: Readonly<Record<GateId, string>> = {
  BTC: 'M4 2.5v7M4 2.5h2.3a1.7 1.7 0 0 1 0 3.4H4h2.7a1.8 1.8 0 0 1 0 3.6H4',
  LTC: 'M5 2.5 4 9.5h4.5M3 7l4-1.8',
  BCH: 'M8.8 3.6A3.2 3.2 0 1 0 8.8 8.4',
  ETH: 'M6 1.5 9 6 6 10.5 3 6zM3 6l3 1.5L9 6',
  USDT_ERC20: 'M3 3.5h6M6 3.5v6',
  USDT_TRC20: 'M3 3.5h6M6 3.5v6',
  TRX: 'M2 3l8 1.5L5.5 10z',
  XRP: 'M3 3l3 3 3-3M3 9l3-3 3 3',
  EUR: 'M8.8 3.5A3.2 3.2 0 1 0 8.8 8.500M2.5 5.3h4M2.5 6.8h4',
};
