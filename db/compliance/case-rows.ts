import type { CaseStatus, CaseWatch, DocumentRequest } from '../../domain/compliance/case.ts';
import type { Assessment } from '../../domain/compliance/risk.ts';
import type { Vote } from '../../domain/compliance/two-people.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, prepared } from '../sql.ts';

/** A case as it is stored, with what its watch needs beside it. */
export interface CaseRow {
  readonly id: string;
  readonly merchant_id: MerchantId;
  readonly company_name: string | null;
  readonly version: number;
  readonly status: CaseStatus;
  readonly reason: string | null;
  readonly since: Date;
  readonly act_until: Date | null;
  readonly reminders: number;
  readonly untold: boolean;
  readonly restriction_untold: boolean;
  readonly round: number;
  readonly tested_at: Date | null;
  readonly test_skipped_at: Date | null;
  readonly business_sealed: Buffer | null;
  readonly business_submitted_at: Date | null;
  readonly personal_submitted_at: Date | null;
  readonly submissions: number;
  readonly checks_round: number;
  readonly requested: readonly DocumentRequest[];
  readonly words: string | null;
  readonly restriction_words: string | null;
  readonly money_out_restricted: boolean;
  readonly invoices_restricted: boolean;
  readonly risk: Assessment | null;
  readonly next_screening_at: Date | null;
  readonly screening_requested: boolean;
  readonly monitored_until: Date | null;
  readonly notified_at: Date | null;
  readonly opened_at: Date | null;
  readonly ended_at: Date | null;
  readonly purged_at: Date | null;
  readonly created_at: Date;
  /** Of the current round. */
  readonly approvals: readonly Vote[];
  readonly refusals: readonly Vote[];
  readonly documents_expire_at: Date | null;
}

/** The case, locked until the transaction ends. @throws DomainError `not_found` */
export async function lockCase(tx: Tx, caseId: string): Promise<CaseRow> {
  // Decisions are read after the lock: the row's statement would see those of before it waited.
  const locked = await maybeOne(tx, lockSql, [caseId]);
  if (locked === undefined) throw new DomainError('not_found');
  return readCase(tx, caseId);
}

/** @throws DomainError `not_found` */
export async function readCase(on: Tx | Db, caseId: string): Promise<CaseRow> {
  const row = await maybeOne<CaseRow>(on, byIdSql, [caseId]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** The merchant's case; undefined for one that was verified without, such as the demo's. */
export function findCase(on: Tx | Db, merchantId: string): Promise<CaseRow | undefined> {
  return maybeOne<CaseRow>(on, byMerchantSql, [merchantId]);
}

/** What the workflow has to know of the row. */
export function watchOf(row: CaseRow): CaseWatch {
  return {
    version: row.version,
    status: row.status,
    reason: row.reason,
    since: row.since.toISOString(),
    actUntil: row.act_until?.toISOString() ?? null,
    reminders: row.reminders,
    untold: row.untold || row.restriction_untold,
    checksAsked: row.checks_round >= row.submissions,
    approvals: row.approvals.map(({ role }) => role),
    nextScreeningAt: row.next_screening_at?.toISOString() ?? null,
    ...(row.screening_requested ? { screeningRequested: true } : {}),
    documentsExpireAt: row.documents_expire_at?.toISOString() ?? null,
    monitoredUntil: row.monitored_until?.toISOString() ?? null,
  };
}

const columns = `
  c.*, m.company_name, m.money_out_restricted_at IS NOT NULL AS money_out_restricted,
  m.invoices_restricted_at IS NOT NULL AS invoices_restricted,
  coalesce((SELECT json_agg(json_build_object('staffId', d.staff_id, 'role', d.staff_role) ORDER BY d.created_at)
    FROM compliance_decision d WHERE d.case_id = c.id AND d.round = c.round AND d.verdict = 'approve'), '[]') AS approvals,
  coalesce((SELECT json_agg(json_build_object('staffId', d.staff_id, 'role', d.staff_role) ORDER BY d.created_at)
    FROM compliance_decision d WHERE d.case_id = c.id AND d.round = c.round AND d.verdict = 'refuse'), '[]') AS refusals,
  (SELECT min(d.expires_on)::timestamptz FROM compliance_document d
    WHERE d.case_id = c.id AND d.removed_at IS NULL AND d.expiry_told_at IS NULL) AS documents_expire_at
  FROM compliance_case c JOIN merchant m ON m.id = c.merchant_id`;

const lockSql = prepared('SELECT id FROM compliance_case WHERE id = $1 FOR NO KEY UPDATE');
const byIdSql = prepared(`SELECT ${columns} WHERE c.id = $1`);
const byMerchantSql = prepared(`SELECT ${columns} WHERE c.merchant_id = $1`);
