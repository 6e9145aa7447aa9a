import type { Mode } from '../../domain/assets/assets.ts';
import type { RecallAnswer, StatusReport } from '../../domain/bank/messages.ts';
import type { BankPaymentStatus } from '../../domain/bank/payment-table.ts';
import { reasonInWords } from '../../domain/bank/reasons.ts';
import { type PaymentNews, paymentNews } from '../../domain/bank/status-news.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { applySteps } from '../process/apply.ts';
import { type BankFile, FILE_COLUMNS, moveBankFile } from './files.ts';
import { type BankPaymentKind, bankPaymentProcess } from './payment-process.ts';
import { settleRecallFiles } from './recall-files.ts';
import { bankFilesTable } from './rows.ts';

/** The file of ours that a message answers. */
export async function findAnswered(on: Tx | Db, mode: Mode, messageId: string): Promise<BankFile | undefined> {
  return bankFilesTable.findOne(on, { mode, messageId, direction: 'out' }, { columns: FILE_COLUMNS });
}

export interface AnswerToApply {
  /** The file with the answer. */
  readonly fileId: string;
  readonly mode: Mode;
  readonly nowMs: number;
}

/**
 * Applies the bank's answer to a file of payments: to the whole file, its parts, or single payments. News that a
 * payment is already past changes nothing. That a file or payment came twice changes nothing either: its first delivery
 * counts, and the answer to that one is still expected. @returns how many payments it was about
 */
export async function applyStatusReport(
  tx: Tx,
  report: StatusReport,
  { fileId, mode, nowMs, answered }: AnswerToApply & { readonly answered: BankFile },
): Promise<number> {
  const ordered = await select<OrderedPayment>(tx, orderedSql, [answered.id]);
  const all = ordered.flatMap((payment) => {
    const said = paymentNews(report, payment);
    return said === null ? [] : [{ ...payment, said }];
  });
  const news = all.filter(({ said }) => said.type !== 'duplicate');
  if (news.length < all.length) await alertDuplicates(tx, all, { mode, answered });
  // An older file of a payment has nothing to say any more once a newer one orders it, except that it is made as well.
  for (const { id, said, isLatest } of news) {
    if (isLatest || said.type !== 'carry_out') continue;
    const what = `The bank makes payment ${id} (${mode}) as the file ${answered.name} ordered it`;
    const message = `${what}, although a later file orders it again. Ask the bank to make it only once.`;
    await raiseAlert(tx, { kind: 'bank_contradiction', subject: id, message });
  }
  const rejected = news.filter(({ said }) => said.type === 'reject').map(({ id }) => id);
  await execute(tx, rejectedSql, [answered.id, rejected]);
  const alive = await ordersAlive(tx, rejected);
  const steps = news.flatMap(({ id, said, isLatest, status, isResent }): NewsOf[] => {
    if (said.type !== 'reject') return isLatest ? [{ id, said }] : [];
    // The last order that was alive has ended. One of two deliveries of a file may be rejected and the other made.
    const isEnd = !alive.has(id) && !(isResent && status === 'accepted');
    return isEnd || isLatest ? [{ id, said, isDisputed: !isEnd }] : [];
  });
  await applyNews(tx, steps, { fileId, mode, nowMs });
  if (all.length === 0 || news.length > 0) {
    await moveBankFile(
      tx,
      { id: answered.id, from: ['sending', 'sent'] },
      { state: 'answered', settledAt: new Date(nowMs) },
    );
  }
  return all.length;
}

async function alertDuplicates(
  tx: Tx,
  all: readonly { readonly said: PaymentNews }[],
  { mode, answered }: { readonly mode: Mode; readonly answered: BankFile },
): Promise<void> {
  const duplicates = all.flatMap(({ said }) => (said.type === 'duplicate' ? [said] : []));
  const [first] = duplicates;
  const said = first === undefined ? '' : ` ${reasonInWords(first.reasonCode ?? '', first.words)}`;
  const about = `${duplicates.length} payments in ${answered.name} (${mode})`;
  const what = `The bank says of ${about} that they came twice.${said}`;
  const message = `${what} Nothing changes: the answer to what came first counts. If there is none, ask the bank.`;
  await raiseAlert(tx, { kind: 'bank_contradiction', subject: answered.id, message });
}

/** Which of these payments are still ordered by a file whose order the bank has not rejected. */
async function ordersAlive(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await select<{ id: string }>(tx, aliveSql, [ids])).map(({ id }) => id));
}

/**
 * Applies the bank's answer to a recall; of several answers about one payment, the last counts.
 * @returns how many payments of ours it was about
 */
