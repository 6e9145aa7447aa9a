import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { outgoingTable } from './rows.ts';
import { type NewOutgoing, type Outgoing, storeOutgoing } from './transactions.ts';

/**
 * Stores a signed transaction that takes the place of a payment and pays nobody. Until it is confirmed, the payment may
 * still win, so the payouts stay with the transaction that pays them.
 */
export async function storeCancellation(
  tx: Tx,
  outgoing: Omit<NewOutgoing, 'lines' | 'change'> & { readonly replaces: string },
): Promise<void> {
  const id = await storeOutgoing(tx, { ...outgoing, lines: [], change: [] });
  await outgoingTable.update(tx, { kind: 'cancellation' }, { id });
}

/** The payouts whose payments these cancellations replaced, by cancellation; other transactions have none. */
export async function canceledPayouts(
  on: Tx | Db,
  transactions: readonly Pick<Outgoing, 'id' | 'kind'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = transactions.filter(({ kind }) => kind === 'cancellation').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await select<{ id: string; payoutIds: string[] }>(on, canceledSql, [ids]);
  return new Map(rows.map(({ id, payoutIds }) => [id, payoutIds]));
}

const canceledSql = prepared(`
  WITH RECURSIVE replaced AS (
    SELECT id, replaces FROM outgoing_transaction WHERE id = ANY($1::uuid[])
    UNION SELECT r.id, t.replaces FROM replaced r JOIN outgoing_transaction t ON t.id = r.replaces)
  SELECT r.id, array_agg(DISTINCT l.payout_id::text) AS "payoutIds"
  FROM replaced r JOIN outgoing_line l ON l.transaction_id = r.replaces GROUP BY r.id`);
