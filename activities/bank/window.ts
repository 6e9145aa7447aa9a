import { randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';
import { raiseAlert } from '../../db/alerts/alerts.ts';
import { collectPayments, collectRecalls, type FileWriter, type OrderedPayment } from '../../db/bank/collect.ts';
import { hasContradiction, isFileDoubted, readContradictionsAgain } from '../../db/bank/contradictions.ts';
import { isBankStopped } from '../../db/bank/differences.ts';
import {
  type BankFile,
  findBankFiles,
  lastFileOfPayments,
  moveBankFile,
  readBankFile,
  storeIncomingFile,
} from '../../db/bank/files.ts';
import { lockBank } from '../../db/bank/lock.ts';
import { tearUpFile } from '../../db/bank/tear-up.ts';
import { hasUncheckedRestore, isFromBeforeRestore } from '../../db/core/restored.ts';
import { type Db, inTransaction, moneyTransaction, retrying } from '../../db/core/sequelize.ts';
import { CONFIRMED_AT_ONCE, confirmEuroDeposits } from '../../db/deposits/euro.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { DELIVERY_WITHIN_MS } from '../../domain/bank/file-retry.ts';
import { executionDay } from '../../domain/bank/target-calendar.ts';
import { checkBankCustody } from '../custody/bank.ts';
import type { BankDeps } from './deps.ts';
import { unpack } from './files/unpack.ts';
import { writePayments } from './files/write-payments.ts';
import { writeRecall } from './files/write-recall.ts';
import { processBankFile } from './process-file.ts';
import { type FileFromBank, NotDeliveredError } from './transport.ts';

/** The actions of one round. */
export interface BankRound {
  readonly received: number;
  readonly processed: number;
  readonly ordered: number;
  readonly recalled: number;
  readonly sent: number;
}

/**
 * One round with the bank: takes its files, does what they say, and only then writes and sends what waits, so that
 * nothing leaves while the bank and the books differ. Each step continues where an earlier round was interrupted.
 */
export async function runBankRound(deps: BankDeps): Promise<BankRound> {
  const received = await receiveFiles(deps);
  const processed = await processFiles(deps);
  await checkBankCustody(deps);
  await confirmDeposits(deps);
  const ordered = (await isWindowOpen(deps)) ? await order(deps) : 0;
  const recalled = await recall(deps);
  await tearUpDoubted(deps);
  const sent = await sendFiles(deps);
  await tellOfOpenFiles(deps);
  return { received, processed, ordered, recalled, sent };
}

/** A file is a row before it is taken from the bank: in between, it is found again, and known by its bytes. */
async function receiveFiles({ db, box, mode, transport }: BankDeps): Promise<number> {
  let received = 0;
  for await (const file of transport.incoming()) {
    for (const { name, bytes, problem } of await contentsOf(file)) {
      const { id, isNew } = await storeIncomingFile(db, box, { mode, name, bytes, problem });
      if (isNew) received += 1;
      if (isNew && problem !== null) {
        const place = file.problem === null ? '' : ' It is in the folder "refused".';
        const message = `The file ${name} (${mode}) was not read: ${problem}${place}`;
        await raiseAlert(db, { kind: 'bank_file_refused', subject: id ?? name, message });
      }
    }
    await file.taken(file.problem !== null);
  }
  return received;
}

interface Received {
  readonly name: string;
  readonly bytes: Buffer;
  readonly problem: string | null;
}

/** The files in a container are files of their own; one that cannot be unpacked is kept as it is. */
async function contentsOf(file: FileFromBank): Promise<readonly Received[]> {
  const { name, problem } = file;
  if (problem !== null) return [{ name, bytes: Buffer.from(problem), problem }];
  const bytes = await file.read();
  const unpacked = unpack(bytes);
  if (unpacked === null) return [{ name, bytes, problem: null }];
  if (unpacked.length === 0) return [{ name, bytes, problem: 'It cannot be unpacked, or is empty.' }];
  return unpacked.map((each) => ({ name: `${name}.${each.name}`, bytes: each.bytes, problem: null }));
}

/** A statement that was refused because it contradicts booked entries is judged again whenever more is booked. */
async function processFiles(deps: BankDeps): Promise<number> {
  const processed = await processOnce(deps);
  if (processed === 0 || !(await hasContradiction(deps.db, deps.mode))) return processed;
  await readContradictionsAgain(deps.db, deps.mode);
  return processed + (await processOnce(deps));
}

/**
 * Those that wait for another are tried again as long as one of them moves on; what is missing then has not come, and
 * the first of them is booked all the same. A file that fails keeps no other from being processed, except that
 * statements are never read past one that failed.
 */
async function processOnce(deps: BankDeps): Promise<number> {
  const { db, mode } = deps;
  let processed = 0;
  let holdsStatements = false;
  const process = async (file: BankFile, acceptsGap = false) => {
    const became = await processBankFile(deps, file, { holdsStatements, acceptsGap });
    holdsStatements ||= became === 'failed_statement';
    return became;
  };
  for (const file of await findBankFiles(db, mode, ['stored'])) {
    if ((await process(file)) === 'done') processed += 1;
  }
  const findWaiting = () => findBankFiles(db, mode, ['waiting']);
  for (let before = 0, waiting = await findWaiting(); waiting.length !== before; waiting = await findWaiting()) {
    before = waiting.length;
    const from = new Map<BankFile, string>();
    for (const file of waiting) {
      const became = await process(file);
      if (typeof became === 'object') from.set(file, became.waitsFrom);
    }
    if (from.size < waiting.length) continue;
    const byDay = [...from].toSorted(([, one], [, other]) => one.localeCompare(other));
    for (const [first] of byDay.slice(0, 1)) await process(first, true);
  }
  return processed;
}

/** The entries of a statement are credited to the deposits that they are part of. */
async function confirmDeposits({ db, mode, nowMs }: BankDeps): Promise<void> {
  const some = () =>
    retrying(() =>
      moneyTransaction(db, async (tx) => {
        await lockBank(tx, mode);
        return confirmEuroDeposits(tx, mode, nowMs());
      }),
    );
  while ((await some()) === CONFIRMED_AT_ONCE);
}

async function isWindowOpen({ db, mode, windowMs, nowMs }: BankDeps): Promise<boolean> {
  const last = await lastFileOfPayments(db, mode);
  return last === null || nowMs() - last.getTime() >= windowMs;
}

async function order(deps: BankDeps): Promise<number> {
  const { account, cutOffHour, schemas } = deps;
  return collect(deps, collectPayments, ({ messageId, nowMs }, payments) => {
    const day = executionDay(nowMs, cutOffHour);
    const written = payments.map((payment) => ({ ...payment, file: payment.files }));
    const file = writePayments({ messageId, createdMs: nowMs, executionDay: day, from: account, payments: written });
    schemas.validate('pain.001', file);
    return file;
  });
}

async function recall(deps: BankDeps): Promise<number> {
  const { account, schemas } = deps;
  return collect(deps, collectRecalls, ({ messageId, nowMs }, payments) => {
    const recalled = payments.map((payment) => ({
      ...payment,
      file: payment.files,
      orderedIn: payment.orderedIn ?? '',
    }));
    const file = writeRecall({ messageId, createdMs: nowMs, from: account, payments: recalled });
    schemas.validate('camt.055', file);
    return file;
  });
}

type Write = (of: Pick<FileWriter, 'messageId' | 'nowMs'>, payments: readonly OrderedPayment[]) => Buffer;

/** A file that would not be valid is not written, and its payments go on waiting. */
async function collect(deps: BankDeps, add: typeof collectPayments, write: Write): Promise<number> {
  const { db, box, mode, nowMs, admit } = deps;
  const of = { mode, messageId: newMessageId(nowMs()), nowMs: nowMs() };
  return retrying(() =>
    moneyTransaction(db, (tx) => add(tx, box, { ...of, admit, write: (payments) => write(of, payments) })),
  );
}

/** So that all other payments of a file go into the next one. After a restore, files wait for its checks anyway. */
async function tearUpDoubted({ db, mode, nowMs }: BankDeps): Promise<void> {
  if (await hasUncheckedRestore(db, 'euro')) return;
  for (const file of await findBankFiles(db, mode, ['written'])) {
    if (!(await isFileDoubted(db, file.id))) continue;
    const note = 'A statement contradicts what is booked about one of its payments.';
    await retrying(() => moneyTransaction(db, (tx) => tearUpFile(tx, file, { by: 'Tidegate', note, nowMs: nowMs() })));
  }
}

/**
 * Sends what is written. Whether an interrupted delivery arrived, the transport knows; where it cannot, the file is not
 * sent again: the bank's answers and statements say what became of it, or an operator who has asked the bank. The same
 * is true of a file that a backup shows as written, because it may have left since.
 */
async function sendFiles(deps: BankDeps): Promise<number> {
  let sent = 0;
  for (const file of await findBankFiles(deps.db, deps.mode, ['written', 'sending'])) {
    if (await isRestored(deps.db, file)) continue;
    if (file.state === 'sending') {
      const became = await deps.transport.lookUp(file.name);
      if (became === 'delivered') await noteSent(deps, file);
      if (became !== 'staged') continue;
    }
    if (await send(deps, file)) sent += 1;
  }
  return sent;
}

/** @returns false if it may not leave now */
async function send(deps: BankDeps, file: BankFile): Promise<boolean> {
  const { db, box, transport } = deps;
  const bytes = await readBankFile(db, box, file.id);
  if (bytes === null) throw new Error(`The file ${file.name} has no bytes.`);
  if (file.state === 'written' && ((await mustStay(db, file)) || !(await stage(deps, file, bytes)))) return false;
  // Before an interrupted delivery goes on, much may have happened.
  if (await mustStay(db, file)) {
    await moveBankFile(db, { id: file.id, from: ['sending'] }, { state: 'written' });
    return false;
  }
  try {
    await transport.deliver(file.name, bytes);
  } catch (error) {
    if (error instanceof NotDeliveredError) {
      await moveBankFile(db, { id: file.id, from: ['sending'] }, { state: 'written' });
    }
    throw error;
  }
  await noteSent(deps, file);
  return true;
}

/**
 * Payments stay here while euro are stopped, the bank and the books differ, or statements contradict each other about
 * one of them. A recall only takes payments back.
 */
async function mustStay(on: Db, { id, mode, kind }: BankFile): Promise<boolean> {
  if (kind !== 'pain.001') return false;
  if ((await isStopped(on, { mode, network: 'SEPA' })) || (await isBankStopped(on, mode))) return true;
  return isFileDoubted(on, id);
}

async function isRestored(db: Db, { kind, createdAt }: BankFile): Promise<boolean> {
  return kind === 'pain.001' && (await isFromBeforeRestore(db, createdAt));
}

/**
 * The row is locked while its file is staged, so of two rounds at once one stages it. A copy that is staged after the
 * delivery would look like a delivery that never happened. A stop that is activated meanwhile is seen right before the
 * delivery.
 *
 * @returns false if another round has taken the file
 */
function stage({ db, transport }: BankDeps, file: BankFile, bytes: Buffer): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await moveBankFile(tx, { id: file.id, from: ['written'] }, { state: 'sending' }))) return false;
    await transport.stage(file.name, bytes);
    return true;
  });
}

