import type { Mode } from '../../domain/assets.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { ruleFor } from '../../domain/process/table.ts';
import type { StaffRole } from '../../domain/staff-permissions.ts';
import {
  COUNT_TOGETHER_MS,
  missingRelease,
  reportTimes,
  type SuspicionKind,
  type SuspicionStatus,
  suspicionTable,
} from '../../domain/suspicion/suspicion.ts';
import { resolveAlert } from '../alerts.ts';
import { applyInvoiceEvent } from '../invoices/process.ts';
import { enqueue } from '../outbox.ts';
import { workflowNudge } from '../payouts/publish.ts';
import { lockPayout, lockPayouts } from '../payouts/read.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, one, select } from '../sql.ts';
import { sendStaffMail } from '../staff/mails.ts';
import type { StaffMember } from '../staff/people.ts';
import { eurValueOf, readSubject } from './subjects.ts';
import { suspicionSignal, suspicionStart } from './workflow.ts';

export interface SuspensionRow {
  readonly id: string;
  readonly merchant_id: string;
  readonly company_name: string | null;
  readonly mode: 'sandbox' | 'production';
  readonly kind: SuspicionKind;
  readonly subject_id: string;
  readonly label: string;
  readonly value_eur_minor: string | null;
  readonly version: number;
  readonly status: SuspicionStatus;
  readonly reason: string;
  readonly suspended_by: string;
  readonly suspended_at: Date;
  readonly due_at: Date;
  readonly reminders: number;
  readonly reported_at: Date | null;
  readonly released_at: Date | null;
  readonly votes: readonly { readonly staffId: string; readonly role: StaffRole }[];
}

/** What staff do to an operation, and who does it. `reason` is kept. */
export interface SuspensionAct {
  readonly member: StaffMember;
  readonly reason: string;
  readonly nowMs: number;
}

/**
 * Stops an operation: an invoice's money stays unsettled, a payout is not signed. Starts the clock of the report.
 * @throws DomainError `not_found`; `conflict` when it is suspended already; `illegal_transition` when its money has
 *   gone on
 */
export async function suspend(
  tx: Tx,
  { kind, subjectId, ...act }: SuspensionAct & { readonly kind: SuspicionKind; readonly subjectId: string },
): Promise<SuspensionRow> {
  const { member, nowMs } = act;
  const reason = reasonOf(act);
  const subject = await readSubject(tx, kind, subjectId);
  const id = newId(nowMs);
  const { dueMs, remindMs } = reportTimes(nowMs);
  if (kind === 'payout') await requireUnsigned(tx, subjectId);
  else await lockRefunds(tx, subjectId);
  const made = await execute(
    tx,
    `INSERT INTO suspension (id, merchant_id, mode, kind, subject_id, label, value_eur_minor, reason, suspended_by, suspended_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (kind, subject_id) WHERE status <> 'released' DO NOTHING`,
    [
      id,
      subject.merchantId,
      subject.mode,
      kind,
      subjectId,
      `${subject.label}, ${subject.amount}`,
      await eurValueOf(tx, kind, subjectId),
      reason,
      member.id,
      new Date(nowMs),
      new Date(dueMs),
    ],
  );
  if (made === 0) throw new DomainError('conflict', { message: 'This operation is suspended already.' });
  if (kind === 'invoice') {
    await applyInvoiceEvent(tx, { id: subjectId, event: { type: 'hold' }, cause: `hold:${id}`, nowMs });
  }
  await addEvent(tx, { id, version: 1, event: 'suspended', ...act });
  const row = await readSuspension(tx, id);
  await enqueue(tx, [suspicionStart(row, remindMs)]);
  await sendStaffMail(tx, { kind: 'operation', id });
  return row;
}

/**
 * The operation was reported to the authority: `reason` says what, to whom, and under which number. It stays suspended.
 */
export async function reportSuspension(tx: Tx, id: string, act: SuspensionAct): Promise<SuspensionRow> {
  const row = await lockSuspension(tx, id);
  const { to } = ruleFor(suspicionTable, { status: row.status, event: 'report', position: { releaseComplete: false } });
  if (to !== 'reported') throw new Error('A report leads to reported.');
  await resolveAlerts(tx, id);
  return step(tx, row, { status: 'reported', event: 'reported', act });
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
  const row = await lockSuspension(tx, id);
  if (row.votes.some(({ staffId }) => staffId === act.member.id)) {
    throw new DomainError('conflict', { message: 'You have agreed already: another person must.' });
  }
  const votes = [...row.votes, { staffId: act.member.id, role: act.member.role }];
  const { missing, valueEurMinor } = await releaseOf(tx, { ...row, votes });
  await execute(tx, 'UPDATE suspension SET value_eur_minor = $2 WHERE id = $1', [id, valueEurMinor]);
  const { to } = ruleFor(suspicionTable, {
    status: row.status,
    event: 'release',
    position: { releaseComplete: missing === null },
  });
  const agreed = await step(tx, row, { status: row.status, event: 'agreed', act });
  if (to !== 'released') return { row: agreed, missing };
  if (row.kind === 'invoice') {
    const invoiceId = row.subject_id;
    await applyInvoiceEvent(tx, { id: invoiceId, event: { type: 'clear' }, cause: `clear:${id}`, nowMs: act.nowMs });
  }
  await resolveAlerts(tx, id);
  const released = await step(tx, agreed, { status: 'released', event: 'released', act });
  await nudgeHeld(tx, row);
  return { row: released, missing: null };
}

