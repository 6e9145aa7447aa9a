import { type Db, inTransaction } from '../core/sequelize.ts';
import { allowHours, select } from '../core/sql.ts';
import { POSTED, sumsSql } from './sums-sql.ts';

/** A sum that differs from what the ledger, invoices and quotes say. */
export interface DashboardDifference {
  readonly table: 'balance_day' | 'balance_month' | 'operation_day' | 'payer_day';
  /** The owner, the day or month, and the kind. */
  readonly subject: string;
  /** The numbers of the row as text; null: there is none. */
  readonly expected: string | null;
  readonly found: string | null;
}

/**
 * Compares the sums of the dashboard with what they are computed from, in one statement, so that it is exact while
 * money moves: what is not added yet is left out on both sides. It only reads.
 * @returns the first differences, at most `limit`
 */
export function checkDashboard(db: Db, limit = 100): Promise<DashboardDifference[]> {
  return inTransaction(db, async (tx) => {
    await allowHours(tx);
    return select<DashboardDifference>(tx, checkSql, [limit]);
  });
}

/** The rows of a table and of its sums that are not the same. */
function differencesOf(
  [table, sums]: readonly [table: DashboardDifference['table'], sums: string],
  keys: readonly string[],
  values: readonly string[],
): string {
  const shown = (row: string) => `concat_ws(' ', ${values.map((column) => `${row}.${column}`).join(', ')})`;
  const notZero = (row: string) => `(${values.map((column) => `${row}.${column} <> 0`).join(' OR ')})`;
  return `
    SELECT '${table}' AS "table", concat_ws(' ', ${keys.join(', ')}) AS subject,
      CASE WHEN s.${keys[0]} IS NOT NULL THEN ${shown('s')} END AS expected,
      CASE WHEN d.${keys[0]} IS NOT NULL THEN ${shown('d')} END AS found
    FROM (SELECT * FROM ${sums} WHERE ${notZero(sums)}) s
    FULL JOIN (SELECT * FROM ${table} WHERE ${notZero(table)}) d USING (${keys.join(', ')})
    WHERE ${values.map((column) => `s.${column} IS DISTINCT FROM d.${column}`).join(' OR ')}`;
}

const ofBalance = ['merchant_id', 'mode', 'asset'];
const ofOperation = ['profile_id', 'day', 'kind', 'asset'];
const moved = ['in_minor', 'out_minor'];

// Merchants whose zone has just changed are counted again in a moment.
const checkSql = `
  WITH moved AS (
    SELECT id FROM transfer WHERE state IN ${POSTED}
      AND id NOT IN (SELECT transfer_id FROM dashboard_change WHERE transfer_id IS NOT NULL)
  ), opened AS (
    SELECT id FROM invoice
    WHERE id NOT IN (SELECT invoice_id FROM dashboard_change WHERE invoice_id IS NOT NULL AND gate_id IS NULL)
  ), chosen AS (
    SELECT q.invoice_id, q.gate_id, row_number() OVER (PARTITION BY q.invoice_id ORDER BY q.id) = 1
      AND NOT EXISTS (SELECT FROM dashboard_change c WHERE c.invoice_id = q.invoice_id AND c.is_first) AS is_first
    FROM quote q WHERE NOT EXISTS (
      SELECT FROM dashboard_change c WHERE c.invoice_id = q.invoice_id AND c.gate_id = q.gate_id)
  ), ${sumsSql()}, difference AS (
    ${differencesOf(['balance_day', 'balance_sum'], [...ofBalance, 'day'], moved)}
    UNION ALL ${differencesOf(['balance_month', 'balance_month_sum'], [...ofBalance, 'month'], moved)}
    UNION ALL ${differencesOf(['operation_day', 'operation_sum'], ofOperation, ['count', 'gross_minor', 'fee_minor'])}
    UNION ALL ${differencesOf(['payer_day', 'payer_sum'], ['profile_id', 'day', 'gate_id'], ['opened', 'chosen', 'paid'])}
  )
  SELECT * FROM difference
  WHERE NOT EXISTS (
    SELECT FROM dashboard_change c LEFT JOIN profile f ON f.merchant_id = c.merchant_id
    WHERE c.merchant_id IS NOT NULL AND (subject LIKE c.merchant_id || ' %' OR subject LIKE f.id || ' %'))
  ORDER BY "table", subject LIMIT $1`;
