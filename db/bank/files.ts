import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import { Op } from 'sequelize';
import type { Mode } from '../../domain/assets/assets.ts';
import { retryOf } from '../../domain/bank/file-retry.ts';
import { newId } from '../../domain/ids.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, prepared, select } from '../core/sql.ts';
import { type BankFileRow, type BankFileState, bankFilesTable } from './rows.ts';

/** A file without its bytes. */
export type BankFile = Omit<BankFileRow, 'content' | 'sha256' | 'resent'>;

/** The bytes as they are kept: compressed, because XML is mostly tags, and sealed, because they name people. */
export async function sealBytes(box: SecretBox, id: string, bytes: Buffer): Promise<Buffer> {
  return box.seal((await zip(bytes)).toString('base64'), `bank-file:${id}`);
}

export interface NewOutgoingFile {
  readonly id: string;
  readonly mode: Mode;
  readonly kind: 'pain.001' | 'camt.055';
  readonly messageId: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly payments: readonly { readonly id: string; readonly version: number }[];
  readonly totalMinor: bigint;
}

/** The row of a file of ours, before anything leaves. */
export async function addOutgoingFile(tx: Tx, box: SecretBox, file: NewOutgoingFile): Promise<void> {
  const { id, mode, kind, messageId, name, bytes, payments, totalMinor } = file;
  await bankFilesTable.create(tx, {
    id,
    mode,
    direction: 'out',
    kind,
    messageId,
    name,
    state: 'written',
    totalMinor,
    sha256: hashOf(bytes),
    size: bytes.length,
    content: await sealBytes(box, id, bytes),
    payments: payments.length,
  });
  const [ids, versions] = [payments.map((each) => each.id), payments.map((each) => each.version)];
  await execute(tx, linkSql, [id, ids, versions]);
}

export interface IncomingFile {
  readonly mode: Mode;
  readonly name: string;
  readonly bytes: Buffer;
  /** Why it is not even read; null: it will be. */
  readonly problem: string | null;
}

/**
 * Keeps a file of the bank before it is read. Bytes that came before are not kept again.
 * @returns the file, also one that came before
 */
export async function storeIncomingFile(db: Db, box: SecretBox, { mode, name, bytes, problem }: IncomingFile) {
  const id = newId();
  const state = problem === null ? 'stored' : 'refused';
  const row = bankFilesTable.write({ id, mode, direction: 'in', name, size: bytes.length, state, problem }, NEW_KEYS);
  const added = await select<{ id: string }>(db, storeSql, [json(row), hashOf(bytes), await sealBytes(box, id, bytes)]);
  return { id: added[0]?.id ?? null, isNew: added.length === 1 };
}

/** Files in these states, the oldest first. */
export function findBankFiles(on: Db | Tx, mode: Mode, states: readonly BankFileState[]): Promise<BankFile[]> {
  const order = [['createdAt', 'ASC'] as const, ['id', 'ASC'] as const];
  return bankFilesTable.find(on, { mode, state: { [Op.in]: [...states] } }, { columns: FILE_COLUMNS, order });
}

/** The bytes of a file; null if they were too large to keep, or there is no such file. */
export async function readBankFile(on: Db | Tx, box: SecretBox, id: string): Promise<Buffer | null> {
  const row = await bankFilesTable.findOne(on, { id }, { columns: ['content', 'size'] });
  if (row?.content == null) return null;
  // Into one buffer with room for all of it: a large file would otherwise be in memory twice.
  const chunkSize = Math.max(row.size + 1, SMALLEST_CHUNK);
  return unzip(Buffer.from(box.open(row.content, `bank-file:${id}`), 'base64'), { chunkSize });
}

/**
 * Moves a file on, and closes the alerts about the state it was in. @returns false if it was not in that state any more
 */
export async function moveBankFile(
  on: Db | Tx,
  { id, from }: { readonly id: string; readonly from: readonly BankFileState[] },
  change: Partial<
    Pick<BankFileRow, 'state' | 'problem' | 'kind' | 'messageId' | 'answers' | 'sentAt' | 'settledAt' | 'resent'>
  >,
): Promise<boolean> {
  const isMoved = (await bankFilesTable.update(on, change, { id, state: { [Op.in]: [...from] } })) === 1;
  if (isMoved && change.state !== undefined) await closeAlerts(on, id, change.state);
  return isMoved;
}