export interface ReleaseState {
  /** Of the operation itself, now; EUR cents, null without a rate. */
  readonly valueEurMinor: bigint | null;
  /** Together with what counts with it. */
  readonly togetherEurMinor: bigint | null;
  /** What a release still needs, in words; null when nothing, or when it is released. */
  readonly missing: string | null;
}

/**
 * What a release means at this moment: the value is that of now, never that of the suspension, and linked operations
 * count together.
 */
export async function releaseOf(on: Tx | Db, row: SuspensionRow): Promise<ReleaseState> {
  const frozen = row.value_eur_minor === null ? null : BigInt(row.value_eur_minor);
  if (row.status === 'released') return { valueEurMinor: frozen, togetherEurMinor: frozen, missing: null };
  const valueEurMinor = await eurValueOf(on, row.kind, row.subject_id);
  let togetherEurMinor = valueEurMinor;
  for (const other of await countedTogether(on, row)) {
    const value = await eurValueOf(on, other.kind, other.subject_id);
    togetherEurMinor = togetherEurMinor === null || value === null ? null : togetherEurMinor + value;
  }
  const { suspended_by: suspendedBy, status, votes } = row;
  const facts = { suspendedBy, reported: status === 'reported', valueEurMinor: togetherEurMinor, votes };
  return { valueEurMinor, togetherEurMinor, missing: missingRelease(facts) };
}

/**
 * Other operations of the merchant, or of a payer's address that this one has too, that were suspended around the same
 * time.
 */
function countedTogether(on: Tx | Db, row: SuspensionRow): Promise<Pick<SuspensionRow, 'kind' | 'subject_id'>[]> {
  return select(
    on,
    `SELECT DISTINCT s.kind, s.subject_id FROM suspension s
     WHERE s.mode = $1 AND s.subject_id <> $2 AND s.suspended_at BETWEEN $3::timestamptz - $4::interval AND $3::timestamptz + $4::interval
       AND (s.merchant_id = $5 OR EXISTS (
         SELECT FROM payment a JOIN payment b ON b.network = a.network AND split_part(b.spends[1], ':', 1) = split_part(a.spends[1], ':', 1)
         WHERE a.invoice_id = $2 AND b.invoice_id = s.subject_id AND a.network NOT IN ('BTC', 'LTC', 'BCH') AND a.spends[1] IS NOT NULL))
     LIMIT 500`,
    [row.mode, row.subject_id, row.suspended_at, `${COUNT_TOGETHER_MS} milliseconds`, row.merchant_id],
  );
}

