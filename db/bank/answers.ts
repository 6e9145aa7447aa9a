import type { Mode } from '../../domain/assets.ts';
import type { RecallAnswer, StatusReport } from '../../domain/bank/messages.ts';
import { type PaymentNews, paymentNews } from '../../domain/bank/status-news.ts';
import { raiseAlert } from '../alerts.ts';
import { applySteps } from '../process/apply.ts';
import type { Db, Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
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
 * Applies the bank's answer to a file of payments: to the whole file, its parts, or single payments. What a payment is
 * past already changes nothing. @returns how many payments it was about
 */
export async function applyStatusReport(
  tx: Tx,
  report: StatusReport,
  { fileId, mode, nowMs, answered }: AnswerToApply & { readonly answered: BankFile },
): Promise<number> {
  const ordered = await select<OrderedPayment>(tx, orderedSql, [answered.id]);
  const all = ordered.flatMap((payment) => {
    const said = paymentNews(report, payment);
    return said === null ? [] : [{ id: payment.id, said, isLatest: payment.isLatest }];
  });
  // An older file of a payment has nothing to say any more once a newer one orders it, except that it is made as well.
  const news = all.filter(({ isLatest }) => isLatest);
  for (const { id, said, isLatest } of all) {
    if (isLatest || said.type !== 'carry_out') continue;
    const what = `The bank makes payment ${id} (${mode}) as the file ${answered.name} ordered it`;
    const message = `${what}, although a later file orders it again. Ask the bank to make it only once.`;
    await raiseAlert(tx, { kind: 'bank_contradiction', subject: id, message });
  }
  await applyNews(tx, news, { fileId, mode, nowMs });
  await moveBankFile(
    tx,
    { id: answered.id, from: ['sending', 'sent'] },
    { state: 'answered', settledAt: new Date(nowMs) },
  );
  return news.length;
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
  await applyNews(
    tx,
    [...news].map(([id, said]) => ({ id, said })),
    at,
  );
  await settleRecallFiles(tx, [...news.keys()], at.nowMs);
  return news.size;
}

interface OrderedPayment {
  readonly id: string;
  readonly endToEndId: string;
  readonly isConfirmed: boolean;
  readonly isLatest: boolean;
}

/** A refusal by the rules means that the bank contradicts itself, such as a rejection after the debit. */
async function applyNews(
  tx: Tx,
  news: readonly { readonly id: string; readonly said: PaymentNews }[],
  { fileId, mode, nowMs }: AnswerToApply,
): Promise<void> {
  const steps = news.map(({ id, said: event }) => ({ id, event, cause: `file:${fileId}`, nowMs }));
  const answers = await applySteps<BankPaymentKind>(tx, bankPaymentProcess, steps);
  const refused = news.filter((_each, index) => answers[index]?.refused !== undefined);
  const [first] = refused;
  if (first === undefined) return;
  const what = `The bank answered ${first.said.type} to payment ${first.id} (${mode}), which is past that.`;
  const message = `${what} ${refused.length} payments in all.`;
  await raiseAlert(tx, { kind: 'bank_contradiction', subject: fileId, message });
}

// A payment whose name was confirmed is in a second file: the answer to the first is old by then.
const orderedSql = prepared(`
  SELECT p.id, p.end_to_end_id AS "endToEndId", p.name_confirmed AS "isConfirmed",
    NOT EXISTS (
      SELECT FROM bank_file_payment o JOIN bank_file f ON f.id = o.file_id
      WHERE o.payment_id = p.id AND f.kind = 'pain.001' AND o.payment_version > l.payment_version) AS "isLatest"
  FROM bank_file_payment l JOIN bank_payment p ON p.id = l.payment_id
  WHERE l.file_id = $1 ORDER BY p.id`);

const byEndToEndSql = prepared(
  'SELECT id, end_to_end_id AS "endToEndId" FROM bank_payment WHERE mode = $1 AND end_to_end_id = ANY($2::text[])',
);
