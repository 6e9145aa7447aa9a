import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { applySteps } from '../process/apply.ts';
import { methodProcess } from './process.ts';

/** Deletes the payout methods of merchants whose account is deleted, which ends their schedules. */
export async function eraseMethods(tx: Tx, merchants: readonly { readonly merchantId: string }[]): Promise<void> {
  const merchantIds = merchants.map(({ merchantId }) => merchantId);
  const methods = await select<{ id: string }>(tx, findSql, [merchantIds]);
  const erased = { event: { type: 'delete' }, cause: 'account_erased', nowMs: Date.now() } as const;
  await applySteps(
    tx,
    methodProcess,
    methods.map(({ id }) => ({ id, ...erased })),
  );
}

const findSql = prepared(`SELECT id FROM payment_method WHERE merchant_id = ANY($1::uuid[]) AND status <> 'deleted'`);
