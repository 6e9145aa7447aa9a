import type { PayoutPerson } from '../../contract/payouts.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Db } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** The people who requested and approved these payouts, in one read. */
export async function peopleOf(
  db: Db,
  payouts: readonly Pick<PayoutRow, 'createdBy' | 'approvedBy'>[],
): Promise<(actor: PayoutActor) => PayoutPerson> {
  const ids = new Set(payouts.flatMap(({ createdBy, approvedBy }) => [createdBy, approvedBy ?? createdBy]));
  const rows = await select<{ id: string; name: string }>(db, namesSql, [[...ids]]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ({ kind, id }) => ({ kind, id, name: names.get(id) ?? '' });
}

// Automatic payouts have no person's row; their creator's id need not be a UUID.
const namesSql = prepared(`
  SELECT id::text AS id, full_name AS name FROM app_user WHERE id::text = ANY($1::text[])
  UNION ALL SELECT id::text, name FROM api_token WHERE id::text = ANY($1::text[])`);
