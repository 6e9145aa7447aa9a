import type { ChainConfig } from '../chain/open-chain.ts';
import type { ChainPort } from '../chain/port.ts';
import type { HoldingsPort } from './holdings.ts';
import { simulatedHoldingsPort } from './simulated.ts';
import { openUtxoHoldings } from './utxo.ts';

/** What tells the coins of ours on the chain that this port follows; null where nothing does yet. */
export function openHoldings(
  config: Pick<ChainConfig, 'chains'>,
  { mode, network }: Pick<ChainPort, 'mode' | 'network'>,
): HoldingsPort | null {
  const url = config.chains[mode][network];
  if (url === undefined) return simulatedHoldingsPort({ mode, network });
  switch (network) {
    case 'BTC':
    case 'LTC':
    case 'BCH':
      return openUtxoHoldings({ mode, network }, url);
    default:
      return null;
  }
}
