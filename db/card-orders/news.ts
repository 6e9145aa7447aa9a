import type { Mode } from '../../domain/assets/assets.ts';
import { isUuid } from '../../domain/ids.ts';
import type { Db } from '../core/sequelize.ts';
import { type CardOrderRow, cardOrdersTable } from './rows.ts';

/** The order of a mode that the seller has news of: by its own id, else by our reference; undefined if none is ours. */
export async function findWithNews(
  db: Db,
  { mode, partnerId, reference }: { mode: Mode; partnerId: string; reference: string | null },
): Promise<CardOrderRow | undefined> {
  const known = await cardOrdersTable.findOne(db, { mode, partnerOrderId: partnerId });
  if (known !== undefined || reference === null || !isUuid(reference)) return known;
  return cardOrdersTable.findOne(db, { mode, id: reference });
}
