import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { DocumentKind } from '../../domain/compliance/case.ts';
import type { FileType } from '../../domain/compliance/file-kind.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { SecretBox } from '../secret-box.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, one, select } from '../sql.ts';

/** What is said of a document; its bytes are opened for staff and the verification provider only. */
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
  readonly contentType: FileType;
  readonly bytes: Buffer;
  readonly expiresOn: string | null;
  readonly uploadedBy: string;
}

/**
 * Keeps a document, encrypted with a key of its own. One of the same kind and person that was not handed in yet is replaced by it; what was handed in
 * stays for staff beside the newer one, except that an expiring one no longer counts.
 */
export async function addDocument(tx: Tx, box: SecretBox, document: NewDocument): Promise<DocumentRow> {
  const { caseId, personId, kind, bytes } = document;
  const { count } = await one<{ count: string }>(
    tx,
    'SELECT count(*) AS count FROM compliance_document WHERE case_id = $1',
    [caseId],
  );
  if (Number(count) >= MAX_DOCUMENTS) throw new DomainError('conflict', { message: 'There are too many documents.' });
  if (kind !== 'other') {
    await execute(
      tx,
      `UPDATE compliance_document SET removed_at = now()
       WHERE case_id = $1 AND kind = $2 AND person_id IS NOT DISTINCT FROM $3 AND removed_at IS NULL`,
      [caseId, kind, personId],
    );
  }
  const id = newId();
  const key = randomBytes(32);
  const row = await one<DocumentRow>(
    tx,
    `INSERT INTO compliance_document (id, case_id, person_id, kind, file_name, content_type, size_bytes, sha256, expires_on, uploaded_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
    [
      id,
      caseId,
      personId,
      kind,
      document.fileName,
      document.contentType,
      bytes.length,
      createHash('sha256').update(bytes).digest(),
      document.expiresOn,
      document.uploadedBy,
    ],
  );
  await execute(tx, 'INSERT INTO compliance_file (document_id, key_sealed, content) VALUES ($1, $2, $3)', [
    id,
    box.seal(key.toString('base64'), `document:${id}`),
    encrypt(bytes, key),
  ]);
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

/** Everything that was ever handed in and is still kept, for staff. */
export function keptDocumentsOf(on: Db | Tx, caseId: string): Promise<(DocumentRow & { removed_at: Date | null })[]> {
  return select(
    on,
    `SELECT ${columns}, removed_at FROM compliance_document
     WHERE case_id = $1 AND purged_at IS NULL AND (removed_at IS NULL OR handed_in_at IS NOT NULL) ORDER BY uploaded_at, id`,
    [caseId],
  );
}

/** The merchant takes back a document that was not handed in yet; its bytes are gone. @throws DomainError `not_found`, `conflict` */
export async function takeBackDocument(tx: Tx, caseId: string, documentId: string): Promise<void> {
  const row = await maybeOne<{ handed_in_at: Date | null }>(
    tx,
    'SELECT handed_in_at FROM compliance_document WHERE id = $2 AND case_id = $1 AND removed_at IS NULL FOR UPDATE',
    [caseId, documentId],
  );
  if (row === undefined) throw new DomainError('not_found');
  if (row.handed_in_at !== null) {
    throw new DomainError('conflict', { message: 'This document was handed in already. Upload a newer one instead.' });
  }
  await execute(tx, 'DELETE FROM compliance_file WHERE document_id = $1', [documentId]);
  await execute(tx, 'UPDATE compliance_document SET removed_at = now(), purged_at = now() WHERE id = $1', [documentId]);
}

/** What counts now cannot be taken back any more. */
export async function handInDocuments(tx: Tx, caseId: string, nowMs: number): Promise<void> {
  await execute(
    tx,
    `UPDATE compliance_document SET handed_in_at = coalesce(handed_in_at, $2) WHERE case_id = $1 AND removed_at IS NULL`,
    [caseId, new Date(nowMs)],
  );
}

/**
 * The document with its bytes, for the verification provider, and for staff, whose look is to be recorded in the same transaction.
 * @throws DomainError `not_found`, also once it was purged; Error for bytes that were changed
 */
export async function openDocument(
  on: Db | Tx,
  box: SecretBox,
  documentId: string,
): Promise<{ readonly document: DocumentRow; readonly bytes: Buffer }> {
  const row = await maybeOne<DocumentRow & { key_sealed: Buffer; content: Buffer }>(
    on,
    `SELECT ${columns}, f.key_sealed, f.content FROM compliance_document JOIN compliance_file f ON f.document_id = id WHERE id = $1`,
    [documentId],
  );
  if (row === undefined) throw new DomainError('not_found');
  const { key_sealed, content, ...document } = row;
  const key = Buffer.from(box.open(key_sealed, `document:${documentId}`), 'base64');
  return { document, bytes: decrypt(content, key) };
}

const MAX_DOCUMENTS = 200;

const columns =
  'id, case_id, person_id, kind, file_name, content_type, size_bytes, expires_on::text, uploaded_at, handed_in_at';

function encrypt(bytes: Buffer, key: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

function decrypt(content: Buffer, key: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, content.subarray(0, 12));
  decipher.setAuthTag(content.subarray(12, 28));
  return Buffer.concat([decipher.update(content.subarray(28)), decipher.final()]);
}
