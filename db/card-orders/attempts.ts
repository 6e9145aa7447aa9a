import type { Db } from '../core/sequelize.ts';
import { type CardOrderRow, cardOrdersTable } from './rows.ts';

/**
 * Notes that the partner is about to be asked to make the order, before it is: from then on the order may exist there.
 * @returns false if somebody else is asking, or has asked
 */
export async function beginAttempt(db: Db, id: string, nowMs: number): Promise<boolean> {
  const attemptedAt = new Date(nowMs);
  const where = { id, status: 'placing', attemptedAt: null, partnerOrderId: null } as const;
  return (await cardOrdersTable.update(db, { attemptedAt, findMisses: 0 }, where)) === 1;
}

/** The partner says that the attempt had no effect, or has not had the order for long: it can be made again. */
export async function forgetAttempt(
  db: Db,
  { id, attemptedAt }: Pick<CardOrderRow, 'id' | 'attemptedAt'>,
): Promise<void> {
  await cardOrdersTable.update(db, { attemptedAt: null, findMisses: 0 }, { id, attemptedAt, partnerOrderId: null });
}

/** Counts a search at the partner that did not find an order whose answer was lost. @returns the searches so far */
export async function countMiss(db: Db, { id, attemptedAt, findMisses }: CardOrderRow): Promise<number> {
  const misses = findMisses + 1;
  await cardOrdersTable.update(db, { findMisses: misses }, { id, attemptedAt, findMisses });
  return misses;
}
