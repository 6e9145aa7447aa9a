import { reasonInWords } from '../../domain/bank/reasons.ts';
import { DomainError } from '../../domain/errors.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { Change } from '../process/define.ts';
import type { BankPaymentKind } from './payment-process.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';
import { answerNameQuestion, type NameAnswer } from './payments.ts';

/**
 * The bank asks about the name of a payment that no merchant has requested, such as a transfer of own money or a
 * return: staff answer, and the alert ends with the question. One line of db/reactions.ts.
 */
export async function tellNameQuestions(tx: Tx, changes: readonly Change<BankPaymentKind>[]): Promise<void> {
  const isRequested = ({ status }: BankPaymentRow) => status === 'name_question';
  const news = changes.filter(({ before, after }) => isRequested(before.row) !== isRequested(after));
  const own = await ownPayments(
    tx,
    news.map(({ after }) => after.id),
  );
  for (const { after } of news) {
    if (!isRequested(after)) await resolveAlert(tx, { ...ALERT, subject: after.id });
    else if (own.has(after.id)) await raiseAlert(tx, { ...ALERT, subject: after.id, message: questionWords(after) });
  }
}

/** Which of these payments no merchant has requested. */
export async function ownPayments(on: Tx | Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await select<{ id: string }>(on, ownSql, [ids])).map(({ id }) => id));
}

export interface OwnAnswer extends Pick<NameAnswer, 'outcome'> {
  readonly paymentId: string;
  readonly note: string;
}

/**
 * One of the staff answers about a payment that no merchant has requested; where it goes was confirmed by two people
 * and does not change.
 * @throws DomainError `not_found`, also for the payment of a merchant; `illegal_transition` if nothing is asked
 */
export async function answerOwnQuestion(
  tx: Tx,
  { paymentId: id, outcome, note }: OwnAnswer,
  { actor, origin }: Pick<AuditEntry, 'actor' | 'origin'>,
): Promise<void> {
  const payment = await bankPaymentsTable.findOne(tx, { id });
  if (payment === undefined || !(await ownPayments(tx, [id])).has(id)) throw new DomainError('not_found');
  await answerNameQuestion(tx, { withdrawalId: id, by: `${actor.kind}:${actor.id}`, outcome });
  await audit(tx, {
    chain: 'staff',
    actor,
    origin,
    action: 'bank.name_answered',
    target: { kind: 'bank_payment', id, label: describePayment(payment) },
    data: { outcome: outcome === 'pay' ? 'pay' : 'cancel it', note },
  });
}

const ALERT = { kind: 'bank_name_question' } as const;

function questionWords(payment: BankPaymentRow): string {
  const { reasonCode, payeeName, mode } = payment;
  const holder = payeeName === null ? '' : ` The account holder is “${payeeName}”.`;
  const said = reasonCode === null ? '' : ` ${reasonInWords(reasonCode, null)}`;
  const what = `The bank asks about the name of the payment of ${describePayment(payment)} (${mode}).`;
  return `${what}${said}${holder} Answer it in the console under Bank.`;
}

function describePayment({ amountMinor, creditorName, creditorIban }: BankPaymentRow): string {
  return `${formatAmount(amountMinor, 2)} EUR to “${creditorName}”, ${creditorIban}`;
}

const ownSql = prepared(`
  SELECT p.id FROM bank_payment p
  WHERE p.id = ANY($1::uuid[]) AND NOT EXISTS (SELECT FROM withdrawal w WHERE w.id = p.id)`);
