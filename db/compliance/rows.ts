import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type {
  CaseStatus,
  DocumentKind,
  DocumentRequest,
  Restriction,
  StatementKind,
  Verdict,
} from '../../domain/compliance/case.ts';
import type { CaseEvent } from '../../domain/compliance/case-table.ts';
import type { FileType } from '../../domain/compliance/file-kind.ts';
import type { ReviewStatus } from '../../domain/compliance/provider-news.ts';
import {
  big,
  bool,
  bytes,
  day,
  defineTable,
  filled,
  integer,
  integers,
  json,
  orNull,
  text,
  texts,
  time,
  uuid,
} from '../core/table.ts';

/** Every step of a case. */
export const caseEventsTable = defineTable('compliance_case_event', {
  id: uuid(),
  caseId: uuid(),
  version: integer(),
  event: text<CaseEvent>(),
  status: text<CaseStatus>(),
  reason: orNull(text()),
  createdAt: filled(time()),
});

/** A decision of one staff member in a round of a case. */
export const decisionsTable = defineTable('compliance_decision', {
  id: uuid(),
  caseId: uuid(),
  round: integer(),
  verdict: text<Verdict>(),
  staffId: uuid(),
  staffName: text(),
  staffRole: text<StaffRole>(),
  reason: text(),
  requested: filled(json<readonly DocumentRequest[]>()),
  createdAt: filled(time()),
  restrictions: filled(texts<Restriction>()),
});

/** A document of a case, without its content. */
export const documentsTable = defineTable('compliance_document', {
  id: uuid(),
  caseId: uuid(),
  personId: orNull(uuid()),
  kind: text<DocumentKind>(),
  fileName: text(),
  contentType: text<FileType>(),
  sizeBytes: integer(),
  sha256: bytes(),
  expiresOn: orNull(day()),
  expiryToldAt: orNull(time()),
  uploadedBy: orNull(uuid()),
  uploadedAt: filled(time()),
  handedInAt: orNull(time()),
  removedAt: orNull(time()),
  purgedAt: orNull(time()),
});

/** The sealed key of a document, and its content where that is not in parts. */
export const filesTable = defineTable('compliance_file', {
  documentId: uuid(),
  keySealed: bytes(),
  content: orNull(bytes()),
});

/** A part of a document's encrypted content. */
export const filePartsTable = defineTable('compliance_file_part', {
  documentId: uuid(),
  position: integer(),
  content: bytes(),
});

/** An owner or representative of a business. */
export const personsTable = defineTable('compliance_person', {
  id: uuid(),
  caseId: uuid(),
  detailsSealed: orNull(bytes()),
  isOwner: bool(),
  isRepresentative: bool(),
  sharePercent: orNull(integer()),
  createdAt: filled(time()),
  removedAt: orNull(time()),
});

/** The content of a case that two people approved: its business and its people, as they were described then. */
export const verifiedSubjectsTable = defineTable('compliance_verified_subject', {
  caseId: uuid(),
  /** Null: the business. */
  personId: orNull(uuid()),
  version: integer(),
  sealed: bytes(),
  verifiedAt: filled(time()),
});

/** A merchant's messages to the compliance team. */
export const statementsTable = defineTable('compliance_statement', {
  id: uuid(),
  caseId: uuid(),
  kind: text<StatementKind>(),
  words: text(),
  saidBy: text(),
  createdAt: filled(time()),
});

/** Uploads that no document was made of yet. */
export const uploadsTable = defineTable('compliance_upload', {
  documentId: uuid(),
  startedAt: filled(time()),
});

/** Which documents were shown to which person of the staff. */
export const documentsShownTable = defineTable('document_shown', {
  documentId: uuid(),
  staffId: uuid(),
  shownAt: filled(time()),
});

/** Persons and organizations on sanctions lists. */
export const sanctionedPartiesTable = defineTable('sanctioned_party', {
  list: text(),
  key: text(),
  names: texts(),
  tokens: texts(),
  birthYears: filled(integers()),
  /** The only one, for processes of the last release. */
  birthYear: orNull(integer()),
});

export type CheckCause = 'assessment' | 'schedule' | 'request';

export interface CheckedList {
  readonly name: string;
  readonly published_on: string;
  readonly imported_at: string;
}

/** A check of the names of a case against the lists. */
export const sanctionsChecksTable = defineTable('sanctions_check', {
  id: uuid(),
  caseId: uuid(),
  cause: text<CheckCause>(),
  lists: json<readonly CheckedList[]>(),
  names: integer(),
  hits: integer(),
  checkedAt: filled(time()),
});

/** Why a match is another person than the one listed, by one person of the staff. */
export const dispositionsTable = defineTable('sanctions_disposition', {
  caseId: uuid(),
  hit: text(),
  staffId: uuid(),
  staffName: text(),
  staffRole: text<StaffRole>(),
  identity: text(),
  difference: text(),
  evidence: text(),
  createdAt: filled(time()),
});

/** The sanctions lists, each with its date. */
export const sanctionsListsTable = defineTable('sanctions_list', {
  name: text(),
  source: text(),
  publishedOn: day(),
  importedAt: filled(time()),
});

/** One subject of a case at the verification provider. */
export const applicantsTable = defineTable('verification_applicant', {
  id: uuid(),
  caseId: uuid(),
  personId: orNull(uuid()),
  applicantId: orNull(text()),
  status: filled(text<'new' | ReviewStatus>()),
  labels: filled(json<readonly string[]>()),
  comment: orNull(text()),
  submission: filled(integer()),
  requestedAt: orNull(time()),
  newsAt: orNull(time()),
  /** Since another one has the subject's present name. */
  replacedAt: orNull(time()),
  createdAt: filled(time()),
});

/** Webhooks of the verification provider. */
export const verificationEventsTable = defineTable('verification_event', {
  id: bytes(),
  applicantId: text(),
  type: text(),
  saidAt: time(),
  outcome: text(),
  receivedAt: filled(time()),
});

/** Documents that were sent to the provider. */
export const verificationUploadsTable = defineTable('verification_upload', {
  applicantId: uuid(),
  documentId: uuid(),
  providerId: text(),
  sentAt: filled(time()),
});

/** Applicants of the simulated provider. */
export const simulatedApplicantsTable = defineTable('simulated_applicant', {
  id: text(),
  externalId: text(),
  kind: text(),
  level: text(),
  name: text(),
  documents: filled(integer()),
  review: filled(json<unknown>()),
  createdAt: filled(time()),
});

/** Webhooks that the simulated provider sends. */
export const simulatedWebhooksTable = defineTable('simulated_verification_webhook', {
  id: filled(big()),
  body: text(),
  dueAt: time(),
  attempts: filled(integer()),
});
