import type { Mode } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';

/** The current money of an asset in an invoice's account, minor units; what a refund holds is excluded. */
export async function unsettledOf(
  on: Tx | Db,
  of: { readonly invoiceId: string; readonly merchantId: string; readonly mode: Mode; readonly asset: string },
): Promise<bigint> {
  const found = await maybeOne<{ minor: string }>(on, unsettledSql, [of.invoiceId, of.merchantId, of.mode, of.asset]);
  return BigInt(found?.minor ?? 0);
}

const unsettledSql = prepared(`
  SELECT (credits_posted - debits_posted - debits_pending)::text AS minor
  FROM account WHERE invoice_id = $1 AND owner = $2 AND mode = $3 AND asset = $4`);
