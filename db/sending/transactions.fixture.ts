import type { Db, Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { conflictGroupOf, type Outgoing } from './transactions.ts';

/** Every transaction that was ever signed for a payout, oldest first: each of them may be the one on the chain. */
export async function allOutgoingOf(on: Tx | Db, payoutId: string): Promise<Outgoing[]> {
  const [any] = await select<{ id: string }>(
    on,
    'SELECT transaction_id AS id FROM outgoing_line WHERE payout_id = $1 LIMIT 1',
    [payoutId],
  );
  if (any === undefined) return [];
  return (await conflictGroupOf(on, any.id)).filter(({ payoutIds }) => payoutIds.includes(payoutId));
}
