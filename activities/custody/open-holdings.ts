import { isUtxoNetwork } from '../../domain/assets/assets.ts';
import type { Config } from '../../settings/config.ts';
import type { ChainPort } from '../chain/port.ts';
import { openEvmHoldings } from './evm.ts';
import type { HoldingsPort } from './holdings.ts';
import { simulatedHoldingsPort } from './simulated.ts';
import { openTronHoldings } from './tron.ts';
import { openUtxoHoldings } from './utxo.ts';
import { openXrpHoldings } from './xrp.ts';

export type HoldingsConfig = Pick<Config, 'chains' | 'usdtErc20Contracts' | 'usdtTrc20Contracts' | 'accountXpubs'>;

/** Reads the gateway's coins on the chain that this port follows; null for a node without the account's public key. */
export function openHoldings(
  config: HoldingsConfig,
  { mode, network }: Pick<ChainPort, 'mode' | 'network'>,
): HoldingsPort | null {
  const url = config.chains[mode][network];
  if (url === undefined) return simulatedHoldingsPort({ mode, network });
  const accountXpub = config.accountXpubs[mode][network];
  if (isUtxoNetwork(network)) return openUtxoHoldings({ mode, network }, url);
  switch (network) {
    case 'ETH':
      if (accountXpub === undefined) return null;
      return openEvmHoldings({ mode, url, usdtContract: config.usdtErc20Contracts[mode], accountXpub });
    case 'TRON':
      if (accountXpub === undefined) return null;
      return openTronHoldings({ mode, url, usdtContract: config.usdtTrc20Contracts[mode], accountXpub });
    case 'XRP':
      return accountXpub === undefined ? null : openXrpHoldings({ mode, url, accountXpub });
    default:
      return network satisfies never;
  }
}
