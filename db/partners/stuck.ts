import type { Db } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';

/** Closes the alerts about merchants or partners whose turn did not fail in a whole round of the settlement. */
export async function resolveOthers(db: Db, of: 'merchant' | 'partner', failed: readonly string[]): Promise<void> {
  await execute(db, resolveSql, [`${of}:%`, [...failed]]);
}

const resolveSql = prepared(`
  UPDATE alert SET resolved_at = now(), plan_at = now()
  WHERE kind = 'partner_unsettled' AND subject LIKE $1 AND subject <> ALL($2::text[]) AND resolved_at IS NULL`);
