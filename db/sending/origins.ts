import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** A transaction that made a coin of ours: a payer's or our own. */
export interface Origin {
  readonly txid: string;
  readonly spends: readonly string[];
}

/** The transactions that made these coins, with what they spend themselves; those that nobody recorded are missing. */
export function originsOf(on: Tx | Db, { mode, network }: Chain, coins: readonly string[]): Promise<Origin[]> {
  return select<Origin>(on, originsSql, [mode, network, coins.map(originTxid)]);
}

/** The transaction of an outpoint. */
export function originTxid(outpoint: string): string {
  return outpoint.slice(0, outpoint.indexOf(':'));
}

const originsSql = prepared(`
  SELECT txid, spends FROM payment WHERE mode = $1 AND network = $2 AND txid = ANY($3)
  UNION
  SELECT txid, spends FROM outgoing_transaction WHERE mode = $1 AND network = $2 AND txid = ANY($3)`);
