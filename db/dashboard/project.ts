import { type Db, inTransaction, type Tx } from '../sequelize.ts';
import { allowHours, execute, lockUntilCommit, one, prepared, select } from '../sql.ts';
import { dashboardStateTable } from './rows.ts';
import { ADD_SUMS, POSTED, sumsSql } from './sums-sql.ts';

/**
 * Adds what has changed to the sums of the dashboard: at most `limit` changes, in any order. One process at a time does
 * it; for the others there is nothing to do. Sums that were never computed are computed from the beginning.
 *
 * One statement takes the changes and adds them, so a process that dies leaves both as they were, and a change counts
 * exactly once.
 * @returns how many changes were added
 */
export function projectChanges(db: Db, limit = BATCH): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { locked } = await one<{ locked: boolean }>(tx, tryLockSql, [LOCK]);
    if (!locked) return 0;
    if ((await dashboardStateTable.findOne(tx, {})) === undefined) {
      await computeAll(tx);
      return 0;
    }
    const moved = await select<{ merchant_id: string }>(tx, movedSql);
    if (moved.length > 0) await recompute(tx, moved[0]?.merchant_id ?? '');
    const { taken } = await one<{ taken: string }>(tx, projectSql, [limit]);
    return moved.length + Number(taken);
  });
}

/**
 * Computes all sums from the ledger, invoices and quotes, in one transaction: readers see the former sums until it
 * commits, and changes made meanwhile are added afterwards.
 * @returns how many transfers, invoices and quotes were read
 */
export function rebuildDashboard(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, LOCK);
    return computeAll(tx);
  });
}

/** How many changes one statement takes: a fraction of a second's work. */
const BATCH = 5_000;

/** Whoever holds this lock may write sums. */
const LOCK = 'dashboard';

const SUMS = ['balance_day', 'balance_month', 'operation_day', 'payer_day'] as const;

async function computeAll(tx: Tx): Promise<number> {
  await allowHours(tx);
  for (const table of SUMS) await execute(tx, `DELETE FROM ${table}`);
  const { read } = await one<{ read: string }>(tx, computeAllSql);
  await execute(tx, builtSql);
  return Number(read);
}

/** Counts one merchant's days again, by the zone that he has now. */
async function recompute(tx: Tx, merchantId: string): Promise<void> {
  await allowHours(tx);
  for (const sql of forgetSql) await execute(tx, sql, [merchantId]);
  await select(tx, recomputeSql, [merchantId]);
}

const tryLockSql = prepared('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked');
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

// Deletes the changes that its own snapshot shows: what commits later keeps its row, and is added later.
const computeAllSql = `
  WITH taken AS (
    DELETE FROM dashboard_change
  ), moved AS (
    SELECT id FROM transfer WHERE state IN ${POSTED}
  ), opened AS (
    SELECT id FROM invoice
  ), chosen AS (
    SELECT invoice_id, gate_id, row_number() OVER (PARTITION BY invoice_id ORDER BY id) = 1 AS is_first FROM quote
  ), ${sumsSql()}, ${ADD_SUMS}
  SELECT (SELECT count(*) FROM moved) + (SELECT count(*) FROM opened) + (SELECT count(*) FROM chosen) AS read`;

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

const recomputeSql = `
  WITH moved AS MATERIALIZED (
    SELECT DISTINCT e.transfer_id AS id FROM account a JOIN entry e ON e.account_id = a.id AND e.layer = 'posted'
    WHERE a.owner = $1::uuid::text
  ), opened AS (
    SELECT id FROM invoice WHERE merchant_id = $1::uuid
  ), chosen AS (
    SELECT q.invoice_id, q.gate_id, row_number() OVER (PARTITION BY q.invoice_id ORDER BY q.id) = 1 AS is_first
    FROM quote q JOIN invoice i ON i.id = q.invoice_id WHERE i.merchant_id = $1::uuid
  ), taken AS (
    DELETE FROM dashboard_change c
    WHERE c.merchant_id = $1::uuid OR c.transfer_id IN (SELECT id FROM moved) OR c.invoice_id IN (SELECT id FROM opened)
  ), ${sumsSql('ARRAY[$1::uuid]')}, ${ADD_SUMS}
  SELECT`;
