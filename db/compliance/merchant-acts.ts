import { requireNone } from '../../domain/accounts/account-rules.ts';
import type { AuditAction, AuditData } from '../../domain/accounts/audit.ts';
import type { BusinessData, CasePerson, PersonData, PersonRoles } from '../../domain/compliance/business-data.ts';
import type { CaseStatus, DocumentRequest, StatementKind } from '../../domain/compliance/case.ts';
import type { CaseEvent } from '../../domain/compliance/case-table.ts';
import { countryProblems } from '../../domain/compliance/lists.ts';
import {
  businessDocuments,
  mayBe,
  missingDocuments,
  peopleProblem,
  personDocuments,
} from '../../domain/compliance/required-documents.ts';
import { DomainError, type FieldErrors, fieldError } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Client } from '../accounts/devices.ts';
import { originOf } from '../accounts/origins.ts';
import type { SignedInUser } from '../accounts/users.ts';
import { audit } from '../audit/audit.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { sendStaffMail } from '../staff/mails.ts';
import { type CaseRow, casesTable, findCase, lockCase } from './case-rows.ts';
import {
  addDocument,
  type DocumentRow,
  documentsOf,
  handInDocuments,
  type NewDocument,
  takeBackDocument,
} from './documents.ts';
import { applyCaseEvent } from './process.ts';
import { decisionsTable, documentsTable, personsTable } from './rows.ts';
import { addStatement, type StatementRow, statementsOf } from './statements.ts';
import { businessOf, peopleOf, removePerson, saveBusiness, savePerson } from './subjects.ts';

/** The person who acts for the merchant, and from where. */
export interface MerchantActor {
  readonly user: SignedInUser;
  readonly client: Pick<Client, 'ip' | 'userAgent'>;
  readonly nowMs: number;
}

