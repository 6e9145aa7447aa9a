import type { Db } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';

/** How long a draft is kept that was never placed. */
const DRAFT_DAYS = 30;
const AT_ONCE = 1_000;

/**
 * Deletes drafts that were never placed, and customers that only those had; each round some of them.
 * @returns how many drafts are gone
 */
export async function purgeCardDrafts(db: Db, nowMs: number): Promise<number> {
  const before = new Date(nowMs - DRAFT_DAYS * 86_400_000);
  const drafts = await execute(db, draftsSql, [before, AT_ONCE]);
  await execute(db, customersSql, [before, AT_ONCE]);
  return drafts;
}

const draftsSql = prepared(`
  DELETE FROM card_order WHERE placed_at IS NULL AND id IN (
    SELECT id FROM card_order WHERE placed_at IS NULL AND created_at < $1 ORDER BY created_at LIMIT $2
    FOR UPDATE SKIP LOCKED)`);
const customersSql = prepared(`
  DELETE FROM card_customer WHERE id IN (
    SELECT c.id FROM card_customer c
    WHERE c.created_at < $1 AND NOT EXISTS (SELECT FROM card_order o WHERE o.customer_id = c.id) LIMIT $2
    FOR UPDATE SKIP LOCKED)`);
