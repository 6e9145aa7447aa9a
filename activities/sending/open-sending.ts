import type { Chain } from '../../db/chain/cursor.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { isUtxoNetwork } from '../../domain/assets/assets.ts';
import { type Config, isSimulated } from '../../settings/config.ts';
import { openEvmSending } from './evm.ts';
import type { SendingPort } from './port.ts';
import { openSimulatedSending } from './simulated.ts';
import { openTronSending } from './tron.ts';
import { openUtxoSending } from './utxo.ts';
import { openXrpSending } from './xrp.ts';

/** Sends to a network by its node or the simulator. Null where nothing can be sent; then nothing is signed either. */
export function openSending(
  config: Pick<Config, 'nodeEnv' | 'chains'>,
  db: Db,
  chain: Chain,
  nowMs: () => number,
): SendingPort | null {
  const { mode, network } = chain;
  if (isSimulated(config, mode, network)) return openSimulatedSending(db, chain, nowMs);
  const url = config.chains[mode][network];
  if (url === undefined) return null;
  if (isUtxoNetwork(network)) return openUtxoSending({ mode, network, url });
  switch (network) {
    case 'ETH':
      return openEvmSending({ mode, url });
    case 'XRP':
      return openXrpSending({ mode, url });
    case 'TRON':
      return openTronSending({ mode, url });
    default:
      return network satisfies never;
  }
}
