import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { GateId, Mode } from '../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import type { StaffId } from '../../domain/ids.ts';
import type { Link } from '../../domain/suspicion/linked.ts';
import type { ReportOperationKind, ReportStatus } from '../../domain/suspicion/linked-report.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, select } from '../core/sql.ts';
import { applyStep } from '../process/apply.ts';
import { reportProcess, reportsTable } from './report-process.ts';
import { reportVotesTable } from './rows.ts';

export interface ReportRow {
  readonly id: string;
  readonly mode: 'sandbox' | 'production';
  readonly link: Link;
  readonly link_key: string;
  /** Where the merchant, or its name for a customer, is what links. */
  readonly merchant_name: string | null;
  readonly version: number;
  readonly status: ReportStatus;
  readonly total_eur_minor: string;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly text: string;
  readonly written_by: string | null;
  readonly closed_by: string | null;
  readonly closed_reason: string | null;
  readonly closed_at: Date | null;
  readonly operations: string;
}

export interface ReportOperationRow {
  readonly id: string;
  readonly kind: ReportOperationKind;
  /** Of the invoice, deposit, payout, refund or withdrawal. */
  readonly subject_id: string;
  readonly at: Date;
  readonly company_name: string | null;
  readonly merchant_id: string;
  readonly gate_id: GateId;
  readonly amount_minor: string;
  readonly value_eur_minor: string;
  readonly payer: string | null;
  readonly customer: string | null;
  /** Of the chain or the bank; null where it is not known. */
  readonly txid: string | null;
}

