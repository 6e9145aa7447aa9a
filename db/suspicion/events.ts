import type { StaffRole } from '../../domain/staff-permissions.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, prepared, select } from '../sql.ts';
import type { StaffMember } from '../staff/people.ts';

/** What happened to a suspended operation: kept for good. */
export interface SuspensionEventRow {
  readonly event: 'suspended' | 'reported' | 'agreed' | 'released';
  readonly staffName: string;
  readonly staffRole: StaffRole;
  readonly words: string;
  readonly createdAt: Date;
}

/** What happened to an operation, oldest first. */
export function suspensionEvents(on: Tx | Db, id: string): Promise<SuspensionEventRow[]> {
  return select<SuspensionEventRow>(on, eventsSql, [id]);
}

export interface NewSuspensionEvent {
  readonly suspensionId: string;
  /** The suspension's, by which the event is unique. */
  readonly version: number;
  readonly event: SuspensionEventRow['event'];
  readonly by: StaffMember;
  readonly reason: string;
  readonly nowMs: number;
}

export async function addSuspensionEvent(tx: Tx, added: NewSuspensionEvent): Promise<void> {
  const { suspensionId, version, event, by, reason, nowMs } = added;
  await execute(tx, insertSql, [suspensionId, version, event, by.id, by.fullName, by.role, reason, new Date(nowMs)]);
}

const eventsSql = prepared(`
  SELECT event, staff_name AS "staffName", staff_role AS "staffRole", words, created_at AS "createdAt"
  FROM suspension_event WHERE suspension_id = $1 ORDER BY version`);

const insertSql = prepared(`
  INSERT INTO suspension_event (suspension_id, version, event, staff_id, staff_name, staff_role, words, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`);
