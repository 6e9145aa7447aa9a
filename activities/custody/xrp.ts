import { paidAddresses } from '../../db/custody/own-addresses.ts';
import type { Mode } from '../../domain/assets.ts';
import { deriveOwnAddress } from '../../domain/derivation.ts';
import { openXrpRpc } from '../chain/xrp/rpc.ts';
import type { HoldingsPort } from './holdings.ts';

/** XRP: the validated balance of the account, its reserve included. */
export function openXrpHoldings({
  mode,
  url,
  accountXpub,
}: {
  readonly mode: Mode;
  readonly url: string;
  readonly accountXpub: string;
}): HoldingsPort {
  const rpc = openXrpRpc(url);
  const own = deriveOwnAddress({ network: 'XRP', accountXpub, index: 0, chain: 'main' }).addressKey;
  return {
    async holdings(db) {
      let drops = 0n;
      for (const address of new Set([own, ...(await paidAddresses(db, { mode, network: 'XRP' }))])) {
        drops += BigInt((await rpc.account(address, 'validated'))?.Balance ?? 0);
      }
      return { XRP: drops };
    },
    close: () => rpc.close(),
  };
}
