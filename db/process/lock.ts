import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { Table } from '../core/table.ts';

/**
 * Locks rows in the order of their ids, for processes that decide by their row alone. Returns the rows as they are
 * under the lock.
 */
export function lockRows<Row extends { readonly id: string }>(
  table: Table<Row>,
): (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, { readonly row: Row }>> {
  const sql = prepared(
    `SELECT ${table.selected()} FROM ${table.name} WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  return async (tx, ids) => {
    const rows = (await select<object>(tx, sql, [ids])).map((raw) => table.read(raw) as Row);
    return new Map(rows.map((row) => [row.id, { row }]));
  };
}
