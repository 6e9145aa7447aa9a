import type { Config } from '../../domain/config.ts';
import type { ChainPort } from '../chain/port.ts';
import { openEvmHoldings } from './evm.ts';
import type { HoldingsPort } from './holdings.ts';
import { simulatedHoldingsPort } from './simulated.ts';
import { openUtxoHoldings } from './utxo.ts';

export type HoldingsConfig = Pick<Config, 'chains' | 'usdtErc20Contracts' | 'accountXpubs'>;

/** What tells the coins of ours on the chain that this port follows; null where nothing does yet. */
export function openHoldings(
  config: HoldingsConfig,
  { mode, network }: Pick<ChainPort, 'mode' | 'network'>,
): HoldingsPort | null {
  const url = config.chains[mode][network];
  if (url === undefined) return simulatedHoldingsPort({ mode, network });
  switch (network) {
    case 'BTC':
    case 'LTC':
    case 'BCH':
      return openUtxoHoldings({ mode, network }, url);
    case 'ETH': {
      const accountXpub = config.accountXpubs[mode][network];
      const usdtContract = config.usdtErc20Contracts[mode];
      return accountXpub === undefined ? null : openEvmHoldings({ mode, url, usdtContract, accountXpub });
    }
    default:
      return null;
  }
}
