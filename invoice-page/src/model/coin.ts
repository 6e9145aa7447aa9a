import type { CryptoGateId, Network } from '../../../domain/assets/assets.ts';

export interface Coin {
  readonly asset: string;
  /** The coin's name, a proper noun in every language. */
  readonly name: string;
  readonly network: Network;
  /** The network's short name. */
  readonly networkName: string;
  /** A token lives on a network that is not its own, so the network has to be said. */
  readonly token: boolean;
  /** The standard that wallets name a token's network by. */
  readonly standard: string | null;
}

const coin = (asset: string, name: string, network: Network, networkName = name): Coin => ({
  asset,
  name,
  network,
  networkName,
  token: false,
  standard: null,
});

const tether = (network: Network, networkName: string, standard: string): Coin => ({
  ...coin('USDT', 'USDT', network, networkName),
  token: true,
  standard,
});

/** How each gate is called on the page. */
export const coins: Readonly<Record<CryptoGateId, Coin>> = {
  BTC: coin('BTC', 'Bitcoin', 'BTC'),
  LTC: coin('LTC', 'Litecoin', 'LTC'),
  BCH: coin('BCH', 'Bitcoin Cash', 'BCH'),
  ETH: coin('ETH', 'Ether', 'ETH', 'Ethereum'),
  USDT_ERC20: tether('ETH', 'Ethereum', 'ERC-20'),
  USDT_TRC20: tether('TRON', 'TRON', 'TRC-20'),
  TRX: coin('TRX', 'TRON', 'TRON'),
  XRP: coin('XRP', 'XRP', 'XRP', 'XRP Ledger'),
};
