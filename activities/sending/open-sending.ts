import type { Chain } from '../../db/chain/cursor.ts';
import type { Db } from '../../db/sequelize.ts';
import { type Config, isSimulated } from '../../domain/config.ts';
import type { SendingPort } from './port.ts';
import { openSimulatedSending } from './simulated.ts';

/** The way out to a network in a mode: its node, else the simulator; null where nothing can be sent, so nothing is signed either. */
export function openSending(config: Pick<Config, 'nodeEnv' | 'chains'>, db: Db, chain: Chain): SendingPort | null {
  if (isSimulated(config, chain.mode, chain.network)) return openSimulatedSending(db, chain);
  return null;
}
