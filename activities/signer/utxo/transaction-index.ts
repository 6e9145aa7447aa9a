import { type RpcClient, RpcRefusal } from '../../chain/json-rpc.ts';
import { ChainUnavailable } from '../../chain/port.ts';

/**
 * Makes sure that the node finds mined transactions by their ids (`txindex`): without that a payout would never be seen
 * on the chain, and nothing could be told of a conflict (hazard 49). It is asked for the oldest transaction that there
 * is.
 * @returns false while there is none to ask for
 * @throws ChainUnavailable when it does not find it
 */
export async function requireTransactionIndex(rpc: RpcClient): Promise<boolean> {
  if ((await rpc.call<number>('getblockcount')) < 1) return false;
  try {
    const { tx } = await rpc.call<{ tx: string[] }>('getblock', [await rpc.call<string>('getblockhash', [1]), 1]);
    await rpc.call('getrawtransaction', [tx[0], 0]);
    return true;
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    throw new ChainUnavailable(`The node has no index of all transactions, start it with txindex: ${error.message}`);
  }
}
