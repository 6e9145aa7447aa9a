import type { CardOrderStatus } from '../../domain/state/card-order-status.ts';
import { limitOf, type Where, whereOfProfile } from '../core/list-query.ts';
import { listTotal } from '../core/list-total.ts';
import type { Db } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { type CardOrderRow, cardOrdersTable } from './rows.ts';

export interface CardOrderQuery {
  readonly profileId: string;
  readonly status?: readonly CardOrderStatus[] | undefined;
  readonly page: number;
  readonly perPage: number;
}

/** One page of a shop's card orders, the newest first, and the total count. Drafts are the customers' own business. */
export async function listCardOrders(
  db: Db,
  query: CardOrderQuery,
): Promise<{ readonly orders: readonly CardOrderRow[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const rows = await select<object>(
    db,
    `SELECT ${cardOrdersTable.selected()} FROM card_order WHERE ${where} ORDER BY id DESC ${limitOf(query)}`,
    bind,
  );
  const total = await listTotal(db, `SELECT count(*) AS total FROM card_order WHERE ${where}`, bind);
  return { orders: rows.map((raw) => cardOrdersTable.read(raw) as CardOrderRow), total };
}

function conditions({ profileId, status }: CardOrderQuery): Where {
  return whereOfProfile(profileId, [[status, (p) => `status = ANY(${p}::text[])`]], 'placed_at IS NOT NULL');
}
