import type { SuspicionKind } from '../../domain/suspicion/suspicion.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, prepared } from '../sql.ts';

/** Whether staff hold this operation now. Asked after its row is locked, the answer holds to the end of the transaction: a suspension locks the row first. */
export async function isSuspended(on: Tx | Db, kind: SuspicionKind, subjectId: string): Promise<boolean> {
  return (await maybeOne(on, statement, [kind, subjectId])) !== undefined;
}

const statement = prepared(`SELECT 1 FROM suspension WHERE kind = $1 AND subject_id = $2 AND status <> 'released'`);
