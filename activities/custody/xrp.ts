import type { Mode } from '../../domain/assets.ts';
import { deriveOwnAddress } from '../../domain/derivation.ts';
import { openXrpRpc } from '../chain/xrp/rpc.ts';
import type { HoldingsPort } from './holdings.ts';
import { ourAddresses } from './our-addresses.ts';

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
      const askedSinceMs = Date.now();
      let drops = 0n;
      // Payers pay to one account; there are others only where the gateway once had another one.
      for (const { key } of await ourAddresses(db, { mode, network: 'XRP' }, own)) {
        drops += BigInt((await rpc.account(key, 'validated'))?.Balance ?? 0);
      }
      return { amounts: { XRP: drops }, askedSinceMs };
    },
    close: () => rpc.close(),
  };
}
