import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { Vote } from '../../domain/compliance/two-people.ts';
import { DomainError } from '../../domain/errors.ts';
import type { StaffId } from '../../domain/ids.ts';
import type { SuspicionKind, SuspicionStatus } from '../../domain/suspicion/suspicion.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';
import { defineTable, filled, integer, minor, orNull, type RowOf, text, time, uuid } from '../core/table.ts';

const columns = {
  id: uuid(),
  merchantId: uuid(),
  mode: text<Mode>(),
  kind: text<SuspicionKind>(),
  subjectId: uuid(),
  /** Its name for staff. */
  label: text(),
  /** At the suspension, then at the last vote; EUR cents, null without a rate. */
  valueEurMinor: orNull(minor()),
  version: filled(integer()),
  status: filled(text<SuspicionStatus>()),
  reason: text(),
  suspendedBy: uuid(),
  suspendedAt: time(),
  dueAt: time(),
  /** Given so far in this status. */
  reminders: filled(integer()),
  reportedAt: orNull(time()),
  releasedAt: orNull(time()),
};

/** An operation that staff stopped. */
export const suspensionsTable = defineTable('suspension', columns);

/** Every step of a suspended operation: kept for good. */
export const suspensionEventsTable = defineTable('suspension_event', {
  suspensionId: uuid(),
  version: integer(),
  event: text<'suspended' | 'reported' | 'agreed' | 'released'>(),
  staffId: uuid<StaffId>(),
  staffName: text(),
  staffRole: text<StaffRole>(),
  words: text(),
  createdAt: time(),
});

/** Which table an operation is in: `payment` and `bank_entry` came in, the others left. */
export type LinkedKind = 'payment' | 'bank_entry' | 'payout' | 'withdrawal';

export const LINKED_DIRECTIONS: Readonly<Record<LinkedKind, 'in' | 'out'>> = {
  payment: 'in',
  bank_entry: 'in',
  payout: 'out',
  withdrawal: 'out',
};

/** Operations whose money came or left, by their value, with what may link them. */
export const linkedOperationsTable = defineTable('linked_operation', {
  /** The ID in the table of the kind. Rows of other kinds than payments came later. */
  paymentId: uuid(),
  kind: filled(text<LinkedKind>()),
  mode: text<Mode>(),
  merchantId: uuid(),
  payer: orNull(text()),
  customer: orNull(text()),
  valueEurMinor: minor(),
  at: time(),
});

/** The operations of a report. */
export const reportOperationsTable = defineTable('linked_report_operation', {
  reportId: uuid(),
  paymentId: uuid(),
});

/** The votes of staff to file or dismiss a version of a report. */
export const reportVotesTable = defineTable('linked_report_vote', {
  reportId: uuid(),
  version: integer(),
  verdict: text<'filed' | 'dismissed'>(),
  staffId: uuid<StaffId>(),
  staffRole: text<StaffRole>(),
  reason: orNull(text()),
  createdAt: filled(time()),
});

export interface SuspensionRow extends RowOf<typeof columns> {
  readonly companyName: string | null;
  /** The people who agree to the release and are not blocked, the first one first. */
  readonly votes: readonly Vote[];
}

const suspensionSelect = `
  SELECT ${suspensionsTable.selected('s')}, m.company_name AS "companyName",
    coalesce((SELECT json_agg(json_build_object('staffId', e.staff_id, 'role', e.staff_role) ORDER BY e.version)
      FROM suspension_event e WHERE e.suspension_id = s.id AND e.event = 'agreed'
        AND NOT ${isBlockedSql('e.staff_id')}), '[]') AS votes
  FROM suspension s JOIN merchant m ON m.id = s.merchant_id`;

/** Suspensions with their votes; `where` is all that follows, with the suspension as `s`. */
export async function selectSuspensions(
  on: Tx | Db,
  where: string,
  bind: readonly unknown[],
): Promise<SuspensionRow[]> {
  const rows = await select<Pick<SuspensionRow, 'companyName' | 'votes'>>(on, `${suspensionSelect} ${where}`, bind);
  return rows.map((row) => suspensionsTable.read(row));
}

/** @throws DomainError `not_found` */
export async function readSuspension(on: Tx | Db, id: string): Promise<SuspensionRow> {
  const [row] = await selectSuspensions(on, 'WHERE s.id = $1', [id]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Suspended operations, those that must be dealt with first on top. */
export async function listSuspensions(
  db: Db,
  query: { readonly status: readonly string[]; readonly mode: Mode; readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly SuspensionRow[]; readonly total: number }> {
  const where = 'WHERE (cardinality($1::text[]) = 0 OR s.status = ANY($1::text[])) AND s.mode = $2';
  const order = `ORDER BY s.status = 'released', s.status = 'reported', s.due_at, s.id LIMIT $3 OFFSET $4`;
  const { status, mode, page, perPage } = query;
  const rows = await selectSuspensions(db, `${where} ${order}`, [status, mode, perPage, (page - 1) * perPage]);
  const countSql = `SELECT count(*) AS total FROM suspension s ${where}`;
  const { total } = await one<{ total: string }>(db, countSql, [status, mode]);
  return { rows, total: Number(total) };
}
