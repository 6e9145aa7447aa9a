import { type Coin, outpointOf } from '../../../db/sending/coins.ts';
import type { RpcClient } from '../../chain/json-rpc.ts';
import { RpcError } from '../../chain/json-rpc.ts';

/** Coins that a node was asked about. */
const remembered = 20_000;

/**
 * Remembers which coins the node has as the database has them: unspent, with this amount, locked by this script. A coin
 * that the chain does not know cannot be spent, and a transaction with it would carry its whole batch into a refusal.
 */
export function createSoundCoins(rpc: RpcClient) {
  const sound = new Set<string>();
  return {
    /** Asks about those that are new. @throws ChainUnavailableError when the node does not answer */
    async check(coins: readonly Coin[]): Promise<ReadonlySet<string>> {
      const fresh = coins.filter((coin) => !sound.has(outpointOf(coin)));
      const calls = fresh.map(({ txid, n }) => ({ method: 'gettxout', params: [txid, n, true] }));
      const answers = await rpc.batch<UnspentOutput | null>(calls);
      if (sound.size > remembered) sound.clear();
      fresh.forEach((coin, position) => {
        if (isSame(coin, answers[position])) sound.add(outpointOf(coin));
      });
      return new Set(coins.map(outpointOf).filter((outpoint) => sound.has(outpoint)));
    },
  };
}

interface UnspentOutput {
  readonly value: number;
  readonly scriptPubKey: { readonly hex: string };
}

function isSame(coin: Coin, output: UnspentOutput | RpcError | null | undefined): boolean {
  if (output === null || output === undefined || output instanceof RpcError) return false;
  // Whole coins with eight places are exact in a double up to ninety million coins.
  return BigInt(Math.round(output.value * 1e8)) === coin.amountMinor && output.scriptPubKey.hex === coin.addressKey;
}
