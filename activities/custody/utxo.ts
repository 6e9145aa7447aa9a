import type { Chain } from '../../db/chain/cursor.ts';
import { ownCoins } from '../../db/custody/coins.ts';
import { gatesOn } from '../../domain/assets.ts';
import { parseAmount } from '../../domain/money.ts';
import { openRpc, RpcRefusal } from '../chain/json-rpc.ts';
import { ChainUnavailable } from '../chain/port.ts';
import type { HoldingsPort } from './holdings.ts';

/** BTC, LTC and BCH: the node is asked whether each coin of ours is there. One that nobody told the gateway of is not looked for. */
export function openUtxoHoldings(chain: Chain, url: string): HoldingsPort {
  const rpc = openRpc({ url });
  const [coin] = gatesOn(chain.network);
  return {
    async holdings(db) {
      if (coin === undefined) return {};
      const calls = (await ownCoins(db, chain)).map(({ txid, output }) => ({
        method: 'gettxout',
        params: [txid, output, false],
      }));
      let held = 0n;
      for (const answer of await rpc.batch<{ value: number } | null>(calls)) {
        if (answer instanceof RpcRefusal) throw new ChainUnavailable(`The node refused a question: ${answer.message}`);
        // A JSON number of coins is exact to eight places for all there will ever be.
        if (answer !== null) held += parseAmount(answer.value.toFixed(coin.decimals), coin.decimals);
      }
      return { [coin.id]: held };
    },
    close: () => rpc.close(),
  };
}
