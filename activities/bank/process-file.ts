import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { applyRecallAnswer, applyStatusReport, findAnswered } from '../../db/bank/answers.ts';
import { endContradictionOf } from '../../db/bank/contradictions.ts';
import { type BankFile, moveBankFile, readBankFile, repeatedMessage } from '../../db/bank/files.ts';
import { bookLateEntries } from '../../db/bank/late-entries.ts';
import type { Tx } from '../../db/core/sequelize.ts';
import type { AccountMessageKind, BankFileKind } from '../../domain/bank/messages.ts';
import { isDomainError } from '../../domain/errors.ts';
import { type BankDeps, bankTransaction } from './deps.ts';
import { BankFileError } from './files/bank-file-error.ts';
import { kindOf, withoutHostileXml } from './files/hostile.ts';
import { readRecallAnswer, readStatusReport } from './files/read-status.ts';
import { readOwnStatements } from './own-statements.ts';
import { bookStatements, type Waiting } from './process-statements.ts';

/**
 * The outcome of a file: it was dealt with, waits for the statements before it, was left alone because the statements
 * are held, or failed unexpectedly, so that the next round tries it again. `failed_statement`: later statements may
 * build on it.
 */
export type ProcessedFile = 'done' | 'held' | 'failed' | 'failed_statement' | { readonly waitsFrom: string };

/**
 * Reads a file of the bank and does what it says. It may be interrupted anywhere and run again: whatever was done
 * before is found done. A file that cannot be believed is refused with the reason, and nothing of it is booked. One
 * that fails in any other way is alerted and keeps no other file from being processed.
 */
export async function processBankFile(
  deps: BankDeps,
  file: BankFile,
  { holdsStatements, acceptsGap = false }: { readonly holdsStatements: boolean; readonly acceptsGap?: boolean },
): Promise<ProcessedFile> {
  let { kind } = file;
  try {
    const body = await bodyOf(deps, file);
    kind = kindOf(body);
    if (holdsStatements && isOrdered(kind)) return 'held';
    const waiting = await processBelieved(deps, file, { body, kind, acceptsGap });
    if (waiting !== null) return { waitsFrom: waiting.day };
  } catch (error) {
    if (error instanceof BankFileError || isDomainError(error, 'conflict')) {
      await refuse(deps, file, { kind, problem: error.message });
    } else {
      const failed = kind === null || isOrdered(kind) ? 'failed_statement' : 'failed';
      await alertFailed(deps, file, { failed, problem: error instanceof Error ? error.message : String(error) });
      return failed;
    }
  }
  await resolveAlert(deps.db, { kind: 'bank_file_failed', subject: file.id });
  return 'done';
}

/** Reports are the statements of banks that send nothing else. */
function isOrdered(kind: BankFileKind | null): boolean {
  return kind === 'camt.053' || kind === 'camt.052';
}

async function bodyOf({ db, box }: BankDeps, { id }: BankFile): Promise<Buffer> {
  const bytes = await readBankFile(db, box, id);
  if (bytes === null) throw new BankFileError('Its bytes were not kept.');
  return withoutHostileXml(bytes);
}

interface BelievedFile {
  readonly body: Buffer;
  readonly kind: BankFileKind | null;
  /** Nothing else came: it is booked although statements before it are missing. */
  readonly acceptsGap: boolean;
}

async function processBelieved(
  deps: BankDeps,
  file: BankFile,
  { body, kind, acceptsGap }: BelievedFile,
): Promise<Waiting | null> {
  switch (kind) {
    case 'pain.002':
      await processStatusReport(deps, file, body);
      return null;
    case 'camt.029':
      await processRecallAnswer(deps, file, body);
      return null;
    case 'camt.052':
    case 'camt.053':
    case 'camt.054':
      return processStatements(deps, file, { body, kind, acceptsGap });
    case 'pain.001':
    case 'camt.055':
      throw new BankFileError(`It is a ${kind}, which only we send.`);
    case null:
      throw new BankFileError(`It is none of the messages that are read: ${READ_MESSAGES}.`);
  }
}

const READ_MESSAGES = 'pain.002.001.03 to .10, camt.052, camt.053 and camt.054.001.02 to .08, camt.029.001.06';

