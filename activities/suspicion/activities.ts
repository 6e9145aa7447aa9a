import { type Alert, raiseAlert } from '../../db/alerts/alerts.ts';
import { enqueue } from '../../db/core/outbox.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { readSuspension, type SuspensionRow } from '../../db/suspicion/rows.ts';
import { countReminder } from '../../db/suspicion/suspensions.ts';
import { STAFF_ROLES, staffMay } from '../../domain/accounts/staff-permissions.ts';
import type { SuspicionStatus } from '../../domain/suspicion/suspicion.ts';
import type { SuspicionAct } from '../../domain/suspicion/suspicion-waits.ts';
import { MAIL_SEND } from '../mail/sending.ts';
import { suspicionMail } from './staff-mail.ts';

export interface SuspicionActivityDeps {
  readonly db: Db;
  readonly publicUrl: string;
}

export interface RemindStaffInput {
  readonly suspensionId: string;
  readonly act: SuspicionAct;
  /** The status the workflow decided by: what has moved on is not reminded of. */
  readonly status: SuspicionStatus;
  /** Which reminder of the status it is: the same one is given once. */
  readonly n: number;
}

export type SuspicionActivities = ReturnType<typeof createSuspicionActivities>;

/** The activities of a suspended operation's workflow: short database writes, meant as local activities. */
export function createSuspicionActivities({ db, publicUrl }: SuspicionActivityDeps) {
  return {
    /**
     * Mails those who may report or release, and opens an alert once it is too late. Given again, the same reminder
     * changes nothing.
     */
    async remindStaff({ suspensionId, act, status, n }: RemindStaffInput): Promise<void> {
      await inTransaction(db, async (tx) => {
        if (!(await countReminder(tx, { suspensionId, status, n }))) return;
        const row = await readSuspension(tx, suspensionId);
        await raiseAlert(tx, { ...alertOf(row, act), subject: `suspension:${suspensionId}` });
        const people = await select<{ id: string; email: string }>(
          tx,
          'SELECT id, email FROM staff_user WHERE role = ANY($1::text[]) AND blocked_at IS NULL AND totp_enabled_at IS NOT NULL',
          [REMINDED],
        );
        const domain = new URL(publicUrl).hostname;
        const mails = people.map(({ id, email }) => ({
          topic: MAIL_SEND,
          payload: {
            messageId: `${suspensionId}.${status}.${n}.${id}@${domain}`,
            to: email,
            replyTo: null,
            ...suspicionMail(row, { act, publicUrl }),
          },
        }));
        await enqueue(tx, mails);
      });
    },
  };
}

/** Those who can do something about it. */
const REMINDED = STAFF_ROLES.filter(
  (role) => staffMay(role, 'operation_report') || staffMay(role, 'operation_release'),
);

function alertOf(row: SuspensionRow, act: SuspicionAct): Pick<Alert, 'kind' | 'message'> {
  const what = `The suspended ${row.kind} ${row.label}`;
  switch (act) {
    case 'remind':
      return {
        kind: 'suspicious_operation',
        message: `${what} must be reported or released by ${row.dueAt.toISOString()}.`,
      };
    case 'overdue':
      return {
        kind: 'suspicious_operation_overdue',
        message: `${what} is overdue: it was neither reported nor released within three working hours.`,
      };
    case 'review':
      return { kind: 'suspicious_operation', message: `${what} was reported and its money is still held.` };
    default:
      return act satisfies never;
  }
}
