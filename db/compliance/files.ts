import { createHash, randomBytes } from 'node:crypto';
import { Op } from 'sequelize';
import { type FileType, fileTypeOf, MAX_FILE_BYTES, mayBecomeFile } from '../../domain/compliance/file-kind.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { openBytes, sealBytes } from '../core/sealed-bytes.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { fromNow } from '../core/table.ts';
import { filesTable, uploadsTable } from './rows.ts';

/** A file whose sealed parts are stored and that belongs to no document yet. */
export interface ReceivedFile {
  /** The id that its document gets. */
  readonly id: string;
  readonly keySealed: Buffer;
  readonly contentType: FileType;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

/**
 * Stores a file as it arrives, sealed part by part with a key of its own: no more than {@link HEAD_BYTES} of it are in
 * memory. Nothing remains of a file that is refused or breaks off; remains of a process that died are removed by a
 * later call.
 * @throws DomainError 422 on `file` for what is no PDF, JPG or PNG; `too_large`
 */
export async function receiveFile(db: Db, box: SecretBox, body: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  await removeAbandoned(db);
  const id = newId();
  const key = randomBytes(32);
  await uploadsTable.create(db, { documentId: id });
  try {
    const seen = await storeParts(db, { id, key, body });
    return { id, keySealed: box.seal(key.toString('base64'), contextOf(id)), ...seen };
  } catch (error) {
    await removeReceived(db, id);
    throw error;
  }
}

/** Removes a file that no document was made of. */
export async function removeReceived(on: Db | Tx, id: string): Promise<void> {
  await execute(on, removeReceivedSql, [[id]]);
}

/**
 * Makes a received file that of its document, which must be written already. @throws DomainError `conflict` for one
 * that is gone
 */
export async function keepFile(tx: Tx, { id, keySealed }: ReceivedFile): Promise<void> {
  const kept = await uploadsTable.destroy(tx, { documentId: id });
  if (kept === 0)
    throw new DomainError('conflict', { message: 'The upload took too long. Please upload the file again.' });
  await filesTable.create(tx, { documentId: id, keySealed });
}

/**
 * @param sizeBytes what the document says, so that no part is missing @throws Error for bytes that were changed, moved
 *   or cut off
 */
export async function openFile(
  on: Db | Tx,
  box: SecretBox,
  file: {
    readonly id: string;
    readonly keySealed: Buffer;
    readonly content: Buffer | null;
    readonly sizeBytes: number;
  },
): Promise<Buffer> {
  const key = Buffer.from(box.open(file.keySealed, contextOf(file.id)), 'base64');
  // Files stored before there were parts.
  if (file.content !== null) return openBytes(file.content, key);
  const parts = await select<{ position: number; content: Buffer }>(on, partsSql, [file.id]);
  const bytes = Buffer.concat(parts.map(({ position, content }) => openBytes(content, key, position)));
  if (bytes.length !== file.sizeBytes) throw new Error('A part of the file is missing.');
  return bytes;
}

const PART_BYTES = 256 * 1024;
/** The kind of a file shows within these bytes, also if a camera wrote much before the picture. */
const HEAD_BYTES = 1024 * 1024;

interface Arriving {
  readonly id: string;
  readonly key: Buffer;
  readonly body: AsyncIterable<Uint8Array>;
}

async function storeParts(
  db: Db,
  { id, key, body }: Arriving,
): Promise<Pick<ReceivedFile, 'contentType' | 'sizeBytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let contentType: FileType | undefined;
  let sizeBytes = 0;
  let position = 0;
  for await (const part of partsOf(body)) {
    sizeBytes += part.length;
    if (sizeBytes > MAX_FILE_BYTES) throw new DomainError('too_large', { message: 'The file is larger than 10 MB.' });
    hash.update(part);
    if (contentType === undefined) {
      head = Buffer.concat([head, part]);
      contentType = fileTypeOf(head);
      if (contentType === undefined && (head.length >= HEAD_BYTES || !mayBecomeFile(head))) break;
    }
    await execute(db, insertPartSql, [id, position, sealBytes(part, key, position)]);
    position += 1;
  }
  if (contentType === undefined) throw fieldError('file', 'The document must be a PDF, JPG or PNG file.');
  return { contentType, sizeBytes, sha256: hash.digest() };
}

/** Pieces of {@link PART_BYTES}, the last one smaller. */
async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; ) {
      const piece = Buffer.from(chunk.subarray(at, at + PART_BYTES - length));
      pieces.push(piece);
      length += piece.length;
      at += piece.length;
      if (length < PART_BYTES) continue;
      yield Buffer.concat(pieces);
      pieces = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(pieces);
}

async function removeAbandoned(db: Db): Promise<void> {
  const old = { startedAt: { [Op.lt]: fromNow(-3600) } };
  const rows = await uploadsTable.find(db, old, { columns: ['documentId'], limit: 20 });
  if (rows.length > 0) await execute(db, removeReceivedSql, [rows.map(({ documentId }) => documentId)]);
}

function contextOf(id: string): string {
  return `document:${id}`;
}

const insertPartSql = prepared('INSERT INTO compliance_file_part (document_id, position, content) VALUES ($1, $2, $3)');
const partsSql = prepared(
  'SELECT position, content FROM compliance_file_part WHERE document_id = $1 ORDER BY position',
);
const removeReceivedSql = prepared(`
  WITH gone AS (DELETE FROM compliance_upload WHERE document_id = ANY($1::uuid[]) RETURNING document_id)
  DELETE FROM compliance_file_part p USING gone WHERE p.document_id = gone.document_id`);
