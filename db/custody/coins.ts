import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { UTXO_NETWORKS_SQL } from '../core/utxo-networks.ts';

/** A transaction output that may be one of our coins. */
export interface OwnCoin {
  readonly txid: string;
  readonly output: number;
  /** Its transaction, or one that spends it, is not confirmed yet. */
  readonly moving: boolean;
  readonly changedAt: Date;
}

/** Outputs on our addresses, and our change, that no confirmed transaction of ours has spent (BTC, LTC, BCH). */
export async function ownCoins(on: Tx | Db, { mode, network }: Chain): Promise<OwnCoin[]> {
  const rows = await select<CoinRow>(on, coinsSql, [mode, network]);
  return rows.map(({ txid, output, moving, changed_at: changedAt }) => ({
    txid,
    output: Number(output),
    moving,
    changedAt,
  }));
}

/** A coin of the gateway's own change, which only its own transactions paid. */
export interface ChangeCoin {
  readonly txid: string;
  readonly output: number;
  /** Of its key on the internal chain. */
  readonly index: number;
}

/** The largest coins of the gateway's own change that are confirmed and not spent (BTC, LTC, BCH). */
export async function changeCoins(on: Tx | Db, { mode, network }: Chain, limit: number): Promise<ChangeCoin[]> {
  const rows = await select<{ txid: string; output: string; index: string }>(on, changeSql, [mode, network, limit]);
  return rows.map(({ txid, output, index }) => ({ txid, output: Number(output), index: Number(index) }));
}

const changeSql = prepared(`
  SELECT t.txid, c.output, c.derivation_index::text AS index
  FROM outgoing_change c JOIN outgoing_transaction t ON t.id = c.transaction_id
  WHERE t.mode = $1 AND t.network = $2 AND t.status = 'confirmed' AND NOT c.reserved
  ORDER BY c.amount_minor DESC, t.id, c.output LIMIT $3`);

interface CoinRow {
  readonly txid: string;
  readonly output: string;
  readonly moving: boolean;
  readonly changed_at: Date;
}

/**
 * Coins marked as reserved are spent by a confirmed transaction or by a pending one, which is counted by its inputs. A
 * reservation by a closed transaction may lack its mark; it is looked up per coin, because a join would read all coins
 * ever spent.
 */
const coinsSql = prepared(`
  SELECT txid, output, bool_or(moving) AS moving, max(changed_at) AS changed_at FROM (
    SELECT c.* FROM (
      SELECT txid, output, status <> 'confirmed' AS moving, updated_at AS changed_at FROM payment
      WHERE mode = $1 AND network = $2 AND status IN ('seen', 'mined', 'confirmed') AND gate_id IS NOT NULL
        AND NOT reserved AND network IN (${UTXO_NETWORKS_SQL})
      UNION ALL
      SELECT t.txid, c.output, t.status <> 'confirmed', t.updated_at
      FROM outgoing_change c JOIN outgoing_transaction t ON t.id = c.transaction_id
      WHERE t.mode = $1 AND t.network = $2 AND t.status <> 'failed' AND NOT c.reserved) AS c
    WHERE NOT coalesce((
      SELECT by.status IN ('confirmed', 'failed')
      FROM outgoing_spend s
      JOIN outgoing_transaction by ON by.id = s.transaction_id
      WHERE s.mode = $1 AND s.network = $2 AND s.spend = c.txid || ':' || c.output), false)
    UNION ALL
    SELECT split_part(spend, ':', 1), split_part(spend, ':', 2), true, t.updated_at
    FROM outgoing_transaction t, unnest(t.spends) AS spend
    WHERE t.mode = $1 AND t.network = $2 AND t.status IN ('signed', 'sent', 'mined', 'replaced')) AS coin
  GROUP BY txid, output`);
