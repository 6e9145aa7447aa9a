import type { Chain } from '../../db/chain/cursor.ts';
import { openEvmSweeping } from './evm/sweeping.ts';
import type { FamilyConfig } from './open-family.ts';
import type { Sweeping } from './sweeping.ts';
import { openTronSweeping } from './tron/sweeping.ts';

/**
 * How deposits get to the account that pays; null where there is nothing to move: coins are spent where they are, XRP
 * has one account, simulators have none.
 */
export function openSweeping(config: FamilyConfig, { mode, network }: Chain): Sweeping | null {
  const url = config.chains[mode][network];
  const accountXpub = config.accountXpubs[mode][network];
  if (url === undefined || accountXpub === undefined) return null;
  switch (network) {
    case 'ETH':
      return openEvmSweeping({ mode, url, accountXpub, usdtContract: config.usdtErc20Contracts[mode] }) as Sweeping;
    case 'TRON':
      return openTronSweeping({ mode, url, accountXpub, usdtContract: config.usdtTrc20Contracts[mode] }) as Sweeping;
    default:
      return null;
  }
}
