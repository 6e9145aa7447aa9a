import type { Mode } from '../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../domain/assets/derivation.ts';
import { openXrpRpc } from '../chain/xrp/rpc.ts';
import type { HoldingsPort } from './holdings.ts';
import { ourAddresses } from './our-addresses.ts';

/** Reads the validated balance of the XRP account, including its reserve. */
export function openXrpHoldings({
  mode,
  url,
  accountXpub,
  nowMs = Date.now,
}: {
  readonly mode: Mode;
  readonly url: string;
  readonly accountXpub: string;
  readonly nowMs?: () => number;
}): HoldingsPort {
  const rpc = openXrpRpc(url);
  const own = deriveOwnAddress({ network: 'XRP', accountXpub, index: 0, chain: 'main' }).addressKey;
  return {
    async holdings(db) {
      const requestedSinceMs = nowMs();
      let drops = 0n;
      // Payers pay to one account. There are others only if the gateway used another account before.
      for (const { key } of await ourAddresses(db, { mode, network: 'XRP' }, own)) {
        drops += BigInt((await rpc.account(key, 'validated'))?.Balance ?? 0);
      }
      return { amounts: { XRP: drops }, oldestAnswerMs: requestedSinceMs };
    },
    async ownHoldings() {
      const drops = BigInt((await rpc.account(own, 'validated'))?.Balance ?? 0);
      return [{ branch: 0, index: 0, amounts: { XRP: drops } }];
    },
    close: () => rpc.close(),
  };
}
