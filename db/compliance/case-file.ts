import { OWNER_ROLES } from '../../domain/accounts/permissions.ts';
import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { missingApproval } from '../../domain/compliance/approval.ts';
import type { Verdict } from '../../domain/compliance/case.ts';
import type { CaseEvent } from '../../domain/compliance/case-table.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Tx } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';
import { recordAccess } from '../staff/access-log.ts';
import type { StaffMember } from '../staff/people.ts';
import { type CaseRow, readCase } from './case-rows.ts';
import { dispositionsOf } from './dispositions.ts';
import { keptDocumentsOf, unopenedBy } from './documents.ts';
import { checksOf } from './sanctions.ts';
import { statementsOf } from './statements.ts';
import { businessOf, peopleOf } from './subjects.ts';

export interface CaseDecisionRow {
  readonly id: string;
  readonly round: number;
  readonly verdict: Verdict;
  readonly staff_name: string;
  readonly staff_role: StaffRole;
  readonly reason: string;
  readonly created_at: Date;
}

export interface ProviderRow {
  readonly id: string;
  readonly person_id: string | null;
  readonly status: 'new' | 'pending' | 'on_hold' | 'green' | 'retry' | 'red';
  readonly labels: readonly string[];
  readonly comment: string | null;
  readonly news_at: Date | null;
}

export interface CaseEventRow {
  readonly event: CaseEvent;
  readonly status: string;
  readonly reason: string | null;
  readonly created_at: Date;
}

/** The account that the case is about; `email` is that of its main user. */
interface CaseMerchant {
  readonly email: string | null;
  readonly country: string | null;
  readonly website: string | null;
  readonly contact_handle: string | null;
  readonly created_at: Date;
}

export interface CaseReading {
  readonly caseId: string;
  /** The reader: the file says which documents they have opened. */
  readonly reader: StaffMember;
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/**
 * Everything staff decide by: the company and its people in the clear, documents (not their bytes), the provider's
 * results, the risk with its hits, and what happened so far. Reading it is recorded as access to personal data, in the
 * same transaction.
 * @throws DomainError `not_found`
 */
export async function readCaseFile(tx: Tx, box: SecretBox, { caseId, reader, ip, userAgent }: CaseReading) {
  const row = await readCase(tx, caseId);
  const { merchantId, companyName } = row;
  await recordAccess(tx, reader, {
    merchantId,
    kind: 'case',
    subjectId: caseId,
    label: companyName ?? 'a merchant without a name',
    reason: 'Working on the case',
    ip,
    userAgent,
  });
  return {
    row,
    merchant: await one<CaseMerchant>(
      tx,
      `SELECT m.country, m.website, m.contact_handle, m.created_at, (
         SELECT u.email FROM app_user u WHERE u.merchant_id = m.id AND u.role = ANY($2) ORDER BY u.created_at LIMIT 1
       ) AS email FROM merchant m WHERE m.id = $1`,
      [merchantId, [...OWNER_ROLES]],
    ),
    business: businessOf(row, box),
    people: await peopleOf(tx, box, caseId),
    documents: await keptDocumentsOf(tx, caseId),
    unopened: (await unopenedBy(tx, caseId, reader.id)).map(({ id }) => id),
    decisions: await select<CaseDecisionRow>(tx, decisionsSql, [caseId]),
    provider: await select<ProviderRow>(tx, providerSql, [caseId]),
    events: await select<CaseEventRow>(tx, eventsSql, [caseId]),
    missing: missingOf(row),
    dispositions: await dispositionsOf(tx, caseId),
    checks: await checksOf(tx, caseId),
    statements: await statementsOf(tx, caseId),
  };
}

export type CaseFile = Awaited<ReturnType<typeof readCaseFile>>;

function missingOf({ status, approvals, risk }: CaseRow): string | null {
  return status === 'review' || status === 'rechecking' || status === 'suspended'
    ? missingApproval(approvals, risk?.level ?? 'low')
    : null;
}

const decisionsSql = `SELECT id, round, verdict, staff_name, staff_role, reason, created_at FROM compliance_decision
  WHERE case_id = $1 ORDER BY created_at, id`;
const providerSql = `SELECT id, person_id, status, labels, comment, news_at FROM verification_applicant
  WHERE case_id = $1 AND replaced_at IS NULL ORDER BY person_id IS NOT NULL, created_at`;
const eventsSql = `SELECT event, status, reason, created_at FROM compliance_case_event
  WHERE case_id = $1 ORDER BY version`;
