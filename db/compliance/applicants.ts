import type { CaseSnapshot, DocumentKind, DocumentRequest } from '../../domain/compliance/case.ts';
import type { ReadReview } from '../../domain/compliance/provider-news.ts';
import { businessDocuments } from '../../domain/compliance/required-documents.ts';
import { newId } from '../../domain/ids.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, select } from '../core/sql.ts';
import { sendStaffMail } from '../staff/mails.ts';
import { type AssessContext, assessCase } from './assess.ts';
import { type CaseRow, lockCase, readCase, snapshotOf } from './case-rows.ts';
import { applyCaseEvent } from './process.ts';
import { applicantsTable } from './rows.ts';
import { businessOf } from './subjects.ts';

/** One subject of a case at the provider. */
export interface ApplicantRow {
  readonly id: string;
  readonly case_id: string;
  readonly person_id: string | null;
  readonly applicant_id: string | null;
  readonly status: 'new' | ReadReview['status'];
  readonly labels: readonly string[];
  readonly comment: string | null;
  readonly submission: number;
  readonly requested_at: Date | null;
  readonly news_at: Date | null;
}

/** A row for the business and for each person of a case; those there are kept. @returns all that count */
export async function applicantsFor(tx: Tx, caseId: string, personIds: readonly string[]): Promise<ApplicantRow[]> {
  for (const personId of [null, ...personIds]) {
    await execute(
      tx,
      'INSERT INTO verification_applicant (id, case_id, person_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [newId(), caseId, personId],
    );
  }
  return applicantsOf(tx, caseId);
}

/** The applicants of a case whose person is still on it, by their present names. */
export function applicantsOf(tx: Tx, caseId: string): Promise<ApplicantRow[]> {
  return select<ApplicantRow>(
    tx,
    `SELECT a.* FROM verification_applicant a LEFT JOIN compliance_person p ON p.id = a.person_id
     WHERE a.case_id = $1 AND a.replaced_at IS NULL AND p.removed_at IS NULL ORDER BY a.created_at, a.id`,
    [caseId],
  );
}

/** The documents of an applicant that the provider does not have yet. */
export function unsentDocuments(
  tx: Tx,
  applicant: Pick<ApplicantRow, 'id' | 'case_id' | 'person_id'>,
): Promise<{ readonly id: string; readonly kind: DocumentKind }[]> {
  return select(
    tx,
    `SELECT d.id, d.kind FROM compliance_document d
     WHERE d.case_id = $2 AND d.person_id IS NOT DISTINCT FROM $3 AND d.removed_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM verification_upload u WHERE u.applicant_id = $1 AND u.document_id = d.id)
     ORDER BY d.uploaded_at, d.id`,
    [applicant.id, applicant.case_id, applicant.person_id],
  );
}

/**
 * A result of the provider, from a webhook or a query. Results older than the newest, or than the last request for a
 * check, or about a former name, change nothing.
 * @returns what became of it
 */
export async function takeReview(
  tx: Tx,
  context: AssessContext,
  news: { readonly applicantId: string; readonly saidAtMs: number } & ReadReview,
): Promise<'taken' | 'outdated' | 'unknown'> {
  const { applicantId } = news;
  const found = await applicantsTable.findOne(tx, { applicantId }, { columns: ['caseId'] });
  if (found === undefined) return 'unknown';
  // The lock orders the results of one case: the last one moves it on.
  const row = await lockCase(tx, found.caseId);
  const saidAt = new Date(news.saidAtMs);
  const taken = await execute(
    tx,
    `UPDATE verification_applicant SET status = $2, labels = $3::jsonb, comment = $4, news_at = $5
     WHERE applicant_id = $1 AND replaced_at IS NULL
       AND (news_at IS NULL OR news_at < $5) AND (requested_at IS NULL OR requested_at <= $5)`,
    [news.applicantId, news.status, json(news.labels), news.comment, saidAt],
  );
  if (taken === 0) return 'outdated';
  if (row.status === 'checking') await conclude(tx, context, row);
  else if (news.status === 'red') await takeRejection(tx, context, row);
  return 'taken';
}

/**
 * Everything submitted is with the provider, or there is no provider. A case that is with the team already is assessed
 * as it is now. @returns the case afterwards
 */
export async function checksRequested(
  tx: Tx,
  context: AssessContext,
  { caseId, submission }: { readonly caseId: string; readonly submission: number },
): Promise<CaseSnapshot> {
  const row = await lockCase(tx, caseId);
  await execute(
    tx,
    `UPDATE compliance_case SET version = version + 1, checks_round = $2, updated_at = now()
     WHERE id = $1 AND checks_round < $2`,
    [row.id, submission],
  );
  if (row.status === 'checking') await conclude(tx, context, await readCase(tx, row.id));
  else await assessCase(tx, row, context);
  return snapshotOf(await readCase(tx, caseId));
}

/**
 * The provider rejects somebody after its checks ended: the risk counts it at once. A merchant in production comes back
 * to the team; anywhere else the case stays where it is, and the team is mailed.
 */
async function takeRejection(tx: Tx, context: AssessContext, row: CaseRow): Promise<void> {
  await assessCase(tx, row, context);
  if (row.status !== 'production') return sendStaffMail(tx, { kind: 'provider_rejected', id: row.id });
  const event = { type: 'hit', reason: 'provider_rejected' } as const;
  await applyCaseEvent(tx, { id: row.id, event, cause: `provider:v${row.version}`, nowMs: context.nowMs });
}

/** Moves a case on when the provider has answered for everyone. */
async function conclude(tx: Tx, context: AssessContext, row: CaseRow): Promise<void> {
  if (row.checksRound < row.submissions) return;
  const applicants = await applicantsOf(tx, row.id);
  const { nowMs } = context;
  if (applicants.some(({ status }) => status === 'new' || status === 'pending' || status === 'on_hold')) return;
  const unreadable = applicants.filter(({ status }) => status === 'retry');
  const step = { id: row.id, cause: `checks:${row.submissions}`, nowMs };
  if (unreadable.length > 0) {
    const requested = unreadable.flatMap((applicant) => requestsOf(applicant, row, context));
    const words = unreadable.map(({ comment }) => comment ?? 'A document could not be read. Upload a clear copy.');
    await applyCaseEvent(tx, {
      ...step,
      event: { type: 'unreadable', requested, words: [...new Set(words)].join(' ') },
    });
    return;
  }
  await assessCase(tx, row, context);
  await applyCaseEvent(tx, { ...step, event: { type: 'checked' } });
}

/** The documents that an applicant has to submit again because they could not be read. */
function requestsOf(applicant: ApplicantRow, row: CaseRow, { box }: AssessContext): DocumentRequest[] {
  const note = applicant.comment;
  if (applicant.person_id !== null) return [{ kind: 'identity', personId: applicant.person_id, note }];
  const business = businessOf(row, box);
  return business === null ? [] : businessDocuments(business).map((request) => ({ ...request, note }));
}
