import { enqueue } from '../outbox.ts';
import { type Db, inTransaction } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
import type { Kind, Process } from './define.ts';

/** An unfinished row, and the ID of the workflow that it needs. */
export interface UnfinishedRow {
  readonly id: string;
  readonly workflowId: string;
}

/** Rows of one kind that each need a workflow until they are finished. The rows alone can start all of them again. */
export interface Restartable {
  readonly name: string;
  /** The next unfinished rows after this ID, in the order of their IDs: pages hold no lock and take little memory. */
  readonly page: (db: Db, after: string, limit: number) => Promise<readonly UnfinishedRow[]>;
  /**
   * Sends what starts the workflows of those of the rows that are still unfinished. A workflow that is running gets
   * what its row says, which changes nothing for it. @returns how many were unfinished
   */
  readonly start: (db: Db, ids: readonly string[], nowMs: number) => Promise<number>;
}

/** Before every ID. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The rows of a process as its definition describes them; null if it has no workflows. */
export function restartable<K extends Kind>(process: Process<K>): Restartable | null {
  const { name, table, workflow } = process;
  if (workflow === undefined) return null;
  const unfinished = `FROM ${table.name} t WHERE (${workflow.neededWhen})`;
  const pageSql = prepared(
    `SELECT t.id, ${workflow.workflowId} AS "workflowId" ${unfinished} AND t.id > $1 ORDER BY t.id LIMIT $2`,
  );
  const stillSql = prepared(`SELECT t.id ${unfinished} AND t.id = ANY($1)`);
  return {
    name,
    page: (db, after, limit) => select<UnfinishedRow>(db, pageSql, [after, limit]),
    start: (db, ids, nowMs) =>
      inTransaction(db, async (tx) => {
        const rows = await process.lock(tx, [...ids].sort());
        const still = await select<{ id: string }>(tx, stillSql, [ids]);
        const messages = still.flatMap(({ id }) => {
          const facts = rows.get(id);
          return facts === undefined ? [] : [workflow.start(facts, nowMs)];
        });
        await enqueue(tx, messages);
        return messages.length;
      }),
  };
}

/** All unfinished rows, page by page. */
export async function* unfinishedRows(
  db: Db,
  { page }: Restartable,
  pageSize = 200,
): AsyncGenerator<readonly UnfinishedRow[]> {
  for (let after = FIRST_ID; ; ) {
    const rows = await page(db, after, pageSize);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}
