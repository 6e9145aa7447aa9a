import type { MerchantId } from '../../domain/ids.ts';
import type { FeeOperation } from '../../domain/money/fees.ts';
import type { Db } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** The merchant's fee of every operation, basis points: the own plan's, else the default's. */
export async function readFeePlan(db: Db, merchantId: MerchantId): Promise<Partial<Record<FeeOperation, number>>> {
  const rows = await select<{ operation: FeeOperation; fee_bps: number }>(db, planStatement, [merchantId]);
  return byOperation(rows);
}

/** The fees of a merchant without a plan of their own, basis points: those that the gateway advertises. */
export async function readDefaultPlan(db: Db): Promise<Partial<Record<FeeOperation, number>>> {
  const rows = await select<{ operation: FeeOperation; fee_bps: number }>(
    db,
    "SELECT operation, fee_bps FROM fee_plan WHERE plan = 'default'",
    [],
  );
  return byOperation(rows);
}

function byOperation(rows: readonly { readonly operation: FeeOperation; readonly fee_bps: number }[]) {
  return Object.fromEntries(rows.map(({ operation, fee_bps }) => [operation, fee_bps]));
}

const planStatement = prepared(`
  SELECT DISTINCT ON (f.operation) f.operation, f.fee_bps
  FROM merchant m JOIN fee_plan f ON f.plan IN (m.fee_plan, 'default')
  WHERE m.id = $1 ORDER BY f.operation, f.plan = m.fee_plan DESC`);