async function noteSent({ db, nowMs }: BankDeps, { id }: BankFile): Promise<void> {
  await moveBankFile(db, { id, from: ['sending'] }, { state: 'sent', sentAt: new Date(nowMs()) });
}

/** Banks answer within a day. */
const ANSWER_WITHIN_MS = 24 * 3_600_000;

async function tellOfOpenFiles({ db, mode, nowMs }: BankDeps): Promise<void> {
  for (const file of await findBankFiles(db, mode, ['written']))
    if (await isRestored(db, file)) await tellOfRestored(db, file);
  for (const { id, name, state, createdAt, problem } of await findBankFiles(db, mode, ['sending', 'sent', 'waiting'])) {
    const ageMs = nowMs() - createdAt.getTime();
    if (state === 'waiting' && ageMs > ANSWER_WITHIN_MS) {
      const message = `The file ${name} (${mode}) waits for a statement that has not come: ${problem}`;
      await raiseAlert(db, { kind: 'bank_statement_missing', subject: id, message });
    } else if (state !== 'waiting' && ageMs > (state === 'sent' ? ANSWER_WITHIN_MS : DELIVERY_WITHIN_MS)) {
      const what = state === 'sent' ? 'has not been answered for a day' : 'may or may not have reached the bank';
      const message = `The file ${name} (${mode}) ${what}. Ask the bank before you do anything else.`;
      await raiseAlert(db, { kind: 'bank_file_open', subject: id, message });
    }
  }
}

async function tellOfRestored(db: Db, { id, name, mode }: BankFile): Promise<void> {
  const what = `The file ${name} (${mode}) was written before the database was restored, and may have left since.`;
  const message = `${what} It is not sent. Once the checks after the restore have passed, tear it up under Bank.`;
  await raiseAlert(db, { kind: 'bank_file_open', subject: id, message });
}

/** At most 35 letters and digits, which no bank changes; never used twice. */
function newMessageId(nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '');
  return `TG${day}${base32crockford.encode(randomBytes(12))}`;
}
