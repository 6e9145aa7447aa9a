import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { CaseStatus } from '../../domain/compliance/case.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import { likeOf } from '../core/list-query.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';
import type { CaseRow } from './case-rows.ts';
import { businessOf } from './subjects.ts';

/** One line of the queue. */
export interface CaseLine {
  readonly id: string;
  readonly companyName: string | null;
  readonly country: string | null;
  readonly status: CaseStatus;
  readonly reason: string | null;
  readonly since: Date;
  readonly riskLevel: string | null;
  /** Of the current round, as roles. */
  readonly approvals: readonly StaffRole[];
  readonly documents: number;
}

export interface CaseQuery {
  readonly status: readonly string[];
  readonly risk: readonly string[];
  readonly search: string | undefined;
  /** True: the one that waits longest first. */
  readonly longestFirst: boolean;
  readonly page: number;
  readonly perPage: number;
}

/** One page of the queue, and how many cases there are in all; empty filters mean any. */
export async function listCases(
  db: Db,
  box: SecretBox,
  query: CaseQuery,
): Promise<{ readonly lines: readonly CaseLine[]; readonly total: number }> {
  const bind = [query.status, query.risk, likeOf(query.search)];
  const offset = (query.page - 1) * query.perPage;
  const rows = await select<LineRow>(
    db,
    `${LINES} WHERE ${CONDITION} ORDER BY c.since ${query.longestFirst ? 'ASC' : 'DESC'}, c.id
     LIMIT ${query.perPage} OFFSET ${offset}`,
    bind,
  );
  const { total } = await one<{ total: string }>(
    db,
    `SELECT count(*) AS total FROM compliance_case c JOIN merchant m ON m.id = c.merchant_id WHERE ${CONDITION}`,
    bind,
  );
  return { lines: rows.map((row) => lineOf(row, box)), total: Number(total) };
}

interface LineRow {
  readonly id: string;
  readonly company_name: string | null;
  readonly country: string | null;
  readonly businessSealed: CaseRow['businessSealed'];
  readonly status: CaseStatus;
  readonly reason: string | null;
  readonly since: Date;
  readonly risk_level: string | null;
  readonly approvals: StaffRole[];
  readonly documents: string;
}

/** The country of the company; until it is described, of the person who signed up. */
function lineOf(row: LineRow, box: SecretBox): CaseLine {
  return {
    id: row.id,
    companyName: row.company_name,
    country: businessOf(row, box)?.country ?? row.country,
    status: row.status,
    reason: row.reason,
    since: row.since,
    riskLevel: row.risk_level,
    approvals: row.approvals,
    documents: Number(row.documents),
  };
}

const LINES = `
  SELECT c.id, m.company_name, m.country, c.business_sealed AS "businessSealed", c.status, c.reason, c.since,
    c.risk->>'level' AS risk_level,
    ARRAY(SELECT d.staff_role FROM compliance_decision d
          WHERE d.case_id = c.id AND d.round = c.round AND d.verdict = 'approve'
            AND NOT ${isBlockedSql('d.staff_id')} ORDER BY d.created_at) AS approvals,
    (SELECT count(*) FROM compliance_document f WHERE f.case_id = c.id AND f.removed_at IS NULL) AS documents
  FROM compliance_case c JOIN merchant m ON m.id = c.merchant_id`;

const CONDITION = `(cardinality($1::text[]) = 0 OR c.status = ANY($1::text[]))
  AND (cardinality($2::text[]) = 0 OR coalesce(c.risk->>'level', 'unknown') = ANY($2::text[]))
  AND ($3::text IS NULL OR m.company_name ILIKE $3 OR c.id::text ILIKE $3)`;
