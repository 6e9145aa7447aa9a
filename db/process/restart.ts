import { enqueue } from '../outbox.ts';
import { type Db, inTransaction } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
import type { Kind, Process } from './define.ts';

/**
 * Starts the workflow of every row that needs one, from the rows alone, as if nothing had ever been started: where one
 * runs, it hears what it knows already. Page by page in the order of ids, so that it takes little memory and holds no
 * lock for long.
 * @returns how many rows need a workflow
 */
export async function restartWorkflows<K extends Kind>(
  db: Db,
  process: Process<K>,
  { nowMs, pageSize = 200 }: { readonly nowMs: number; readonly pageSize?: number },
): Promise<number> {
  const { workflow } = process;
  if (workflow === undefined) return 0;
  const sql = prepared(
    `SELECT t.id FROM ${process.table.name} t WHERE t.id > $1 AND (${workflow.neededWhen}) ORDER BY t.id LIMIT $2`,
  );
  let started = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const ids = (await select<{ id: string }>(db, sql, [after, pageSize])).map(({ id }) => id);
    await inTransaction(db, async (tx) => {
      const rows = await process.lock(tx, ids);
      await enqueue(
        tx,
        [...rows.values()].map((facts) => workflow.start(facts, nowMs)),
      );
    });
    started += ids.length;
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return started;
    after = last;
  }
}