/** The merchant's case. @throws DomainError `not_found` where there is none */
export async function caseOf(on: Db | Tx, merchantId: MerchantId): Promise<CaseRow> {
  const row = await findCase(on, merchantId);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/**
 * A sandbox invoice of the merchant was paid: the test is done by itself. Anything else than a case that waits for it
 * is left alone.
 */
export async function noteTest(tx: Tx, merchantId: string, nowMs: number): Promise<void> {
  const found = await findCase(tx, merchantId);
  if (found === undefined || found.testedAt !== null) return;
  const row = await lockCase(tx, found.id);
  if (row.status === 'integrating') {
    await applyCaseEvent(tx, { id: row.id, event: { type: 'tested' }, cause: 'tested', nowMs });
  } else if (row.testedAt === null) {
    await casesTable.update(tx, { testedAt: new Date(nowMs) }, { id: row.id });
  }
}

/** @throws DomainError `illegal_transition` unless the case waits for the test */
export async function skipTest(tx: Tx, actor: MerchantActor): Promise<void> {
  await step(tx, actor, { event: 'test_skipped', action: 'verification.test_skipped' });
}

/**
 * Keeps what the merchant says of the business; it is handed in by {@link submitBusiness}. @throws DomainError 422 for
 * a prohibited country
 */
export async function writeBusiness(
  tx: Tx,
  box: SecretBox,
  actor: MerchantActor,
  business: BusinessData,
): Promise<void> {
  requireNone(countryProblems(business.country));
  const row = await editableCase(tx, actor);
  await saveBusiness(tx, box, row.id, business);
  await record(tx, actor, row, 'verification.business_saved');
}

/** Hands the business in. @throws DomainError 422 that names every missing document; `illegal_transition` */
export async function submitBusiness(tx: Tx, box: SecretBox, actor: MerchantActor): Promise<void> {
  const row = await lockedCase(tx, actor);
  const business = businessOf(row, box);
  if (business === null) throw fieldError('business', 'Describe the business first.');
  await requireDocuments(tx, row, businessDocuments(business));
  await handInDocuments(tx, row.id, actor.nowMs);
  await step(tx, actor, { event: 'business_submitted', action: 'verification.business_submitted' });
}

/**
 * Names a person, or changes one. @returns the person's id. @throws DomainError 422 for a prohibited country;
 * `not_found`
 */
export async function writePerson(
  tx: Tx,
  box: SecretBox,
  actor: MerchantActor,
  { personId, person }: { readonly personId?: string; readonly person: PersonData & PersonRoles },
): Promise<string> {
  requireNone(countryProblems(person.country), countryProblems(person.nationality, 'nationality'));
  const row = await editableCase(tx, actor);
  const count = await personsTable.count(tx, { caseId: row.id, removedAt: null });
  if (personId === undefined && count >= MAX_PEOPLE) {
    throw new DomainError('conflict', { message: 'There are too many people.' });
  }
  const id = await savePerson(tx, box, { caseId: row.id, person, personId });
  await record(tx, actor, row, 'verification.person_saved');
  return id;
}

/** @throws DomainError `not_found`, `illegal_transition` */
export async function dropPerson(tx: Tx, actor: MerchantActor, personId: string): Promise<void> {
  const row = await caseForObject(tx, actor, { table: personsTable, id: personId });
  await removePerson(tx, row.id, personId);
  await record(tx, actor, row, 'verification.person_removed');
}

/**
 * Hands the people in, and everything to the checks. @throws DomainError 422 that says what is missing;
 * `illegal_transition`
 */
export async function submitPersonal(tx: Tx, box: SecretBox, actor: MerchantActor): Promise<void> {
  const row = await lockedCase(tx, actor);
  const people = await peopleOf(tx, box, row.id);
  requirePeople(people);
  const business = businessOf(row, box);
  // The business may have been changed since it was handed in.
  const requested = business === null ? [] : businessDocuments(business);
  await requireDocuments(tx, row, [...requested, ...people.flatMap(personDocuments)]);
  await refuseShared(tx, row);
  await handInDocuments(tx, row.id, actor.nowMs);
  await step(tx, actor, { event: 'personal_submitted', action: 'verification.personal_submitted' });
}

/** Submits the requested answer. @throws DomainError 422 that names what is missing; `illegal_transition` */
export async function answerRequest(tx: Tx, actor: MerchantActor, answer = ''): Promise<void> {
  const row = await lockedCase(tx, actor);
  const words = answer.trim();
  // A question that names no document is answered in words.
  if (row.requested.length === 0 && words === '') {
    throw fieldError('answer', 'Write an answer to the question.');
  }
  const { nowMs } = actor;
  const said_by = actor.user.fullName;
  if (words !== '') await addStatement(tx, { caseId: row.id, kind: 'answer', words, said_by, nowMs });
  const since = row.since.getTime();
  const newer = (await documentsOf(tx, row.id)).filter(({ uploaded_at }) => uploaded_at.getTime() >= since);
  refuseMissing(missingDocuments(row.requested, newer.map(given)));
  await refuseShared(tx, row);
  await handInDocuments(tx, row.id, nowMs);
  await step(tx, actor, { event: 'answered', action: 'verification.answered' });
}

/**
 * A merchant's message to the team: a change of owner, address or activity while it works in production, which brings
 * the case back to the team; or, once, why a refusal was wrong. @throws DomainError `illegal_transition` where it is
 * not the moment for it
 */
export async function tellTeam(
  tx: Tx,
  actor: MerchantActor,
  { kind, words }: { readonly kind: Exclude<StatementKind, 'answer'>; readonly words: string },
): Promise<void> {
  const row = await lockedCase(tx, actor);
  // At the moment of the step that follows from it, so that both are one to a reader.
  const statement = { caseId: row.id, kind, words, said_by: actor.user.fullName, nowMs: actor.nowMs };
  if (kind === 'appeal') {
    if (!mayAppeal(row, await statementsOf(tx, row.id))) throw new DomainError('illegal_transition');
    await addStatement(tx, statement);
    await sendStaffMail(tx, { kind: 'appeal', id: row.id });
    return record(tx, actor, row, 'verification.appealed');
  }
  await addStatement(tx, statement);
  await step(tx, actor, { event: 'change_reported', action: 'verification.change_reported' });
}

/** A refusal can be appealed once, while what it was about is still kept. */
export function mayAppeal({ status, since, purgedAt }: CaseRow, statements: readonly StatementRow[]): boolean {
  const isSaid = statements.some(({ kind, created_at }) => kind === 'appeal' && created_at >= since);
  return status === 'declined' && purgedAt === null && !isSaid;
}

/** Takes an expired application up again. @throws DomainError `illegal_transition` */
export async function reopenCase(tx: Tx, actor: MerchantActor): Promise<void> {
  await step(tx, actor, { event: 'reopen', action: 'verification.reopened' });
}

/** @throws DomainError `not_found` for a person of another merchant; `illegal_transition` */
export async function uploadDocument(
  tx: Tx,
  actor: MerchantActor,
  document: Omit<NewDocument, 'caseId' | 'uploadedBy'>,
): Promise<DocumentRow> {
  const row = await editableCase(tx, actor);
  if (!mayBe(document.kind, document.file.contentType)) {
    throw fieldError(
      'file',
      'Upload the document as a PDF file, as the register issued it. A picture is not accepted.',
    );
  }
  if (document.personId !== null) {
    const known = await personsTable.count(tx, { id: document.personId, caseId: row.id, removedAt: null });
    if (known === 0) throw new DomainError('not_found');
  }
  const added = await addDocument(tx, { ...document, caseId: row.id, uploadedBy: actor.user.id });
  await record(tx, actor, row, 'verification.document_added', { kind: document.kind });
  return added;
}

/** @throws DomainError `not_found`, `conflict` once it was handed in */
export async function removeDocument(tx: Tx, actor: MerchantActor, documentId: string): Promise<void> {
  const row = await caseForObject(tx, actor, { table: documentsTable, id: documentId });
  await takeBackDocument(tx, row.id, documentId);
  await record(tx, actor, row, 'verification.document_removed');
}

const MAX_PEOPLE = 30;

/** While the merchant may change what was said and uploaded. */
export const EDITABLE: ReadonlySet<CaseStatus> = new Set([
  'integrating',
  'business',
  'personal',
  'more_requested',
  'renewal',
  'suspended',
]);

async function lockedCase(tx: Tx, { user }: MerchantActor): Promise<CaseRow> {
  return lockCase(tx, (await caseOf(tx, user.merchant.id)).id);
}

async function editableCase(tx: Tx, actor: MerchantActor): Promise<CaseRow> {
  const row = await lockedCase(tx, actor);
  return beforeEdit(tx, actor, row);
}

/**
 * The case differs from the approved one: votes start again.
 * @throws DomainError `illegal_transition` where nothing can be changed
 */
async function beforeEdit(tx: Tx, { nowMs }: MerchantActor, row: CaseRow): Promise<CaseRow> {
  const { id, round, status, version } = row;
  if (!EDITABLE.has(status)) throw new DomainError('illegal_transition');
  if ((await decisionsTable.count(tx, { caseId: id, round, verdict: 'approve' })) === 0) return row;
  await applyCaseEvent(tx, { id, event: { type: 'edited' }, cause: `edited:v${version}`, nowMs });
  return lockCase(tx, id);
}

/** A document of nobody, or of another merchant, is not found before anything else is said of it (hazard 57). */
async function caseForObject(
  tx: Tx,
  actor: MerchantActor,
  { table, id }: { readonly table: typeof personsTable | typeof documentsTable; readonly id: string },
): Promise<CaseRow> {
  const row = await lockedCase(tx, actor);
  const known = await table.count(tx, { id, caseId: row.id, removedAt: null });
  if (known === 0) throw new DomainError('not_found');
  return beforeEdit(tx, actor, row);
}

async function step(
  tx: Tx,
  actor: MerchantActor,
  { event, action }: { readonly event: CaseEvent; readonly action: AuditAction },
): Promise<void> {
  const row = await lockedCase(tx, actor);
  const cause = `merchant:${event}:v${row.version}`;
  await applyCaseEvent(tx, { id: row.id, event: { type: event }, cause, nowMs: actor.nowMs });
  await record(tx, actor, row, action);
}

/** The log is kept for good, so it names the business and no person. */
function record(tx: Tx, { user, client }: MerchantActor, row: CaseRow, action: AuditAction, data: AuditData = {}) {
  return audit(tx, {
    chain: row.merchantId,
    actor: { kind: 'user', id: user.id, name: user.fullName },
    origin: originOf(client),
    action,
    target: { kind: 'case', id: row.id, label: row.companyName ?? '' },
    data,
  });
}

function requirePeople(people: readonly CasePerson[]): void {
  const problem = peopleProblem(people);
  if (problem !== null) throw fieldError('people', problem);
}

async function requireDocuments(tx: Tx, row: CaseRow, requested: readonly DocumentRequest[]): Promise<void> {
  refuseMissing(missingDocuments(requested, (await documentsOf(tx, row.id)).map(given)));
}

/** One file serves one person: the same one for another is a mistake, or worse. */
async function refuseShared(tx: Tx, row: CaseRow): Promise<void> {
  const shared = await select<{ kind: string; person_id: string }>(
    tx,
    `SELECT d.kind, d.person_id FROM compliance_document d
     WHERE d.case_id = $1 AND d.removed_at IS NULL AND d.person_id IS NOT NULL
       AND EXISTS (SELECT FROM compliance_document o
         WHERE o.case_id = $1 AND o.removed_at IS NULL AND o.sha256 = d.sha256
         AND o.person_id <> d.person_id)`,
    [row.id],
  );
  if (shared.length === 0) return;
  const fields: FieldErrors = {};
  for (const { kind, person_id } of shared) {
    fields[`documents.${kind}.${person_id}`] = [
      'The same file was uploaded for another person. Upload this person’s own document.',
    ];
  }
  throw new DomainError('validation_failed', { fields });
}

function given({ kind, person_id }: DocumentRow) {
  return { kind, personId: person_id };
}

function refuseMissing(missing: readonly DocumentRequest[]): void {
  if (missing.length === 0) return;
  const fields: FieldErrors = {};
  for (const { kind, personId } of missing) {
    fields[personId === null ? `documents.${kind}` : `documents.${kind}.${personId}`] = ['This document is missing.'];
  }
  throw new DomainError('validation_failed', { fields });
}
