import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';

/** An output of a transaction that may be a coin of ours. */
export interface OwnCoin {
  readonly txid: string;
  readonly output: number;
}

/** Outputs on addresses of ours, and change of ours, that no confirmed transaction of ours has spent (BTC, LTC, BCH). */
export async function ownCoins(on: Tx | Db, { mode, network }: Chain): Promise<OwnCoin[]> {
  const rows = await select<{ txid: string; output: string }>(on, coinsSql, [mode, network]);
  return rows.map(({ txid, output }) => ({ txid, output: Number(output) }));
}

const coinsSql = prepared(`
  SELECT c.txid, c.output FROM (
    SELECT txid, output FROM payment WHERE mode = $1 AND network = $2 AND gate_id IS NOT NULL
    UNION
    SELECT t.txid, c.output FROM outgoing_change c JOIN outgoing_transaction t ON t.id = c.transaction_id
    WHERE t.mode = $1 AND t.network = $2
  ) AS c
  WHERE NOT EXISTS (SELECT FROM outgoing_transaction t WHERE t.mode = $1 AND t.network = $2 AND t.status = 'confirmed'
    AND t.spends @> ARRAY[c.txid || ':' || c.output])`);
