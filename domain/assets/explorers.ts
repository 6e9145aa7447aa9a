import type { Network } from './assets.ts';

interface Explorer {
  readonly transaction: string;
  readonly address: string;
}

/** Where anyone can look transactions and addresses up. Only main chains have one. */
const EXPLORERS: Readonly<Record<Network, Explorer>> = {
  BTC: explorer('https://mempool.space', 'tx', 'address'),
  LTC: explorer('https://litecoinspace.org', 'tx', 'address'),
  BCH: explorer('https://blockchair.com/bitcoin-cash', 'transaction', 'address'),
  ETH: explorer('https://etherscan.io', 'tx', 'address'),
  TRON: explorer('https://tronscan.org/#', 'transaction', 'address'),
  XRP: explorer('https://xrpscan.com', 'tx', 'account'),
};

/** The public page of a transaction on a main chain. */
export function explorerUrl(network: Network, txid: string): string {
  return `${EXPLORERS[network].transaction}${encodeURIComponent(txid)}`;
}

/** The public page of an address on a main chain. */
export function addressUrl(network: Network, address: string): string {
  return `${EXPLORERS[network].address}${encodeURIComponent(address)}`;
}

function explorer(site: string, transaction: string, address: string): Explorer {
  return { transaction: `${site}/${transaction}/`, address: `${site}/${address}/` };
}
