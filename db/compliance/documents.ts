import { Op } from 'sequelize';
import type { DocumentKind } from '../../domain/compliance/case.ts';
import type { FileType } from '../../domain/compliance/file-kind.ts';
import { DomainError } from '../../domain/errors.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { keepFile, openFile, type ReceivedFile } from './files.ts';
import { documentsTable, filePartsTable, filesTable } from './rows.ts';

/** A document without its bytes, which are opened for staff and the verification provider only. */
export interface DocumentRow {
  readonly id: string;
  readonly case_id: string;
  readonly person_id: string | null;
  readonly kind: DocumentKind;
  readonly file_name: string;
  readonly content_type: FileType;
  readonly size_bytes: number;
  /** A calendar day. */
  readonly expires_on: string | null;
  readonly uploaded_at: Date;
  readonly handed_in_at: Date | null;
}

export interface NewDocument {
  readonly caseId: string;
  readonly personId: string | null;
  readonly kind: DocumentKind;
  readonly fileName: string;
  readonly file: ReceivedFile;
  readonly expiresOn: string | null;
  readonly uploadedBy: string;
}

/**
 * Makes a document of a received file. It replaces one of the same kind and person that was not submitted yet;
 * submitted ones stay for staff beside the newer one, except that an expiring one no longer counts.
 */
