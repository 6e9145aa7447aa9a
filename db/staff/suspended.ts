import type { SuspicionKind } from '../../domain/suspicion/suspicion.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, prepared, select } from '../sql.ts';

/** Whether staff hold this operation now. Asked after its row is locked, the answer holds to the end of the transaction: a suspension locks the row first. */
export async function isSuspended(on: Tx | Db, kind: SuspicionKind, subjectId: string): Promise<boolean> {
  return (await maybeOne(on, statement, [kind, subjectId])) !== undefined;
}

/** The same of several: those that are held. */
export async function suspendedAmong(
  on: Tx | Db,
  kind: SuspicionKind,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await select<{ subject_id: string }>(on, amongStatement, [kind, subjectIds]);
  return new Set(rows.map(({ subject_id }) => subject_id));
}

const amongStatement = prepared(
  `SELECT subject_id FROM suspension WHERE kind = $1 AND subject_id = ANY($2::uuid[]) AND status <> 'released'`,
);
const statement = prepared(`SELECT 1 FROM suspension WHERE kind = $1 AND subject_id = $2 AND status <> 'released'`);
