import { Op } from 'sequelize';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import {
  reportTimes,
  type SuspicionEvent,
  type SuspicionKind,
  type SuspicionStatus,
} from '../../domain/suspicion/suspicion.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { depositProcess } from '../deposits/process.ts';
import { applyInvoiceEvent } from '../invoices/process.ts';
import { lockPayout, lockPayouts } from '../payouts/read.ts';
import { payoutsTable } from '../payouts/rows.ts';
import { applyStep } from '../process/apply.ts';
import { workflowStart } from '../process/workflow-run.ts';
import { sendStaffMail } from '../staff/mails.ts';
import type { StaffMember } from '../staff/people.ts';
import { lockWithdrawals } from '../withdrawals/process.ts';
import { addSuspensionEvent } from './events.ts';
import { suspensionProcess } from './process.ts';
import { readSuspension, type SuspensionRow, suspensionsTable } from './rows.ts';
import { eurValueOf, readSubject, type Subject } from './subjects.ts';
import { suspicionRun } from './workflow.ts';

/** An action of staff on an operation, and the person. `reason` is kept. */
export interface SuspensionAct {
  readonly member: StaffMember;
  readonly reason: string;
  readonly nowMs: number;
}

/**
 * Stops an operation: the money of an invoice or deposit stays unsettled, a payout is not signed, a withdrawal is in no
 * file. Starts the clock of the report.
 * @throws DomainError `not_found`; `conflict` when it is suspended already; `illegal_transition` when its money has
 *   gone on
 */
export async function suspend(
  tx: Tx,
  { kind, subjectId, ...act }: SuspensionAct & { readonly kind: SuspicionKind; readonly subjectId: string },
): Promise<SuspensionRow> {
  const { member: by, nowMs } = act;
  const reason = reasonOf(act);
  const subject = await readSubject(tx, kind, subjectId);
  if (kind === 'invoice') await lockRefunds(tx, subjectId);
  if (kind === 'payout' || kind === 'withdrawal') await requireUnsent(tx, kind, subjectId);
  const id = newId(nowMs);
  await insert(tx, { id, subject, ...act, reason });
  const hold = { id: subjectId, event: { type: 'hold' }, cause: `hold:${id}`, nowMs } as const;
  if (kind === 'invoice') await applyInvoiceEvent(tx, hold);
  if (kind === 'deposit') await applyStep(tx, depositProcess, hold);
  await addSuspensionEvent(tx, { suspensionId: id, version: 1, event: 'suspended', by, reason, nowMs });
  const row = await readSuspension(tx, id);
  await enqueue(tx, [workflowStart(suspicionRun(row))]);
  await sendStaffMail(tx, { kind: 'operation', id });
  return row;
}

/**
 * The operation was reported to the authority: `reason` says what, to whom, and under which number. It stays suspended.
 */
export async function reportSuspension(tx: Tx, id: string, act: SuspensionAct): Promise<SuspensionRow> {
  await apply(tx, id, { type: 'report', ...act });
  return readSuspension(tx, id);
}

/**
 * Somebody agrees to let the operation go; it goes when as many agree as the rule wants.
 * @throws DomainError `conflict` for a second time by one person; `illegal_transition` once it is released
 */
export async function agreeToRelease(
  tx: Tx,
  id: string,
  act: SuspensionAct,
): Promise<{ readonly row: SuspensionRow; readonly missing: string | null }> {
  await apply(tx, id, { type: 'agree', ...act });
  const { missing } = await apply(tx, id, { type: 'release', ...act });
  return { row: await readSuspension(tx, id), missing };
}

export interface Reminder {
  readonly suspensionId: string;
  /** In another status there is no reminder. */
  readonly status: SuspicionStatus;
  /** Which one of the status it is. */
  readonly n: number;
}

/** Counts a reminder of a suspended operation. @returns false where it was counted before, or the status has changed */
export async function countReminder(tx: Tx, { suspensionId, status, n }: Reminder): Promise<boolean> {
  const due = { id: suspensionId, status, reminders: { [Op.lt]: n } };
  return (await suspensionsTable.update(tx, { reminders: n }, due)) === 1;
}

/** Nothing is remembered of a step: requested again, it is refused. */
function apply(tx: Tx, id: string, { type, member, nowMs, ...act }: SuspensionAct & { readonly type: SuspicionEvent }) {
  return applyStep(tx, suspensionProcess, {
    id,
    event: { type, by: member, reason: reasonOf(act) },
    cause: null,
    nowMs,
  });
}

/** @throws DomainError `conflict` when it is suspended already */
async function insert(
  tx: Tx,
  { id, subject, member, reason, nowMs }: SuspensionAct & { readonly id: string; readonly subject: Subject },
): Promise<void> {
  const { kind, merchantId, mode, id: subjectId } = subject;
  const made = await execute(
    tx,
    `INSERT INTO suspension (id, merchant_id, mode, kind, subject_id, label, value_eur_minor, reason, suspended_by,
       suspended_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (kind, subject_id) WHERE status <> 'released' DO NOTHING`,
    [
      id,
      merchantId,
      mode,
      kind,
      subjectId,
      `${subject.label}, ${subject.amount}`,
      await eurValueOf(tx, kind, subjectId),
      reason,
      member.id,
      new Date(nowMs),
      new Date(reportTimes(nowMs).dueMs),
    ],
  );
  if (made === 0) throw new DomainError('conflict', { message: 'This operation is suspended already.' });
}

/** Only what is neither signed nor in a file can be stopped: anything else may be paid at any moment. */
async function requireUnsent(tx: Tx, kind: 'payout' | 'withdrawal', id: string): Promise<void> {
  if (kind === 'payout') await lockPayout(tx, id);
  else await lockWithdrawals(tx, [id]);
  const { refusal } = await readSubject(tx, kind, id);
  if (refusal === 'signed' || refusal === 'over') throw new DomainError('illegal_transition');
}

/** So that a signature of a refund and the suspension of its invoice cannot pass each other. */
async function lockRefunds(tx: Tx, invoiceId: string): Promise<void> {
  const rows = await payoutsTable.find(tx, { invoiceId, hold: 'open' }, { columns: ['id'] });
  await lockPayouts(
    tx,
    rows.map(({ id }) => id),
  );
}

function reasonOf({ reason }: Pick<SuspensionAct, 'reason'>): string {
  const text = reason.trim();
  if (text === '') throw fieldError('reason', 'A reason is required.');
  return text;
}
