import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { CardOrderRow } from './rows.ts';

/** The payments of a transaction that delivered other orders. */
export async function takenOutputs(
  on: Tx | Db,
  { id, mode, gateId }: Pick<CardOrderRow, 'id' | 'mode' | 'gateId'>,
  txid: string,
): Promise<ReadonlySet<string>> {
  const rows = await select<{ output: string }>(on, takenSql, [mode, gateId, txid, id]);
  return new Set(rows.map(({ output }) => output));
}

const takenSql = prepared(`
  SELECT delivered_output AS output FROM card_order
  WHERE mode = $1 AND gate_id = $2 AND delivered_txid = $3 AND id <> $4`);