/** Operators decide what to do with it; nothing of it was booked. */
async function refuse(
  { db, mode }: BankDeps,
  { id, name }: BankFile,
  { kind, problem }: { readonly kind: BankFileKind | null; readonly problem: string },
): Promise<void> {
  await moveBankFile(db, { id, from: ['stored', 'waiting'] }, { state: 'refused', problem, kind });
  const message = `The file ${name} of the bank (${mode}) was refused: ${problem}`;
  await raiseAlert(db, { kind: 'bank_file_refused', subject: id, message });
}

async function alertFailed(
  { db, mode }: BankDeps,
  { id, name }: BankFile,
  { failed, problem }: { readonly failed: ProcessedFile; readonly problem: string },
): Promise<void> {
  const what = `The file ${name} of the bank (${mode}) cannot be processed; each round tries again: ${problem}`;
  const message = failed === 'failed_statement' ? `${what} The statements after it wait for it.` : what;
  await raiseAlert(db, { kind: 'bank_file_failed', subject: id, message });
}

async function processStatusReport(deps: BankDeps, file: BankFile, body: Buffer): Promise<void> {
  deps.schemas.validate('pain.002', body);
  const report = readStatusReport(body.toString());
  await claim(deps, file, 'pain.002', report.messageId);
  const answered = await findAnswered(deps.db, deps.mode, report.originalMessageId);
  if (answered?.kind !== 'pain.001') {
    throw new BankFileError(`It answers ${report.originalMessageId}, which is no file of payments of ours.`);
  }
  await finish(deps, file, async (tx) => {
    const { mode, nowMs } = deps;
    await applyStatusReport(tx, report, { fileId: file.id, mode, nowMs: nowMs(), answered });
    return { answers: answered.id };
  });
}

async function processRecallAnswer(deps: BankDeps, file: BankFile, body: Buffer): Promise<void> {
  deps.schemas.validate('camt.029', body);
  const answer = readRecallAnswer(body.toString());
  await claim(deps, file, 'camt.029', answer.messageId);
  await finish(deps, file, async (tx) => {
    const { mode, nowMs } = deps;
    const found = await applyRecallAnswer(tx, answer, { fileId: file.id, mode, nowMs: nowMs() });
    if (found === 0) throw new BankFileError('It answers no recall of ours.');
    return {};
  });
}

interface StatementsBody {
  readonly body: Buffer;
  readonly kind: AccountMessageKind;
  readonly acceptsGap: boolean;
}

async function processStatements(
  deps: BankDeps,
  file: BankFile,
  { acceptsGap, ...body }: StatementsBody,
): Promise<Waiting | null> {
  const { messageId, statements, others, waitsFor } = await readOwnStatements(deps, file, body);
  await claim(deps, file, body.kind, messageId);
  const early = await bookStatements(deps, file, { read: statements, acceptsGap });
  const waiting = early ?? (waitsFor === null ? null : { words: waitsFor, day: NO_DAY });
  if (waiting !== null) {
    const change = { state: 'waiting', problem: waiting.words } as const;
    await moveBankFile(deps.db, { id: file.id, from: ['stored', 'waiting'] }, change);
    return waiting;
  }
  for (const each of [file, ...others]) {
    await finish(deps, each, async (tx) => {
      await bookLateEntries(tx, deps.mode, deps.nowMs());
      await endContradictionOf(tx, each.id);
      return {};
    });
  }
  return null;
}

/** Pages wait for pages, whatever came before their statement. */
const NO_DAY = '9999-12-31';

/** A message ID belongs to one file: what comes with it again, with other bytes, is not believed. */
async function claim({ db, mode }: BankDeps, file: BankFile, kind: BankFileKind, messageId: string): Promise<void> {
  const earlier = await repeatedMessage(db, { mode, messageId, id: file.id });
  if (earlier !== null) {
    throw new BankFileError(`Its message ID ${messageId} came before with other content, in ${earlier}.`);
  }
  await moveBankFile(db, { id: file.id, from: ['stored', 'waiting'] }, { kind, messageId });
}

async function finish(
  deps: BankDeps,
  { id }: BankFile,
  work: (tx: Tx) => Promise<{ readonly answers?: string }>,
): Promise<void> {
  await bankTransaction(deps, async (tx) => {
    const more = await work(tx);
    const settledAt = new Date(deps.nowMs());
    await moveBankFile(
      tx,
      { id, from: ['stored', 'waiting'] },
      { state: 'processed', problem: null, settledAt, ...more },
    );
  });
}
