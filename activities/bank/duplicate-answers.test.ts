import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { retryBankFile } from '../../db/bank/files.ts';
import { answerNameQuestion } from '../../db/bank/payments.ts';
import { bankFilePaymentsTable, bankFilesTable, bankStatementsTable } from '../../db/bank/rows.ts';
import { tearUpFile } from '../../db/bank/tear-up.ts';
import { alertsTable } from '../../db/core/rows.ts';
import { inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { type SimulatedStatus, writeRecallAnswer, writeReport } from '../../scripts/bank-simulator/messages.ts';
import { writeStatement } from '../../scripts/bank-simulator/statement.fixture.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const { db, deps, folder, clock } = t;
const { iban, bic, name: owner } = testAccount;
const account = { iban, bic, owner };
/** Never behind the database's clock, by which the next file of payments may be written. */
function round() {
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  return runBankRound(deps);
}
const give = (name: string, text: string) => writeFile(join(folder, 'from-bank', name), text);

let messages = 0;
const header = () => {
  messages += 1;
  return { messageId: `TWICE${messages}`, nowMs: clock.nowMs };
};

interface Ordered {
  readonly id: string;
  readonly endToEndId: string;
  readonly orderedIn: string;
}

/** A payment in a file that the bank has; no simulated bank answers. */
async function ordered(over: Parameters<typeof t.order>[0] = {}): Promise<Ordered> {
  const id = await t.order(over);
  await round();
  return lastOrder(id);
}

async function lastOrder(id: string): Promise<Ordered> {
  const [link] = await bankFilePaymentsTable.find(db, { paymentId: id }, { order: [['paymentVersion', 'DESC']] });
  const file = await bankFilesTable.findOne(db, { id: link?.fileId ?? '' });
  return { id, endToEndId: (await t.payment(id)).endToEndId, orderedIn: file?.messageId ?? '' };
}

interface Said {
  readonly group?: string;
  readonly reason?: string;
  readonly own?: Omit<SimulatedStatus, 'endToEndId'>;
}

/** The bank's answer about a file, or about the payment in it, read in a round. */
async function says({ endToEndId, orderedIn }: Ordered, { group, reason, own }: Said, part = 1): Promise<void> {
  const parts = new Map(own === undefined ? [] : [[`${orderedIn}-${part}`, [{ endToEndId, ...own }]]]);
  const report = { ...header(), originalMessageId: orderedIn, groupStatus: group ?? null, groupReason: reason, parts };
  await give(`${report.messageId}.xml`, writeReport(report, account));
  await round();
}

async function debits({ endToEndId }: Ordered): Promise<void> {
  const about = header();
  const day = new Date(clock.nowMs).toISOString().slice(0, 10);
  const code = ['PMNT', 'ICDT', 'ESCT'] as const;
  const movement = {
    reference: `${about.messageId}-1`,
    direction: 'debit',
    minor: '1000',
    day,
    code,
    endToEndId,
  } as const;
  // Only a statement moves money.
  const last = await bankStatementsTable.findOne(db, {}, { order: [['place', 'DESC']] });
  const openingMinor = last?.closingMinor ?? 1_000_000n;
  const balances = { openingMinor, closingMinor: openingMinor - 1000n };
  const statement = { ...about, sequence: (last?.sequence ?? 0) + 1, ...balances, movements: [movement] };
  await give(`${about.messageId}.xml`, writeStatement(statement, account));
  await round();
}

const contradictions = async (subject: string) =>
  await alertsTable.find(db, { kind: 'bank_contradiction', subject, resolvedAt: null });

test.each(['AM05', 'DU01', 'DUPL', 'RF01'])(
  'a file that is rejected with %s because it came twice gives no money back',
  async (reason) => {
    const payment = await ordered();
    await says(payment, { group: 'ACCP' });
    await says(payment, { group: 'RJCT', reason });
    expect(t.changesOf(payment.id)).toEqual(['in_file', 'accepted']);
    await debits(payment);
    expect(t.changesOf(payment.id)).toEqual(['in_file', 'accepted', 'booked']);
  },
);

test('an answer about the second delivery leaves the file waiting for the answer about the first', async () => {
  const payment = await ordered();
  await says(payment, { group: 'RJCT', reason: 'AM05' });
  expect(t.changesOf(payment.id)).toEqual(['in_file']);
  const file = await bankFilesTable.findOne(db, { messageId: payment.orderedIn });
  expect(file?.state).toBe('sent');
  expect(await contradictions(file?.id ?? '')).toHaveLength(1);
  await says(payment, { group: 'RJCT', reason: 'AM04' });
  expect(t.changesOf(payment.id)).toEqual(['in_file', 'rejected']);
});

test('once the bank makes a payment, its rejection asks an operator, and the money stays held', async () => {
  const payment = await ordered();
  await says(payment, { own: { code: 'ACSP' } });
  await says(payment, { group: 'RJCT', reason: 'TM01' });
  expect(t.changesOf(payment.id)).toEqual(['in_file', 'accepted', 'disputed']);
  expect(await t.payment(payment.id)).toMatchObject({ status: 'accepted' });
  expect(await contradictions(payment.id)).toHaveLength(1);
  await debits(payment);
  expect(t.changesOf(payment.id).at(-1)).toBe('booked');
});

test('a recall that the bank confirms after it made the payment asks an operator', async () => {
  const payment = await ordered({ name: 'Shop no match' });
  await says(payment, { own: { code: 'RVNM' } });
  await inTransaction(db, (tx) => answerNameQuestion(tx, { withdrawalId: payment.id, by: 'Ann', outcome: 'cancel' }));
  await round();
  await says(payment, { own: { code: 'ACSC' } });
  const outcomes = [{ endToEndId: payment.endToEndId, isCanceled: true }];
  await give('late-recall.xml', writeRecallAnswer({ ...header(), outcomes }, account));
  expect(await round()).toMatchObject({ recalled: 0 });
  expect(t.changesOf(payment.id)).toEqual(['in_file', 'name_question', 'accepted', 'disputed']);
});

test('while another file orders the payment, a rejection asks an operator; once that is rejected too, it ends', async () => {
  const first = await ordered({ name: 'Shop close match' });
  await says(first, { own: { code: 'RVMC', payeeName: 'Right Name' } });
  await inTransaction(db, (tx) => answerNameQuestion(tx, { withdrawalId: first.id, by: 'Ann', outcome: 'pay' }));
  await round();
  const second = await lastOrder(first.id);
  expect(second.orderedIn).not.toBe(first.orderedIn);
  await says(second, { own: { code: 'RJCT', reasonCode: 'AC04' } }, 2);
  expect(t.changesOf(first.id)).toEqual(['in_file', 'name_question', 'in_file', 'disputed']);
  await says(first, { own: { code: 'RJCT', reasonCode: 'AC04' } });
  expect(t.changesOf(first.id).at(-1)).toBe('rejected');
});

test('of a file that was sent again, one delivery may be made although the other is rejected', async () => {
  const payment = await ordered();
  const file = await bankFilesTable.findOne(db, { messageId: payment.orderedIn });
  if (file === undefined) throw new Error('There is no file.');
  await bankFilesTable.update(db, { state: 'sending' }, { id: file.id });
  const later = Date.now() + 24 * 3_600_000;
  expect(await inTransaction(db, (tx) => retryBankFile(tx, { ...file, state: 'sending' }, later))).toBe(true);
  await round();
  await says(payment, { group: 'ACCP' });
  await says(payment, { group: 'RJCT', reason: 'FF01' });
  expect(t.changesOf(payment.id)).toEqual(['in_file', 'accepted', 'disputed']);
});

test('a file that was torn up never left, so a rejection of the later one ends the payment', async () => {
  const payment = await ordered();
  const file = await bankFilesTable.findOne(db, { messageId: payment.orderedIn });
  if (file === undefined) throw new Error('There is no file.');
  await bankFilesTable.update(db, { state: 'written' }, { id: file.id });
  const torn = { by: 'Ann', note: 'Wrong day', nowMs: clock.nowMs };
  expect(await moneyTransaction(db, (tx) => tearUpFile(tx, { ...file, state: 'written' }, torn))).toBe(true);
  await round();
  const later = await lastOrder(payment.id);
  expect(later.orderedIn).not.toBe(payment.orderedIn);
  await says(later, { group: 'RJCT', reason: 'AM04' });
  expect(t.changesOf(payment.id)).toEqual(['in_file', 'torn_up', 'in_file', 'rejected']);
});

test('a debit of a rejected payment is booked after its end, and the withdrawal hears of it', async () => {
  const payment = await ordered();
  await says(payment, { group: 'RJCT', reason: 'AM04' });
  expect(t.changesOf(payment.id)).toEqual(['in_file', 'rejected']);
  await debits(payment);
  expect(t.changesOf(payment.id)).toEqual(['in_file', 'rejected', 'booked']);
});
