import type { Mode } from '../../domain/assets.ts';
import type { Db, Tx } from '../sequelize.ts';
import { one, prepared } from '../sql.ts';

/** What of an invoice stands in its merchant's `unsettled` now, minor units of the asset; what a refund holds of it counts as gone. */
export async function unsettledOf(
  on: Tx | Db,
  of: { readonly invoiceId: string; readonly merchantId: string; readonly mode: Mode; readonly asset: string },
): Promise<bigint> {
  const { minor } = await one<{ minor: string }>(on, unsettledSql, [of.invoiceId, of.merchantId, of.mode, of.asset]);
  return BigInt(minor);
}

// An entry that holds is undone by the one that ends it, on the same layer.
const unsettledSql = prepared(`
  SELECT greatest(0, coalesce(-sum(e.amount), 0))::text AS minor
  FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.invoice_id = $1 AND a.owner = $2 AND a.mode = $3 AND a.asset = $4 AND a.kind = 'unsettled'`);
