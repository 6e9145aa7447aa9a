import { DEMO_LIFE_MS } from '../../domain/demo/limits.ts';
import type { Db } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';

/**
 * Removes what visitors typed for demos that are no longer shown. The invoices, their payments and the ledger stay, as
 * those of every sandbox: they contain nothing that a visitor typed.
 * @returns how many
 */
export async function sweepDemos(db: Db, nowMs: number): Promise<number> {
  let swept = 0;
  for (;;) {
    const round = await execute(db, sweepSql, [new Date(nowMs - DEMO_LIFE_MS), BATCH]);
    swept += round;
    if (round < BATCH) return swept;
  }
}

const BATCH = 500;

const sweepSql = prepared(`
  DELETE FROM demo_invoice WHERE invoice_id IN (
    SELECT invoice_id FROM demo_invoice WHERE created_at <= $1 ORDER BY created_at LIMIT $2)`);
