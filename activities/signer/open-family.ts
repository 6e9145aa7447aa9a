import type { Chain } from '../../db/chain/cursor.ts';
import { type Config, isSimulated } from '../../domain/config.ts';
import { DomainError } from '../../domain/errors.ts';
import type { SigningFamily } from './family.ts';
import { openSimulatedFamily } from './simulated.ts';

/**
 * How transactions of a network are signed in a mode: for its node, else for the simulator.
 * @throws DomainError `network_unavailable` where nothing can be signed
 */
export function openFamily(config: Pick<Config, 'nodeEnv' | 'chains'>, chain: Chain): SigningFamily {
  if (isSimulated(config, chain.mode, chain.network)) return openSimulatedFamily(chain) as SigningFamily;
  throw new DomainError('network_unavailable');
}
