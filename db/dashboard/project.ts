import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { allowHours, execute, lockUntilCommit, one, prepared, select } from '../core/sql.ts';
import { tryLock } from '../core/try-lock.ts';
import { dashboardStateTable } from './rows.ts';
import { ADD_SUMS, sumsSql } from './sums-sql.ts';

/**
 * Adds what has changed to the sums of the dashboard: at most `limit` changes, in any order. One process at a time does
 * it; for the others there is nothing to do. Sums that were never computed are computed from the beginning.
 *
 * One statement takes the changes and adds them, so a process that dies leaves both as they were, and a change counts
 * exactly once.
 * @returns how many changes were added
 */
export async function projectChanges(db: Db, limit = BATCH): Promise<number> {
  const { isComputed, hasChanges } = await one<{ isComputed: boolean; hasChanges: boolean }>(db, newsSql);
  if (!isComputed) {
    await computeFirst(db);
    return 0;
  }
  if (!hasChanges) return 0;
  return inTransaction(db, async (tx) => {
    if (!(await tryLock(tx, LOCK))) return 0;
    const moved = await select<{ merchant_id: string }>(tx, movedSql);
    if (moved.length > 0) await recount(tx, moved[0]?.merchant_id ?? '');
    const { taken } = await one<{ taken: string }>(tx, projectSql, [limit]);
    return moved.length + Number(taken);
  });
}

/**
 * Computes all sums from the ledger, invoices and quotes, merchant by merchant: readers see the former sums of each
 * until his new ones are there, and changes made meanwhile are added between two merchants.
 * @returns how many transfers, invoices and quotes were read
 */
export async function rebuildDashboard(db: Db): Promise<number> {
  let read = 0;
  for (const { id } of await select<{ id: string }>(db, 'SELECT id FROM merchant ORDER BY id')) {
    read += await inTransaction(db, async (tx) => {
      await allowHours(tx);
      await lockUntilCommit(tx, LOCK);
      return recount(tx, id);
    });
  }
  await execute(db, builtSql);
  return read;
}

const newsSql = prepared(`
  SELECT EXISTS (SELECT FROM dashboard_state) AS "isComputed", EXISTS (SELECT FROM dashboard_change) AS "hasChanges"`);

/** How many changes one statement takes: a fraction of a second's work. */
const BATCH = 5_000;

/** The process that holds this lock may write sums. */
const LOCK = 'dashboard';
/** The process that holds this one computes them for the first time, so that not every one does. */
const FIRST_LOCK = 'dashboard first';

function computeFirst(db: Db): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await tryLock(tx, FIRST_LOCK))) return;
    // The lock waits, without a statement, until each merchant has been counted.
    await execute(tx, 'SET LOCAL idle_in_transaction_session_timeout = 0');
    if ((await dashboardStateTable.findOne(db, {})) === undefined) await rebuildDashboard(db);
  });
}

/**
 * Counts one merchant's days again, by the zone that he has now. A long history takes hours to read, and until the
 * oldest transaction that writes has ended, nobody is shown newer events. So it reads first, and then writes at once.
 * @returns how many transfers, invoices and quotes were read
 */
async function recount(tx: Tx, merchantId: string): Promise<number> {
  await allowHours(tx);
  const { read, changes, ...sums } = await one<Recounted>(tx, recountSql, [merchantId]);
  for (const sql of forgetSql) await execute(tx, sql, [merchantId]);
  for (const table of SUMS) await execute(tx, writeSql[table], [sums[table]]);
  await execute(tx, doneSql, [changes]);
  return Number(read);
}

const SUMS = ['balance_day', 'balance_month', 'operation_day', 'payer_day'] as const;

/** The rows of each table as JSON text, because numbers of JSON would lose digits here. */
interface Recounted extends Readonly<Record<(typeof SUMS)[number], string>> {
  readonly read: string;
  /** Ids of the changes that the sums contain. */
  readonly changes: readonly string[];
}

const movedSql = prepared('SELECT merchant_id FROM dashboard_change WHERE merchant_id IS NOT NULL ORDER BY id LIMIT 1');

// By id, so that what has waited longest comes first; which ones it takes has no effect on the sums.
const projectSql = prepared(`
  WITH taken AS (
    DELETE FROM dashboard_change WHERE id IN (
      SELECT id FROM dashboard_change WHERE merchant_id IS NULL ORDER BY id LIMIT $1)
    RETURNING transfer_id, invoice_id, gate_id, is_first
  ), moved AS MATERIALIZED (
    SELECT DISTINCT transfer_id AS id FROM taken WHERE transfer_id IS NOT NULL
  ), opened AS (
    SELECT invoice_id AS id FROM taken WHERE invoice_id IS NOT NULL AND gate_id IS NULL
  ), chosen AS (
    SELECT invoice_id, gate_id, is_first FROM taken WHERE gate_id IS NOT NULL
  ), ${sumsSql()}, ${ADD_SUMS}
  SELECT count(*) AS taken FROM taken`);

const builtSql = `
  INSERT INTO dashboard_state (rebuilt_at) VALUES (now())
  ON CONFLICT (single) DO UPDATE SET rebuilt_at = excluded.rebuilt_at`;

const ofMerchant = 'profile_id IN (SELECT id FROM profile WHERE merchant_id = $1)';
const forgetSql = [
  prepared('DELETE FROM balance_day WHERE merchant_id = $1'),
  prepared('DELETE FROM balance_month WHERE merchant_id = $1'),
  prepared(`DELETE FROM operation_day WHERE ${ofMerchant}`),
  prepared(`DELETE FROM payer_day WHERE ${ofMerchant}`),
];

const SUM_OF = {
  balance_day: 'balance_sum',
  balance_month: 'balance_month_sum',
  operation_day: 'operation_sum',
  payer_day: 'payer_sum',
} as const;

// The changes that its own snapshot shows: what commits later keeps its row, and is added later.
const recountSql = `
  WITH moved AS MATERIALIZED (
    SELECT DISTINCT e.transfer_id AS id FROM account a JOIN entry e ON e.account_id = a.id AND e.layer = 'posted'
    WHERE a.owner = $1::uuid::text
  ), opened AS (
    SELECT id FROM invoice WHERE merchant_id = $1::uuid
  ), chosen AS (
    SELECT q.invoice_id, q.gate_id, row_number() OVER (PARTITION BY q.invoice_id ORDER BY q.id) = 1 AS is_first
    FROM quote q JOIN invoice i ON i.id = q.invoice_id WHERE i.merchant_id = $1::uuid
  ), ${sumsSql('ARRAY[$1::uuid]')}
  SELECT (SELECT count(*) FROM moved) + (SELECT count(*) FROM opened) + (SELECT count(*) FROM chosen) AS read,
    ${SUMS.map((table) => `(SELECT coalesce(jsonb_agg(s), '[]')::text FROM ${SUM_OF[table]} s) AS ${table}`).join(', ')},
    ARRAY(
      SELECT c.id::text FROM dashboard_change c WHERE c.merchant_id = $1::uuid
        OR c.transfer_id IN (SELECT id FROM moved) OR c.invoice_id IN (SELECT id FROM opened)) AS changes`;

const writeSql = {
  balance_day: prepared(written('balance_day')),
  balance_month: prepared(written('balance_month')),
  operation_day: prepared(written('operation_day')),
  payer_day: prepared(written('payer_day')),
};

function written(table: (typeof SUMS)[number]): string {
  return `INSERT INTO ${table} SELECT n.* FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) n`;
}

const doneSql = prepared('DELETE FROM dashboard_change WHERE id = ANY($1::bigint[])');