/** @throws DomainError `not_found` */
export async function readSuspension(on: Tx | Db, id: string): Promise<SuspensionRow> {
  const row = await maybeOne<SuspensionRow>(on, `${SELECT} WHERE s.id = $1`, [id]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Suspended operations, those that must be dealt with first on top. */
export async function listSuspensions(
  db: Db,
  query: { readonly status: readonly string[]; readonly mode: Mode; readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly SuspensionRow[]; readonly total: number }> {
  const where = 'WHERE (cardinality($1::text[]) = 0 OR s.status = ANY($1::text[])) AND s.mode = $2';
  const offset = (query.page - 1) * query.perPage;
  const rows = await select<SuspensionRow>(
    db,
    `${SELECT} ${where} ORDER BY s.status = 'released', s.status = 'reported', s.due_at, s.id LIMIT ${query.perPage} OFFSET ${offset}`,
    [query.status, query.mode],
  );
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total FROM suspension s ${where}`, [
    query.status,
    query.mode,
  ]);
  return { rows, total: Number(total) };
}

export interface SuspensionEventRow {
  readonly event: 'suspended' | 'reported' | 'agreed' | 'released';
  readonly staff_name: string;
  readonly staff_role: StaffRole;
  readonly words: string;
  readonly created_at: Date;
}

/** What happened to an operation, oldest first. */
export function suspensionEvents(on: Tx | Db, id: string): Promise<SuspensionEventRow[]> {
  return select<SuspensionEventRow>(
    on,
    'SELECT event, staff_name, staff_role, words, created_at FROM suspension_event WHERE suspension_id = $1 ORDER BY version',
    [id],
  );
}

async function lockSuspension(tx: Tx, id: string): Promise<SuspensionRow> {
  // Two statements: what others committed while this one waited is seen by the second.
  const locked = await maybeOne(tx, 'SELECT id FROM suspension WHERE id = $1 FOR UPDATE', [id]);
  if (locked === undefined) throw new DomainError('not_found');
  return readSuspension(tx, id);
}

/** Only what is not signed can be stopped: bytes that were signed may be on the chain at any moment. */
async function requireUnsigned(tx: Tx, payoutId: string): Promise<void> {
  await lockPayout(tx, payoutId);
  const { refusal } = await readSubject(tx, 'payout', payoutId);
  if (refusal === 'signed' || refusal === 'over') throw new DomainError('illegal_transition');
}

/** So that a signature of a refund and the suspension of its invoice cannot pass each other. */
async function lockRefunds(tx: Tx, invoiceId: string): Promise<void> {
  const rows = await select<{ id: string }>(tx, `SELECT id FROM payout WHERE invoice_id = $1 AND hold = 'open'`, [
    invoiceId,
  ]);
  await lockPayouts(
    tx,
    rows.map(({ id }) => id),
  );
}

/**
 * The workflows of what the suspension kept from leaving were told that nothing is signed now: they are to try again.
 * Lines of mass payouts do by themselves.
 */
async function nudgeHeld(tx: Tx, { subject_id }: SuspensionRow): Promise<void> {
  const rows = await select<{ id: string }>(
    tx,
    `SELECT p.id FROM payout p WHERE p.status = 'queue' AND p.mass_payout_id IS NULL AND (p.id = $1 OR p.invoice_id = $1 OR EXISTS (
       SELECT FROM payout c WHERE c.id = $1 AND c.status = 'canceled' AND c.merchant_id = p.merchant_id AND c.mode = p.mode AND c.gate_id = p.gate_id))
     ORDER BY p.id LIMIT 1000`,
    [subject_id],
  );
  const held = await lockPayouts(
    tx,
    rows.map(({ id }) => id),
  );
  await enqueue(tx, [...held.values()].map(workflowNudge));
}

async function resolveAlerts(tx: Tx, id: string): Promise<void> {
  for (const kind of ['suspicious_operation', 'suspicious_operation_overdue']) {
    await resolveAlert(tx, { kind, subject: `suspension:${id}` });
  }
}

interface Step {
  readonly status: SuspicionStatus;
  readonly event: SuspensionEventRow['event'];
  readonly act: SuspensionAct;
}

async function step(tx: Tx, row: SuspensionRow, { status, event, act }: Step): Promise<SuspensionRow> {
  const version = row.version + 1;
  const now = new Date(act.nowMs);
  await execute(
    tx,
    `UPDATE suspension SET version = $2, status = $3, reported_at = CASE WHEN $4 = 'reported' THEN $5 ELSE reported_at END,
       released_at = CASE WHEN $4 = 'released' THEN $5 ELSE released_at END, reminders = CASE WHEN status = $3 THEN reminders ELSE 0 END
     WHERE id = $1`,
    [row.id, version, status, event, now],
  );
  await addEvent(tx, { id: row.id, version, event, ...act });
  const after = await readSuspension(tx, row.id);
  await enqueue(tx, [suspicionSignal(after)]);
  return after;
}

async function addEvent(
  tx: Tx,
  event: SuspensionAct & { readonly id: string; readonly version: number; readonly event: SuspensionEventRow['event'] },
): Promise<void> {
  const { member } = event;
  await execute(
    tx,
    `INSERT INTO suspension_event (suspension_id, version, event, staff_id, staff_name, staff_role, words, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      event.id,
      event.version,
      event.event,
      member.id,
      member.fullName,
      member.role,
      reasonOf(event),
      new Date(event.nowMs),
    ],
  );
}

function reasonOf({ reason }: Pick<SuspensionAct, 'reason'>): string {
  const text = reason.trim();
  if (text === '') throw fieldError('reason', 'A reason is required.');
  return text;
}

const SELECT = `
  SELECT s.*, m.company_name,
    coalesce((SELECT json_agg(json_build_object('staffId', e.staff_id, 'role', e.staff_role) ORDER BY e.version)
      FROM suspension_event e WHERE e.suspension_id = s.id AND e.event = 'agreed'), '[]') AS votes
  FROM suspension s JOIN merchant m ON m.id = s.merchant_id`;
