import type { Chain } from '../../db/chain/cursor.ts';
import { changeCoins, ownCoins } from '../../db/custody/coins.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { openRpc, RpcError } from '../chain/json-rpc.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { coinOf } from '../sending/record.ts';
import type { HoldingsPort } from './holdings.ts';
import { createRollingQuery } from './rolling.ts';

/** Coins of the gateway's own that are looked up at a time, the largest first. */
const MOST_COINS = 500;

/**
 * BTC, LTC and BCH: asks the node whether the recorded coins still exist. Coins that are not recorded are not searched
 * for.
 */
export function openUtxoHoldings(chain: Chain, url: string): HoldingsPort {
  const rpc = openRpc({ url });
  const coin = coinOf(chain.network);
  const valuesOf = async (keys: readonly string[]) => {
    const calls = keys.map((key) => {
      const [txid = '', output] = key.split(':');
      return { method: 'gettxout', params: [txid, Number(output), false] };
    });
    return (await rpc.batch<{ value: number } | null>(calls)).map((answer) => {
      if (answer instanceof RpcError) throw new ChainUnavailableError(`The node refused a question: ${answer.message}`);
      // A JSON number of coins is exact to eight places for all there will ever be.
      return answer === null ? 0n : parseAmount(answer.value.toFixed(coin.decimals), coin.decimals);
    });
  };
  const rolling = createRollingQuery(valuesOf);
  return {
    async holdings(db) {
      const coins = await ownCoins(db, chain);
      const things = coins.map(({ txid, output, ...coin }) => ({ key: `${txid}:${output}`, ...coin }));
      const { answers, oldestAnswerMs } = await rolling.query(things);
      return { amounts: { [coin.id]: answers.reduce((sum, each) => sum + each, 0n) }, oldestAnswerMs };
    },
    async ownHoldings(db) {
      const coins = await changeCoins(db, chain, MOST_COINS);
      const values = await valuesOf(coins.map(({ txid, output }) => `${txid}:${output}`));
      const byIndex = new Map<number, bigint>();
      for (const [at, { index }] of coins.entries()) {
        byIndex.set(index, (byIndex.get(index) ?? 0n) + (values[at] ?? 0n));
      }
      const held = [...byIndex].filter(([, minor]) => minor > 0n);
      return held.map(([index, minor]) => ({ branch: 1, index, amounts: { [coin.id]: minor } }));
    },
    close: () => rpc.close(),
  };
}