export async function applyRecallAnswer(tx: Tx, answer: RecallAnswer, at: AnswerToApply): Promise<number> {
  const ids = answer.payments.map(({ endToEndId }) => endToEndId);
  const found = await select<{ id: string; endToEndId: string }>(tx, byEndToEndSql, [at.mode, ids]);
  const byEndToEnd = new Map(found.map(({ id, endToEndId }) => [endToEndId, id]));
  const news = new Map<string, PaymentNews>();
  for (const { endToEndId, outcome, reasonCode, words } of answer.payments) {
    const id = byEndToEnd.get(endToEndId);
    if (id === undefined || outcome === 'pending') continue;
    const type = outcome === 'canceled' ? 'reject' : 'refuse_recall';
    const code = outcome === 'canceled' ? (reasonCode ?? 'CUST') : reasonCode;
    news.set(id, { type, reasonCode: code, words, payeeName: null, bankReference: null });
  }
  const canceled = [...news].filter(([, { type }]) => type === 'reject').map(([id]) => id);
  await execute(tx, recalledSql, [canceled]);
  const alive = await ordersAlive(tx, canceled);
  const steps = [...news].map(([id, said]) => ({ id, said, isDisputed: alive.has(id) }));
  await applyNews(tx, steps, at);
  await settleRecallFiles(tx, [...news.keys()], at.nowMs);
  return news.size;
}

interface OrderedPayment {
  readonly id: string;
  readonly endToEndId: string;
  readonly isConfirmed: boolean;
  readonly isLatest: boolean;
  readonly status: BankPaymentStatus;
  readonly isResent: boolean;
}

interface NewsOf {
  readonly id: string;
  readonly said: PaymentNews;
  readonly isDisputed?: boolean;
}

/**
 * A refusal by the rules means that the bank contradicts itself, such as a rejection after the debit. A rejection that
 * may not be the end of a payment leaves its money held, and operators ask the bank.
 */
async function applyNews(tx: Tx, news: readonly NewsOf[], { fileId, mode, nowMs }: AnswerToApply): Promise<void> {
  const steps = news.map(({ id, said, isDisputed = false }) => {
    const event = isDisputed ? { ...said, type: 'dispute' as const } : eventOf(said);
    return { id, event, cause: `file:${fileId}`, nowMs };
  });
  const answers = await applySteps<BankPaymentKind>(tx, bankPaymentProcess, steps);
  const refused = news.filter((_each, index) => answers[index]?.refused !== undefined);
  const [first] = refused;
  if (first === undefined) return;
  const what = `The bank answered ${first.said.type} to payment ${first.id} (${mode}), which is past that.`;
  const message = `${what} ${refused.length} payments in all.`;
  await raiseAlert(tx, { kind: 'bank_contradiction', subject: fileId, message });
}

function eventOf(said: PaymentNews): BankPaymentKind['event'] {
  if (said.type === 'duplicate') throw new Error('A duplicate is no event.');
  return { ...said, type: said.type };
}

// A payment whose name was confirmed is in a second file: the answer to the first is old by then. A refused file of
// ours was torn up and never left.
const orderedSql = prepared(`
  SELECT p.id, p.end_to_end_id AS "endToEndId", p.name_confirmed AS "isConfirmed", p.status, a.resent AS "isResent",
    NOT EXISTS (
      SELECT FROM bank_file_payment o JOIN bank_file f ON f.id = o.file_id
      WHERE o.payment_id = p.id AND f.kind = 'pain.001' AND f.state <> 'refused'
        AND o.payment_version > l.payment_version) AS "isLatest"
  FROM bank_file_payment l JOIN bank_payment p ON p.id = l.payment_id JOIN bank_file a ON a.id = l.file_id
  WHERE l.file_id = $1 ORDER BY p.id`);

const byEndToEndSql = prepared(
  'SELECT id, end_to_end_id AS "endToEndId" FROM bank_payment WHERE mode = $1 AND end_to_end_id = ANY($2::text[])',
);

const rejectedSql = prepared(
  'UPDATE bank_file_payment SET rejected = true WHERE file_id = $1 AND payment_id = ANY($2::uuid[])',
);

// A recall is about the last order of a payment.
const recalledSql = prepared(`
  UPDATE bank_file_payment l SET rejected = true
  FROM (
    SELECT DISTINCT ON (o.payment_id) o.payment_id, o.file_id
    FROM bank_file_payment o JOIN bank_file f ON f.id = o.file_id
    WHERE o.payment_id = ANY($1::uuid[]) AND f.kind = 'pain.001' AND f.state <> 'refused'
    ORDER BY o.payment_id, o.payment_version DESC) last
  WHERE l.payment_id = last.payment_id AND l.file_id = last.file_id`);

const aliveSql = prepared(`
  SELECT DISTINCT l.payment_id AS id FROM bank_file_payment l JOIN bank_file f ON f.id = l.file_id
  WHERE l.payment_id = ANY($1::uuid[]) AND f.kind = 'pain.001' AND f.state <> 'refused' AND NOT l.rejected`);