/** Reports, drafts first and the newest on top. */
export async function listReports(
  db: Db,
  query: { readonly status: readonly string[]; readonly mode: Mode; readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly ReportRow[]; readonly total: number }> {
  const where = 'WHERE (cardinality($1::text[]) = 0 OR r.status = ANY($1::text[])) AND r.mode = $2';
  const rows = await select<ReportRow>(
    db,
    `${SELECT} ${where} ORDER BY r.status = 'draft' DESC, r.created_at DESC, r.id
     LIMIT ${query.perPage} OFFSET ${(query.page - 1) * query.perPage}`,
    [query.status, query.mode],
  );
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total FROM linked_report r ${where}`, [
    query.status,
    query.mode,
  ]);
  return { rows, total: Number(total) };
}

/** @throws DomainError `not_found` */
export async function readReport(on: Db | Tx, id: string): Promise<ReportRow> {
  const row = await maybeOne<ReportRow>(on, `${SELECT} WHERE r.id = $1`, [id]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** The operations of a report, oldest first. */
export function reportOperations(on: Db | Tx, id: string): Promise<ReportOperationRow[]> {
  return select<ReportOperationRow>(
    on,
    `SELECT o.payment_id AS id, s.kind, s.subject_id, o.at, m.company_name, o.merchant_id, s.gate_id, s.amount_minor,
       o.value_eur_minor::text, o.payer, o.customer, s.txid
     FROM linked_report_operation x
     JOIN linked_operation o ON o.payment_id = x.payment_id JOIN merchant m ON m.id = o.merchant_id
     CROSS JOIN LATERAL (${SUBJECTS}) s WHERE x.report_id = $1 ORDER BY o.at, o.payment_id`,
    [id],
  );
}

/**
 * Writes the text of a draft. @throws DomainError `changed_meanwhile` when somebody else, or a new operation, changed
 * it since `version`; `illegal_transition` once it is closed
 */
export async function writeReport(
  tx: Tx,
  {
    id,
    version,
    text,
    by,
  }: { readonly id: string; readonly version: number; readonly text: string; readonly by: StaffId },
): Promise<void> {
  const row = await lockDraft(tx, id);
  if (row.version !== version) throw new DomainError('changed_meanwhile');
  await execute(
    tx,
    'UPDATE linked_report SET text = $2, written_by = $3, version = version + 1, updated_at = now() WHERE id = $1',
    [id, text, by],
  );
}

export interface ReportVoteRow {
  readonly verdict: 'filed' | 'dismissed';
  readonly staffId: string;
  readonly staff_name: string;
  readonly staff_role: StaffRole;
  readonly reason: string | null;
}

/** The people who vote to file or dismiss this version of a report, the first one first. */
export function reportVotes(on: Db | Tx, id: string): Promise<ReportVoteRow[]> {
  return select<ReportVoteRow>(
    on,
    `SELECT v.verdict, v.staff_id AS "staffId", s.full_name AS staff_name, v.staff_role, v.reason
     FROM linked_report_vote v JOIN linked_report r ON r.id = v.report_id JOIN staff_user s ON s.id = v.staff_id
     WHERE v.report_id = $1 AND v.version = r.version - CASE WHEN r.status = 'draft' THEN 0 ELSE 1 END
     ORDER BY v.created_at`,
    [id],
  );
}

/**
 * One person's voice for filing a draft as it is, or dismissing it with a reason. It is done, and changes no more, once
 * two people of two roles want the same of the same version, one of them the MLRO. @returns what is still missing, in
 * words; null once it is closed
 * @throws DomainError `conflict` for a second voice of one person; DomainError `changed_meanwhile`,
 *   `illegal_transition`; 422 on `text` for a report without words, on `reason` for a dismissal without one
 */
export async function closeReport(
  tx: Tx,
  close: {
    readonly id: string;
    readonly version: number;
    readonly status: 'filed' | 'dismissed';
    readonly reason: string;
    readonly by: { readonly id: StaffId; readonly role: StaffRole };
    readonly nowMs: number;
  },
): Promise<string | null> {
  const row = await lockDraft(tx, close.id);
  if (row.version !== close.version) throw new DomainError('changed_meanwhile');
  if (close.status === 'filed' && row.text.trim() === '') throw fieldError('text', 'Write the report first.');
  const reason = close.reason.trim();
  if (close.status === 'dismissed' && reason === '') throw fieldError('reason', 'A reason is required.');
  const votes = (await reportVotes(tx, close.id)).filter(({ verdict }) => verdict === close.status);
  if (votes.some(({ staffId }) => staffId === close.by.id)) {
    throw new DomainError('conflict', { message: 'You have decided this already: another person must.' });
  }
  await reportVotesTable.create(tx, {
    reportId: close.id,
    version: close.version,
    verdict: close.status,
    reason: reason === '' ? null : reason,
    staffId: close.by.id,
    staffRole: close.by.role,
  });
  const type = close.status === 'filed' ? 'file' : 'dismiss';
  const event = { type, by: close.by.id, reason: reason === '' ? null : reason } as const;
  // Decided by the votes, which change: nothing is remembered of it.
  const step = { id: close.id, event, cause: null, nowMs: close.nowMs };
  return (await applyStep(tx, reportProcess, step)).missing;
}

async function lockDraft(tx: Tx, id: string): Promise<{ readonly version: number; readonly text: string }> {
  const columns = ['version', 'text', 'status'] as const;
  const row = await reportsTable.findOne(tx, { id }, { columns, lock: tx.LOCK.UPDATE });
  if (row === undefined) throw new DomainError('not_found');
  if (row.status !== 'draft') throw new DomainError('illegal_transition');
  return row;
}

/** A linked operation `o`; one row. */
const SUBJECTS = `
  SELECT CASE WHEN p.deposit_id IS NULL THEN 'invoice' ELSE 'deposit' END AS kind,
    coalesce(p.deposit_id, p.invoice_id) AS subject_id, p.gate_id, p.amount_minor::text, p.txid
  FROM payment p WHERE o.kind = 'payment' AND p.id = o.payment_id
  UNION ALL
  SELECT 'deposit', e.deposit_id, 'EUR', e.amount_minor::text, e.bank_reference
  FROM bank_entry e WHERE o.kind = 'bank_entry' AND e.id = o.payment_id
  UNION ALL
  SELECT y.kind, y.id, y.gate_id, y.net_minor::text,
    (SELECT t.txid FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
     WHERE l.payout_id = y.id AND l.live)
  FROM payout y WHERE o.kind = 'payout' AND y.id = o.payment_id
  UNION ALL
  SELECT 'withdrawal', w.id, w.gate_id, w.net_minor::text, w.bank_reference
  FROM withdrawal w WHERE o.kind = 'withdrawal' AND w.id = o.payment_id`;

const SELECT = `
  SELECT r.id, r.mode, r.link, r.link_key, r.version, r.status, r.total_eur_minor::text, r.first_at, r.last_at, r.text,
    r.closed_reason, r.closed_at, w.full_name AS written_by, c.full_name AS closed_by,
    CASE WHEN strpos(r.link_key, '@') = 0 AND r.link <> 'payer'
      THEN (SELECT company_name FROM merchant WHERE id::text = split_part(r.link_key, ':', 1)) END AS merchant_name,
    (SELECT count(*) FROM linked_report_operation x WHERE x.report_id = r.id)::text AS operations
  FROM linked_report r LEFT JOIN staff_user w ON w.id = r.written_by LEFT JOIN staff_user c ON c.id = r.closed_by`;