export async function addDocument(tx: Tx, document: NewDocument): Promise<DocumentRow> {
  const { caseId, personId, kind, file } = document;
  if ((await documentsTable.count(tx, { caseId })) >= MAX_DOCUMENTS) {
    throw new DomainError('conflict', { message: 'There are too many documents.' });
  }
  if (kind !== 'other') {
    await removeDocuments(tx, { caseId, kind, personId });
  }
  const row = await one<DocumentRow>(
    tx,
    `INSERT INTO compliance_document (id, case_id, person_id, kind, file_name, content_type, size_bytes, sha256,
       expires_on, uploaded_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
    [
      file.id,
      caseId,
      personId,
      kind,
      document.fileName,
      file.contentType,
      file.sizeBytes,
      file.sha256,
      document.expiresOn,
      document.uploadedBy,
    ],
  );
  await keepFile(tx, file);
  return row;
}

/** The documents of a case that count, the oldest first. */
export function documentsOf(on: Db | Tx, caseId: string): Promise<DocumentRow[]> {
  return select<DocumentRow>(
    on,
    `SELECT ${columns} FROM compliance_document WHERE case_id = $1 AND removed_at IS NULL ORDER BY uploaded_at, id`,
    [caseId],
  );
}

/** Everything that was ever submitted and is still kept, for staff. */
export function keptDocumentsOf(on: Db | Tx, caseId: string): Promise<(DocumentRow & { removed_at: Date | null })[]> {
  return select(
    on,
    `SELECT ${columns}, removed_at FROM compliance_document
     WHERE case_id = $1 AND purged_at IS NULL AND (removed_at IS NULL OR handed_in_at IS NOT NULL)
     ORDER BY uploaded_at, id`,
    [caseId],
  );
}

/** Documents that count and whose pages this person of staff was never shown. */
export function unopenedBy(
  on: Db | Tx,
  caseId: string,
  staffId: string,
): Promise<Pick<DocumentRow, 'id' | 'kind' | 'file_name'>[]> {
  return select(
    on,
    `SELECT id, kind, file_name FROM compliance_document d
     WHERE case_id = $1 AND purged_at IS NULL AND removed_at IS NULL AND NOT EXISTS (
       SELECT FROM document_shown s WHERE s.document_id = d.id AND s.staff_id = $2)
     ORDER BY uploaded_at, id`,
    [caseId, staffId],
  );
}

/** Records that this person was sent pictures of the document's pages; a failed attempt does not count. */
export async function recordShown(tx: Tx, documentId: string, staffId: string): Promise<void> {
  await execute(tx, 'INSERT INTO document_shown (document_id, staff_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    documentId,
    staffId,
  ]);
}

/** @throws DomainError `conflict` that names what the person has not opened: who approves has seen each document */
export async function requireOpened(tx: Tx, caseId: string, staffId: string): Promise<void> {
  const left = await unopenedBy(tx, caseId, staffId);
  if (left.length === 0) return;
  const names = left.slice(0, MAX_NAMED).map(({ kind, file_name }) => `${kind.replaceAll('_', ' ')} (${file_name})`);
  const more = left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : '';
  throw new DomainError('conflict', {
    message:
      `Open these documents before you approve: ${names.join(', ')}${more}. ` +
      'Request a new copy of a document that cannot be shown.',
  });
}

/**
 * Documents that no longer count. Submitted ones stay for staff until the case is purged. A document that was never
 * submitted is nobody's evidence: its bytes are deleted at once.
 */
export async function removeDocuments(
  tx: Tx,
  of: { readonly personId: string | null; readonly caseId?: string; readonly kind?: DocumentKind },
): Promise<void> {
  const rows = await documentsTable.find(tx, { ...of, removedAt: null }, { columns: ['id', 'handedInAt'] });
  const kept = rows.filter(({ handedInAt }) => handedInAt !== null).map(({ id }) => id);
  const deleted = rows.filter(({ handedInAt }) => handedInAt === null).map(({ id }) => id);
  await documentsTable.update(tx, { removedAt: NOW }, { id: { [Op.in]: kept } });
  await deleteFiles(tx, deleted);
}

async function deleteFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  await filePartsTable.destroy(tx, { documentId: { [Op.in]: ids } });
  await filesTable.destroy(tx, { documentId: { [Op.in]: ids } });
  await documentsTable.update(tx, { removedAt: NOW, purgedAt: NOW }, { id: { [Op.in]: ids } });
}

/**
 * The merchant withdraws a document that was not submitted yet; its bytes are deleted. @throws DomainError `not_found`,
 * `conflict`
 */
export async function takeBackDocument(tx: Tx, caseId: string, documentId: string): Promise<void> {
  const current = { id: documentId, caseId, removedAt: null };
  const row = await documentsTable.findOne(tx, current, { columns: ['handedInAt'], lock: tx.LOCK.UPDATE });
  if (row === undefined) throw new DomainError('not_found');
  if (row.handedInAt !== null) {
    throw new DomainError('conflict', {
      message: 'This document has already been submitted. Upload a newer one instead.',
    });
  }
  await deleteFiles(tx, [documentId]);
}

/** Documents that count now can no longer be withdrawn. */
export async function handInDocuments(tx: Tx, caseId: string, nowMs: number): Promise<void> {
  await execute(
    tx,
    `UPDATE compliance_document SET handed_in_at = coalesce(handed_in_at, $2)
     WHERE case_id = $1 AND removed_at IS NULL`,
    [caseId, new Date(nowMs)],
  );
}

/**
 * A document whose bytes are kept, for staff, whose access is to be recorded in the same transaction.
 * @throws DomainError `not_found`
 */
export async function readDocument(on: Db | Tx, documentId: string): Promise<DocumentRow> {
  return (await readFile(on, documentId)).document;
}

/**
 * The document with its bytes, for the verification provider, and for staff once their access is recorded. All of the
 * file is in memory: callers bound how many are open at once.
 * @throws DomainError `not_found`, also once it was purged; Error for bytes that were changed
 */
export async function openDocument(
  on: Db | Tx,
  box: SecretBox,
  documentId: string,
): Promise<{ readonly document: DocumentRow; readonly bytes: Buffer }> {
  const { document, keySealed, content } = await readFile(on, documentId);
  const file = { id: documentId, keySealed, content, sizeBytes: document.size_bytes };
  return { document, bytes: await openFile(on, box, file) };
}

async function readFile(on: Db | Tx, documentId: string) {
  const row = await maybeOne<DocumentRow & { key_sealed: Buffer; content: Buffer | null }>(
    on,
    `SELECT ${columns}, f.key_sealed, f.content
     FROM compliance_document JOIN compliance_file f ON f.document_id = id WHERE id = $1`,
    [documentId],
  );
  if (row === undefined) throw new DomainError('not_found');
  const { key_sealed: keySealed, content, ...document } = row;
  return { document, keySealed, content };
}

const MAX_DOCUMENTS = 200;
/** More of them would be no message. */
const MAX_NAMED = 10;

const columns =
  'id, case_id, person_id, kind, file_name, content_type, size_bytes, expires_on::text, uploaded_at, handed_in_at';
