import { randomBytes } from 'node:crypto';
import { Op } from 'sequelize';
import { type FileType, fileTypeOf, MAX_FILE_BYTES } from '../../domain/compliance/file-kind.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId, type UserId } from '../../domain/ids.ts';
import { MAX_ATTACHMENTS } from '../../domain/support/ticket.ts';
import { openBytes, sealBytes } from '../core/sealed-bytes.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { fromNow } from '../core/table.ts';
import { ticketAttachmentsTable } from './rows.ts';

/** A file of a message, without its bytes. */
export interface AttachmentName {
  readonly id: string;
  readonly messageId: string;
  readonly fileName: string;
  readonly contentType: FileType;
  readonly sizeBytes: number;
}

/** A file to keep. */
export interface GivenFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** Reads a file of at most 10 MB. @throws DomainError `too_large`; 422 on `file` for what is no PDF, JPG or PNG */
export async function readFile(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > MAX_FILE_BYTES) throw new DomainError('too_large', { message: 'The file is larger than 10 MB.' });
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  if (fileTypeOf(bytes) === undefined) throw fieldError('file', 'The file must be a PDF, JPG or PNG.');
  return bytes;
}

/** Keeps a file that somebody uploaded for a message that they have not sent yet. @returns its id */
export async function keepUpload(
  tx: Tx,
  box: SecretBox,
  file: GivenFile & { readonly userId: UserId },
): Promise<string> {
  await ticketAttachmentsTable.destroy(tx, { messageId: null, createdAt: { [Op.lt]: fromNow(-UNSENT_SECONDS) } });
  return create(tx, box, { ...file, messageId: null });
}

/** Keeps a file that came with an email. */
export async function keepMailed(
  tx: Tx,
  box: SecretBox,
  file: GivenFile & { readonly messageId: string },
): Promise<void> {
  await create(tx, box, { ...file, userId: null });
}

/**
 * Makes uploads those of a message. @throws DomainError `conflict` for a file that is not the person's, was sent or is
 * gone
 */
export async function attach(
  tx: Tx,
  { messageId, userId, ids }: { readonly messageId: string; readonly userId: UserId; readonly ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  if (ids.length > MAX_ATTACHMENTS) throw fieldError('attachments', `At most ${MAX_ATTACHMENTS} files.`);
  const sent = await execute(tx, attachSql, [messageId, userId, ids]);
  if (sent !== ids.length) {
    throw new DomainError('conflict', { message: 'A file was removed meanwhile. Please attach it again.' });
  }
}

/** The files of messages, in the order of their upload. */
export function attachmentsOf(on: Db | Tx, messageIds: readonly string[]): Promise<readonly AttachmentName[]> {
  return select<AttachmentName>(on, listSql, [messageIds]);
}

/** The bytes of a file of a message. @throws DomainError `not_found` @throws Error for bytes that were changed */
export async function openAttachment(
  on: Db | Tx,
  box: SecretBox,
  { id, messageIds }: { readonly id: string; readonly messageIds: readonly string[] },
): Promise<AttachmentName & { readonly bytes: Buffer }> {
  const row = await ticketAttachmentsTable.findOne(on, { id });
  if (row === undefined || row.messageId === null || !messageIds.includes(row.messageId)) {
    throw new DomainError('not_found');
  }
  const key = Buffer.from(box.open(row.keySealed, contextOf(id)), 'base64');
  const { messageId, fileName, contentType, sizeBytes } = row;
  return { id, messageId, fileName, contentType, sizeBytes, bytes: openBytes(row.content, key) };
}

/** The last part of a name, without what could be a path or a line of its own. */
export function plainFileName(name: string): string {
  const last = name
    .split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return last === undefined || last === '' ? 'file' : last.slice(-120);
}

const UNSENT_SECONDS = 86_400;

async function create(
  tx: Tx,
  box: SecretBox,
  file: GivenFile & { readonly messageId: string | null; readonly userId: UserId | null },
): Promise<string> {
  const contentType = fileTypeOf(file.bytes);
  if (contentType === undefined) throw fieldError('file', 'The file must be a PDF, JPG or PNG.');
  const id = newId();
  const key = randomBytes(32);
  await ticketAttachmentsTable.create(tx, {
    id,
    messageId: file.messageId,
    userId: file.userId,
    fileName: plainFileName(file.fileName),
    contentType,
    sizeBytes: file.bytes.length,
    keySealed: box.seal(key.toString('base64'), contextOf(id)),
    content: sealBytes(file.bytes, key),
  });
  return id;
}

function contextOf(id: string): string {
  return `ticket file:${id}`;
}

const attachSql = prepared(`
  UPDATE ticket_attachment SET message_id = $1 WHERE user_id = $2 AND message_id IS NULL AND id = ANY($3::uuid[])`);

const listSql = prepared(`
  SELECT id, message_id AS "messageId", file_name AS "fileName", content_type AS "contentType",
    size_bytes AS "sizeBytes"
  FROM ticket_attachment WHERE message_id = ANY($1::uuid[]) ORDER BY created_at, id`);
