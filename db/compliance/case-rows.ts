import type { CaseSnapshot, CaseStatus, DocumentRequest } from '../../domain/compliance/case.ts';
import type { Assessment } from '../../domain/compliance/risk.ts';
import type { Vote } from '../../domain/compliance/two-people.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import {
  bool,
  bytes,
  defineTable,
  filled,
  integer,
  json,
  orNull,
  type RowOf,
  text,
  time,
  uuid,
} from '../core/table.ts';

const columns = {
  id: uuid(),
  merchantId: uuid<MerchantId>(),
  version: filled(integer()),
  status: text<CaseStatus>(),
  reason: orNull(text()),
  since: filled(time()),
  actUntil: orNull(time()),
  reminders: filled(integer()),
  untold: filled(bool()),
  restrictionUntold: filled(bool()),
  round: filled(integer()),
  testedAt: orNull(time()),
  testSkippedAt: orNull(time()),
  businessSealed: orNull(bytes()),
  businessSubmittedAt: orNull(time()),
  personalSubmittedAt: orNull(time()),
  submissions: filled(integer()),
  checksRound: filled(integer()),
  requested: filled(json<readonly DocumentRequest[]>()),
  words: orNull(text()),
  restrictionWords: orNull(text()),
  risk: orNull(json<Assessment>()),
  nextScreeningAt: orNull(time()),
  screeningRequested: filled(bool()),
  monitoredUntil: orNull(time()),
  notifiedAt: orNull(time()),
  openedAt: orNull(time()),
  endedAt: orNull(time()),
  purgedAt: orNull(time()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
};

/** The way of a merchant to production, and the monitoring there. */
export const casesTable = defineTable('compliance_case', columns);

/** A case, with what decides about it beside its own columns. */
export interface CaseRow extends RowOf<typeof columns> {
  readonly companyName: string | null;
  readonly moneyOutRestricted: boolean;
  readonly invoicesRestricted: boolean;
  /** Of the current round, by people who are not blocked. */
  readonly approvals: readonly Vote[];
  readonly refusals: readonly Vote[];
  readonly documentsExpireAt: Date | null;
}

/** Cases, locked until the transaction ends; what does not exist is missing. */
export async function lockCases(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CaseRow>> {
  // Decisions are read after the lock: the row's statement would see those of before it waited.
  await execute(tx, lockSql, [ids]);
  const rows = await select<Beside>(tx, byIdsSql, [ids]);
  return new Map(rows.map((row) => casesTable.read(row)).map((row) => [row.id, row]));
}

/** {@link lockCases} for one. @throws DomainError `not_found` */
export async function lockCase(tx: Tx, caseId: string): Promise<CaseRow> {
  const row = (await lockCases(tx, [caseId])).get(caseId);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** @throws DomainError `not_found` */
export async function readCase(on: Tx | Db, caseId: string): Promise<CaseRow> {
  const row = await maybeOne<Beside>(on, byIdsSql, [[caseId]]);
  if (row === undefined) throw new DomainError('not_found');
  return casesTable.read(row);
}

/** The merchant's case; undefined for one that was verified without, such as the demo's. */
export async function findCase(on: Tx | Db, merchantId: string): Promise<CaseRow | undefined> {
  const row = await maybeOne<Beside>(on, byMerchantSql, [merchantId]);
  return row && casesTable.read(row);
}

type Beside = Omit<CaseRow, keyof typeof columns>;

/** The parts of the row that the workflow needs. */
export function snapshotOf(row: CaseRow): CaseSnapshot {
  return {
    version: row.version,
    status: row.status,
    reason: row.reason,
    since: row.since.toISOString(),
    actUntil: row.actUntil?.toISOString() ?? null,
    reminders: row.reminders,
    untold: row.untold || row.restrictionUntold,
    checksAsked: row.checksRound >= row.submissions,
    ...(areChecksDue(row) ? { checksDue: true } : {}),
    approvals: row.approvals.map(({ role }) => role),
    nextScreeningAt: row.nextScreeningAt?.toISOString() ?? null,
    ...(row.screeningRequested ? { screeningRequested: true } : {}),
    documentsExpireAt: row.documentsExpireAt?.toISOString() ?? null,
    monitoredUntil: row.monitoredUntil?.toISOString() ?? null,
    ...(row.endedAt === null ? {} : { ended: true }),
  };
}

/** Whether the provider is to be asked about an answer that went straight to the team. */
export function areChecksDue({ status, reason, checksRound, submissions }: CaseRow): boolean {
  const isWithTeam = status === 'review' || status === 'rechecking';
  return isWithTeam && reason === 'renewed_documents' && checksRound < submissions;
}

const votes = (verdict: string) => `coalesce((
    SELECT json_agg(json_build_object('staffId', d.staff_id, 'role', d.staff_role) ORDER BY d.created_at)
    FROM compliance_decision d WHERE d.case_id = c.id AND d.round = c.round AND d.verdict = '${verdict}'
      AND NOT ${isBlockedSql('d.staff_id')}), '[]')`;

const caseSelect = `
  SELECT ${casesTable.selected('c')}, m.company_name AS "companyName",
    m.money_out_restricted_at IS NOT NULL AS "moneyOutRestricted",
    m.invoices_restricted_at IS NOT NULL AS "invoicesRestricted",
    ${votes('approve')} AS approvals, ${votes('refuse')} AS refusals,
    (SELECT min(d.expires_on)::timestamptz FROM compliance_document d
      WHERE d.case_id = c.id AND d.removed_at IS NULL AND d.expiry_told_at IS NULL) AS "documentsExpireAt"
  FROM compliance_case c JOIN merchant m ON m.id = c.merchant_id`;

const lockSql = prepared('SELECT id FROM compliance_case WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE');
const byIdsSql = prepared(`${caseSelect} WHERE c.id = ANY($1::uuid[])`);
const byMerchantSql = prepared(`${caseSelect} WHERE c.merchant_id = $1`);
