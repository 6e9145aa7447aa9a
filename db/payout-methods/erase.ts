import type { Tx } from '../sequelize.ts';
import { select } from '../sql.ts';
import { setMethodSchedule } from './schedule.ts';

/** Deletes the payout methods of merchants whose account is deleted, and ends their schedules. */
export async function eraseMethods(tx: Tx, merchants: readonly { readonly merchantId: string }[]): Promise<void> {
  const ids = merchants.map(({ merchantId }) => merchantId);
  const methods = await select<{ id: string }>(tx, eraseSql, [ids]);
  for (const method of methods) await setMethodSchedule(tx, method);
}

const eraseSql = `
  UPDATE payment_method SET status = 'deleted', is_default = false, version = version + 1, updated_at = now()
  WHERE merchant_id = ANY($1::uuid[]) AND status <> 'deleted' RETURNING id`;
