import type { Network } from './assets.ts';

/** Where anyone can look a transaction up. Only main chains have one. */
const EXPLORERS: Readonly<Record<Network, string>> = {
  BTC: 'https://mempool.space/tx/',
  LTC: 'https://litecoinspace.org/tx/',
  BCH: 'https://blockchair.com/bitcoin-cash/transaction/',
  ETH: 'https://etherscan.io/tx/',
  TRON: 'https://tronscan.org/#/transaction/',
  XRP: 'https://xrpscan.com/tx/',
};

/** The public page of a transaction on a main chain. */
export function explorerUrl(network: Network, txid: string): string {
  return `${EXPLORERS[network]}${encodeURIComponent(txid)}`;
}
