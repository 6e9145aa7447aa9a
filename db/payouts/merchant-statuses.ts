import type { MerchantStatus } from '../models/merchant.ts';
import type { Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
import type { PayoutRow } from './rows.ts';

/** Where the merchants of payouts stand with compliance, by their ids. */
export async function merchantStatuses(
  tx: Tx,
  payouts: readonly Pick<PayoutRow, 'merchant_id'>[],
): Promise<ReadonlyMap<string, MerchantStatus>> {
  const ids = [...new Set(payouts.map(({ merchant_id }) => merchant_id))];
  const rows = await select<{ id: string; status: MerchantStatus }>(tx, statusesSql, [ids]);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

const statusesSql = prepared('SELECT id, status FROM merchant WHERE id = ANY($1::uuid[])');
