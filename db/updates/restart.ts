import { enqueue, type OutboxRow } from '../core/outbox.ts';
import { inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { lastOf, type Restartable } from '../process/restart.ts';
import type { UpdateRow } from './rows.ts';

/** The message that starts the sending of an update. A workflow that runs already is not disturbed. */
export function updateStart({ id, subject }: Pick<UpdateRow, 'id' | 'subject'>): OutboxRow {
  const payload = {
    workflowType: 'productUpdateWorkflow',
    workflowId: `product-update:${id}`,
    taskQueue: 'core',
    input: { version: 1, updateId: id },
    summary: `Mails the product update ${subject}`,
    restart: true,
  };
  return { topic: 'workflow.start', payload };
}

/** Updates whose list of mails is not complete. */
export const sendingUpdates: Restartable = {
  name: 'product_update',
  page: async (db, { after, limit }) => {
    const ids = await select<{ id: string }>(db, pageSql, [after, limit]);
    const rows = ids.map(({ id }) => ({ id, workflowId: `product-update:${id}`, isOverdue: false }));
    return { rows, last: lastOf(rows, limit) };
  },
  start: (db, ids) =>
    inTransaction(db, async (tx) => {
      const still = await select<Pick<UpdateRow, 'id' | 'subject'>>(tx, stillSql, [ids]);
      await enqueue(tx, still.map(updateStart));
      return still.length;
    }),
};

/** After a restore: who got a mail since the backup is not known, so nobody gets one any more. */
export async function stopSendingUpdates(tx: Tx): Promise<void> {
  await execute(tx, stopSql);
}

const IS_SENDING = 'approved_at IS NOT NULL AND finished_at IS NULL AND stopped_at IS NULL AND discarded_at IS NULL';

const pageSql = prepared(`SELECT id FROM product_update WHERE ${IS_SENDING} AND id > $1 ORDER BY id LIMIT $2`);
const stillSql = prepared(
  `SELECT id, subject FROM product_update WHERE ${IS_SENDING} AND id = ANY($1) ORDER BY id FOR UPDATE`,
);
const stopSql = prepared(`
  UPDATE product_update u SET stopped_at = now(), finished_at = NULL
  WHERE (${IS_SENDING}) OR (u.finished_at IS NOT NULL AND EXISTS (
    SELECT FROM product_update_mail m WHERE m.update_id = u.id AND m.outcome IS NULL))`);
