import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import type { StaffMember } from '../staff/people.ts';
import { suspensionEventsTable } from './rows.ts';

/** The events of a suspended operation: kept for good. */
export interface SuspensionEventRow {
  readonly event: 'suspended' | 'reported' | 'agreed' | 'released';
  readonly staffName: string;
  readonly staffRole: StaffRole;
  readonly words: string;
  readonly createdAt: Date;
}

/** The events of an operation, oldest first. */
export function suspensionEvents(on: Tx | Db, id: string): Promise<SuspensionEventRow[]> {
  return suspensionEventsTable.find(
    on,
    { suspensionId: id },
    { columns: ['event', 'staffName', 'staffRole', 'words', 'createdAt'], order: [['version', 'ASC']] },
  );
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
  await suspensionEventsTable.create(tx, {
    suspensionId,
    version,
    event,
    words: reason,
    createdAt: new Date(nowMs),
    staffId: by.id,
    staffName: by.fullName,
    staffRole: by.role,
  });
}
