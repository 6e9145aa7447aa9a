import type { SuspicionStatus } from '../../domain/suspicion/suspicion.ts';
import type { Tx } from '../sequelize.ts';
import { execute, prepared } from '../sql.ts';

export interface Reminder {
  readonly suspensionId: string;
  /** What has moved on is not reminded of. */
  readonly status: SuspicionStatus;
  /** Which one of the status it is. */
  readonly n: number;
}

/** Counts a reminder of a suspended operation. @returns false where it was given, or the status is another one now */
export async function countReminder(tx: Tx, { suspensionId, status, n }: Reminder): Promise<boolean> {
  return (await execute(tx, countSql, [suspensionId, status, n])) === 1;
}

const countSql = prepared('UPDATE suspension SET reminders = $3 WHERE id = $1 AND status = $2 AND reminders < $3');
