import { heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import {
  type ApplicantRow,
  applicantsFor,
  applicantsOf,
  checksRequested,
  takeReview,
  unsentDocuments,
} from '../../db/compliance/applicants.ts';
import { areChecksDue, type CaseRow, readCase, snapshotOf } from '../../db/compliance/case-rows.ts';
import { openDocument } from '../../db/compliance/documents.ts';
import { businessOf, peopleOf } from '../../db/compliance/subjects.ts';
import type { SecretBox } from '../../db/core/secret-box.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import type { BusinessData, CasePerson } from '../../domain/compliance/business-data.ts';
import type { CaseSnapshot } from '../../domain/compliance/case.ts';
import { ProviderRefusedError, type Subject, type VerificationProvider } from './port.ts';

export interface VerificationDeps {
  readonly db: Db;
  readonly box: SecretBox;
  /** Null without a provider: staff then decide by the documents. */
  readonly provider: VerificationProvider | null;
  readonly sandbox: boolean;
  readonly nowMs: () => number;
}

export type VerificationActivities = ReturnType<typeof createVerificationActivities>;

/**
 * Calls to the verification provider. Each may die anywhere and is simply run again: applicants and documents are made
 * there once.
 */
export function createVerificationActivities(deps: VerificationDeps) {
  const { db, box, provider, sandbox, nowMs } = deps;
  const context = () => ({ box, sandbox, nowMs: nowMs() });
  return {
    /** Hands everything that the merchant handed in to the provider, and asks for its checks. */
    async askProvider({ caseId }: { readonly caseId: string }): Promise<CaseSnapshot> {
      const row = await readCase(db, caseId);
      if (row.status !== 'checking' && !areChecksDue(row)) return snapshotOf(row);
      if (provider !== null) await finalRefusals(() => askAbout(deps, provider, row));
      // Without a provider the checks end at once, and the risk assessment says that nobody checked.
      return inTransaction(db, (tx) => checksRequested(tx, context(), { caseId, submission: row.submissions }));
    },

    /** Asks for the results that no webhook has brought. */
    async lookAtProvider({ caseId }: { readonly caseId: string }): Promise<CaseSnapshot> {
      if (provider !== null) await finalRefusals(() => lookAt(deps, provider, caseId));
      return snapshotOf(await readCase(db, caseId));
    },
  };
}

async function askAbout(
  { db, box, nowMs }: VerificationDeps,
  provider: VerificationProvider,
  row: CaseRow,
): Promise<void> {
  const business = businessOf(row, box);
  if (business === null) return;
  const people = await peopleOf(db, box, row.id);
  const ids = people.map(({ id }) => id);
  for (const applicant of await inTransaction(db, (tx) => applicantsFor(tx, row.id, ids))) {
    const unsent = await inTransaction(db, (tx) => unsentDocuments(tx, applicant));
    const isChecked = applicant.submission >= row.submissions || (applicant.status === 'green' && unsent.length === 0);
    if (isChecked) continue;
    const subject = subjectOf(applicant, business, people);
    const applicantId = applicant.applicant_id ?? (await provider.createApplicant(subject));
    await execute(db, 'UPDATE verification_applicant SET applicant_id = $2 WHERE id = $1', [applicant.id, applicantId]);
    for (const { id } of unsent) {
      heartbeat();
      const { document, bytes } = await openDocument(db, box, id);
      const providerId = await provider.addDocument(applicantId, {
        kind: document.kind,
        country: subject.country,
        fileName: document.file_name,
        contentType: document.content_type,
        bytes,
      });
      await execute(
        db,
        'INSERT INTO verification_upload (applicant_id, document_id, provider_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [applicant.id, id, providerId],
      );
    }
    // Stored first, because even an immediate result must find its request.
    await execute(
      db,
      `UPDATE verification_applicant SET status = 'pending', submission = $2, requested_at = $3, labels = '[]',
       comment = NULL WHERE id = $1`,
      [applicant.id, row.submissions - 1, new Date(nowMs())],
    );
    await provider.requestCheck(applicantId);
    await execute(db, 'UPDATE verification_applicant SET submission = $2 WHERE id = $1', [
      applicant.id,
      row.submissions,
    ]);
  }
}

async function lookAt(
  { db, box, sandbox, nowMs }: VerificationDeps,
  provider: VerificationProvider,
  caseId: string,
): Promise<void> {
  for (const { applicant_id: applicantId, status } of await inTransaction(db, (tx) => applicantsOf(tx, caseId))) {
    if (applicantId === null || (status !== 'pending' && status !== 'on_hold')) continue;
    heartbeat();
    const requestedAtMs = nowMs();
    const review = await provider.readReview(applicantId);
    if (review.status === status) continue;
    await inTransaction(db, (tx) =>
      takeReview(tx, { box, sandbox, nowMs: nowMs() }, { applicantId, saidAtMs: requestedAtMs, ...review }),
    );
  }
}

function subjectOf({ id, person_id }: ApplicantRow, business: BusinessData, people: readonly CasePerson[]): Subject {
  const person = people.find((each) => each.id === person_id);
  if (person === undefined) {
    const { legal_name: name, country, registration_number: registrationNumber } = business;
    return { externalId: id, kind: 'company', name, country, registrationNumber };
  }
  const { full_name: name, country, birth_date: birthDate, nationality } = person;
  return { externalId: id, kind: 'individual', name, country, birthDate, nationality };
}

/** A case that the provider refuses, it refuses again: the workflow continues without it. */
async function finalRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProviderRefusedError) throw ApplicationFailure.nonRetryable(error.message, 'provider_refused');
    throw error;
  }
}
