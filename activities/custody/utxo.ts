import type { Chain } from '../../db/chain/cursor.ts';
import { ownCoins } from '../../db/custody/coins.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { openRpc, RpcError } from '../chain/json-rpc.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { coinOf } from '../sending/record.ts';
import type { HoldingsPort } from './holdings.ts';
import { createRollingQuery } from './rolling.ts';

/**
 * BTC, LTC and BCH: asks the node whether the recorded coins still exist. Coins that are not recorded are not searched
 * for.
 */
export function openUtxoHoldings(chain: Chain, url: string): HoldingsPort {
  const rpc = openRpc({ url });
  const coin = coinOf(chain.network);
  const rolling = createRollingQuery(async (keys) => {
    const calls = keys.map((key) => {
      const [txid = '', output] = key.split(':');
      return { method: 'gettxout', params: [txid, Number(output), false] };
    });
    return (await rpc.batch<{ value: number } | null>(calls)).map((answer) => {
      if (answer instanceof RpcError) throw new ChainUnavailableError(`The node refused a question: ${answer.message}`);
      // A JSON number of coins is exact to eight places for all there will ever be.
      return answer === null ? 0n : parseAmount(answer.value.toFixed(coin.decimals), coin.decimals);
    });
  });
  return {
    async holdings(db) {
      const coins = await ownCoins(db, chain);
      const things = coins.map(({ txid, output, ...coin }) => ({ key: `${txid}:${output}`, ...coin }));
      const { answers, oldestAnswerMs } = await rolling.query(things);
      return { amounts: { [coin.id]: answers.reduce((sum, each) => sum + each, 0n) }, oldestAnswerMs };
    },
    close: () => rpc.close(),
  };
}