async function closeAlerts(on: Db | Tx, id: string, state: BankFileState): Promise<void> {
  await resolveAlert(on, { kind: 'bank_file_open', subject: id });
  await resolveAlert(on, { kind: 'bank_file_refused', subject: id });
  // A file that waits is read again in each round, and may go on waiting.
  if (state !== 'waiting') await resolveAlert(on, { kind: 'bank_statement_missing', subject: id });
}

export function findBankFile(on: Db | Tx, id: string): Promise<BankFile | undefined> {
  return bankFilesTable.findOne(on, { id }, { columns: FILE_COLUMNS });
}

/**
 * Lets a refused file of the bank be read again, and a file of ours whose outcome is unknown be sent again, unchanged.
 * @returns false for any other file, and for one whose delivery may still be under way
 */
export async function retryBankFile(tx: Tx, file: BankFile, nowMs: number): Promise<boolean> {
  const { id, direction, state, createdAt } = file;
  const act = retryOf({ direction, state, createdAtMs: createdAt.getTime() }, nowMs);
  if (act === null) return false;
  const change = act === 'read' ? ({ state: 'stored' } as const) : ({ state: 'written', resent: true } as const);
  return moveBankFile(tx, { id, from: [state] }, { ...change, problem: null });
}

/** When the last file of payments was written; null: there is none. */
export async function lastFileOfPayments(on: Db | Tx, mode: Mode): Promise<Date | null> {
  const order = [['createdAt', 'DESC'] as const];
  const row = await bankFilesTable.findOne(on, { mode, kind: 'pain.001' }, { columns: ['createdAt'], order });
  return row?.createdAt ?? null;
}

/** The bank sends statements (camt.053), not only reports. */
export async function hasStatements(on: Db | Tx, mode: Mode): Promise<boolean> {
  const where = { mode, kind: 'camt.053', state: { [Op.ne]: 'refused' } } as const;
  return (await bankFilesTable.findOne(on, where, { columns: ['id'] })) !== undefined;
}

/** The name of another file of the bank with this message ID; null: there is none. */
export async function repeatedMessage(
  on: Db | Tx,
  { mode, messageId, id }: { readonly mode: Mode; readonly messageId: string; readonly id: string },
): Promise<string | null> {
  const where = { mode, messageId, direction: 'in', id: { [Op.ne]: id }, state: { [Op.ne]: 'refused' } } as const;
  return (await bankFilesTable.findOne(on, where, { columns: ['name'] }))?.name ?? null;
}

export const FILE_COLUMNS = [
  'id',
  'mode',
  'direction',
  'kind',
  'messageId',
  'name',
  'size',
  'state',
  'problem',
  'answers',
  'payments',
  'totalMinor',
  'createdAt',
  'sentAt',
  'settledAt',
] as const;

const NEW_KEYS = ['id', 'mode', 'direction', 'name', 'size', 'state', 'problem'] as const;
const newColumns = NEW_KEYS.map(bankFilesTable.column).join(', ');

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

const zip: (bytes: Buffer) => Promise<Buffer> = promisify(gzip);
const unzip: (bytes: Buffer, options: ZlibOptions) => Promise<Buffer> = promisify(gunzip);
/** Of zlib. */
const SMALLEST_CHUNK = 64;

const linkSql = prepared(
  'INSERT INTO bank_file_payment (file_id, payment_id, payment_version) SELECT $1, * FROM unnest($2::uuid[], $3::int[])',
);

const storeSql = prepared(`
  INSERT INTO bank_file (${newColumns}, sha256, content)
  SELECT ${newColumns}, $2, $3 FROM jsonb_to_record($1::jsonb) AS n(${bankFilesTable.recordset(NEW_KEYS)})
  ON CONFLICT (mode, sha256) WHERE direction = 'in' DO NOTHING
  RETURNING id`);
