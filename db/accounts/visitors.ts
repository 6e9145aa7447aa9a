import { Op } from 'sequelize';
import { FINGERPRINT_DAYS } from '../../domain/legal/retention.ts';
import type { Db } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { fromNow } from '../core/table.ts';
import { visitorsTable } from './rows.ts';

/** Stores a visitor's fingerprint (`X-VISITOR-ID`) with when and from where it was last seen. */
export async function recordVisitor(
  db: Db,
  visitor: { readonly id: string; readonly ip: string; readonly userAgent: string | undefined },
): Promise<void> {
  await execute(db, upsertStatement, [visitor.id, visitor.ip, visitor.userAgent?.slice(0, 500) ?? null]);
}

/** Removes visitors who were not seen for longer than any session lasts. */
export async function deleteOldVisitors(db: Db): Promise<number> {
  return visitorsTable.destroy(db, { lastSeenAt: { [Op.lt]: fromNow(-FINGERPRINT_DAYS * 86_400) } });
}

const upsertStatement = prepared(`
  INSERT INTO visitor (id, ip, user_agent) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET last_seen_at = now(), ip = excluded.ip, user_agent = excluded.user_agent`);
