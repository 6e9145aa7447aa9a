import type { Chain } from '../../db/chain/cursor.ts';
import { isUtxoNetwork } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Config, isSimulated } from '../../settings/config.ts';
import { openEvmSigning } from './evm/family.ts';
import type { SigningFamily } from './family.ts';
import { openSimulatedFamily } from './simulated.ts';
import { openTronSigning } from './tron/family.ts';
import { openUtxoFamily } from './utxo/family.ts';
import { openXrpSigning } from './xrp/family.ts';

/**
 * How transactions of a network are signed in a mode: for its node, else for the simulator.
 * @throws DomainError `network_unavailable` where nothing can be signed
 */
export function openFamily(config: FamilyConfig, chain: Chain): SigningFamily {
  const { mode, network } = chain;
  if (isSimulated(config, mode, network)) return openSimulatedFamily(chain) as SigningFamily;
  const url = config.chains[mode][network];
  const accountXpub = config.accountXpubs[mode][network];
  if (url === undefined || accountXpub === undefined) throw new DomainError('network_unavailable');
  if (isUtxoNetwork(network)) return openUtxoFamily({ mode, network, url }) as SigningFamily;
  switch (network) {
    case 'ETH': {
      const usdtContract = config.usdtErc20Contracts[mode];
      return openEvmSigning({ mode, url, usdtContract, accountXpub }) as SigningFamily;
    }
    case 'XRP':
      return openXrpSigning({ mode, url, accountXpub }) as SigningFamily;
    case 'TRON': {
      const usdtContract = config.usdtTrc20Contracts[mode];
      return openTronSigning({ mode, url, usdtContract, accountXpub }) as SigningFamily;
    }
    default:
      return network satisfies never;
  }
}

export type FamilyConfig = Pick<
  Config,
  'nodeEnv' | 'chains' | 'accountXpubs' | 'usdtErc20Contracts' | 'usdtTrc20Contracts'
>;
