import type { Mode } from '../../domain/assets.ts';
import type { Tx } from '../sequelize.ts';
import { execute, prepared } from '../sql.ts';

/** Whoever books what the bank says, or collects payments for it, does so alone in this mode until the commit. */
export async function lockBank(tx: Tx, mode: Mode): Promise<void> {
  await execute(tx, lockSql, [`bank:${mode}`]);
}

const lockSql = prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');
