import type { Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { isReleasedSql, restoredBoundary } from '../core/restored.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { applySteps } from '../process/apply.ts';
import { isPaymentDoubted } from './contradictions.ts';
import { isBankStopped } from './differences.ts';
import { addOutgoingFile } from './files.ts';
import { lockBank } from './lock.ts';
import { type BankPaymentKind, bankPaymentProcess } from './payment-process.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';

/** A payment, and the message ID of the last file that ordered it. */
export type OrderedPayment = BankPaymentRow & { readonly orderedIn: string | null };

/**
 * Which of these payments may leave now, by everything that is known about what they are for. The answer stays true
 * until the end of the transaction.
 */
export type Admit = (tx: Tx, ids: readonly string[], nowMs: number) => Promise<ReadonlySet<string>>;

/** Payments of different owners: each admits its own. They are asked, and lock, in this order. */
export function admitAll(admits: readonly Admit[]): Admit {
  return async (tx, ids, nowMs) => {
    const admitted = new Set<string>();
    for (const admit of admits) for (const id of await admit(tx, ids, nowMs)) admitted.add(id);
    return admitted;
  };
}

/** How a file is named and written; throws where it would be wrong, and then nothing is written at all. */
export interface FileWriter {
  readonly mode: Mode;
  readonly messageId: string;
  readonly write: (payments: readonly OrderedPayment[]) => Buffer;
  /** Asked right before payments are put into a file; the others wait for a later one. */
  readonly admit: Admit;
  readonly nowMs: number;
}

/** More would hold their locks for too long; the rest follows in the next file. */
const MOST_IN_FILE = 2_000;

/**
 * Puts the payments that wait into a file: the file's row and the payments' steps are one transaction, so a payment is
 * in a file exactly if its row says so.
 * @returns how many; 0 while the bank and the books differ
 */
export async function collectPayments(tx: Tx, box: SecretBox, writer: FileWriter): Promise<number> {
  const { mode, messageId, nowMs, admit } = writer;
  await lockBank(tx, mode);
  if (await isBankStopped(tx, mode)) return 0;
  await alertDebited(tx, mode);
  const given = [mode, MOST_IN_FILE, await restoredBoundary(tx)];
  const waiting = (await select<{ id: string }>(tx, waitingSql, given)).map(({ id }) => id);
  const admitted = waiting.length === 0 ? new Set() : await admit(tx, waiting, nowMs);
  const steps = waiting
    .filter((id) => admitted.has(id))
    .map((id) => ({
      id,
      event: { type: 'put_in_file' as const },
      cause: `file:${messageId}`,
      nowMs,
    }));
  const answers = await applySteps<BankPaymentKind>(tx, bankPaymentProcess, steps);
  // One that was withdrawn meanwhile is refused, and in no file.
  const ids = steps.flatMap(({ id }, index) => (answers[index]?.answer === undefined ? [] : [id]));
  return addFile(tx, box, { ...writer, kind: 'pain.001', ids });
}

/**
 * The account was debited for payments that wait for their next file, in a way that is not booked as them. They go on
 * waiting, because the bank may have made them: staff decide about the debit.
 */
async function alertDebited(tx: Tx, mode: Mode): Promise<void> {
  const debited = await select<{ id: string; endToEndId: string }>(tx, debitedSql, [mode, MOST_IN_FILE]);
  for (const { id, endToEndId } of debited) {
    const what = `The account was debited with the end-to-end ID ${endToEndId} of payment ${id} (${mode})`;
    const message = `${what}, which waits for its next file. It is not ordered again before somebody decides about it.`;
    await raiseAlert(tx, { kind: 'bank_contradiction', subject: id, message });
  }
}

/** Writes one recall for all payments that are to be recalled and are in no recall yet. @returns how many */
export async function collectRecalls(tx: Tx, box: SecretBox, writer: FileWriter): Promise<number> {
  await lockBank(tx, writer.mode);
  const rows = await select<{ id: string }>(tx, recallsSql, [writer.mode, MOST_IN_FILE]);
  return addFile(tx, box, { ...writer, kind: 'camt.055', ids: rows.map(({ id }) => id) });
}

interface FileToAdd extends Omit<FileWriter, 'admit'> {
  readonly kind: 'pain.001' | 'camt.055';
  readonly ids: readonly string[];
}

async function addFile(tx: Tx, box: SecretBox, { mode, messageId, write, nowMs, kind, ids }: FileToAdd) {
  if (ids.length === 0) return 0;
  const rows = await select<object>(tx, rowsSql, [ids]);
  const payments = rows.map((row) => bankPaymentsTable.read(row) as OrderedPayment);
  await addOutgoingFile(tx, box, {
    id: newId(nowMs),
    mode,
    kind,
    messageId,
    name: `${kind}.${messageId}.xml`,
    bytes: write(payments),
    payments,
    totalMinor: payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  });
  return payments.length;
}

/** SQL: a debit with the end-to-end ID of the payment `p` is notified, or in suspense. */
export const isDebited = `EXISTS (
    SELECT FROM bank_entry e
    WHERE e.mode = p.mode AND e.end_to_end_id = p.end_to_end_id AND e.direction = 'debit' AND e.ended_at IS NULL
      AND (e.booked_as IS NULL OR e.booked_as = 'suspense'))`;

// Payments from before a restore leave only by a decision of two people. A file that is not read yet may say that the
// bank makes what an earlier file ordered.
const waitingSql = prepared(`
  SELECT p.id FROM bank_payment p WHERE p.mode = $1 AND p.status = 'waiting' AND NOT ${isDebited}
    AND NOT ${isPaymentDoubted('p')} AND ($3::uuid IS NULL OR p.id >= $3 OR ${isReleasedSql('p.id')})
    AND (p.files = 0 OR NOT EXISTS (
      SELECT FROM bank_file f WHERE f.mode = p.mode AND f.direction = 'in' AND f.state IN ('stored', 'waiting')))
  ORDER BY p.id LIMIT $2`);

const debitedSql = prepared(`
  SELECT p.id, p.end_to_end_id AS "endToEndId" FROM bank_payment p
  WHERE p.mode = $1 AND p.status = 'waiting' AND ${isDebited} ORDER BY p.id LIMIT $2`);

const recallsSql = prepared(`
  SELECT p.id FROM bank_payment p
  WHERE p.mode = $1 AND p.status = 'recalling' AND NOT EXISTS (
    SELECT FROM bank_file_payment l JOIN bank_file f ON f.id = l.file_id
    WHERE l.payment_id = p.id AND f.kind = 'camt.055' AND l.payment_version = p.version)
  ORDER BY p.id LIMIT $2`);

const rowsSql = prepared(`
  SELECT ${bankPaymentsTable.selected('p')}, (
      SELECT f.message_id FROM bank_file_payment l JOIN bank_file f ON f.id = l.file_id
      WHERE l.payment_id = p.id AND f.kind = 'pain.001' ORDER BY l.payment_version DESC LIMIT 1) AS "orderedIn"
  FROM bank_payment p WHERE p.id = ANY($1::uuid[]) ORDER BY p.id`);
