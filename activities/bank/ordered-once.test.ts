import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bookAsCost } from '../../db/bank/late-entries.ts';
import { answerNameQuestion } from '../../db/bank/payments.ts';
import {
  bankDifferencesTable,
  bankEntriesTable,
  bankFilePaymentsTable,
  bankFilesTable,
  bankStatementsTable,
} from '../../db/bank/rows.ts';
import { alertsTable } from '../../db/core/rows.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { writeNotification } from '../../scripts/bank-simulator/account-messages.ts';
import { writeReport } from '../../scripts/bank-simulator/messages.ts';
import { writeStatement } from '../../scripts/bank-simulator/statement.fixture.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const { db, deps, folder, bank, clock } = t;
const { iban, bic, name: owner } = testAccount;
const account = { iban, bic, owner };
const round = () => runBankRound(deps);
const answer = (id: string, outcome: 'pay' | 'cancel' = 'pay') =>
  inTransaction(db, (tx) => answerNameQuestion(tx, { withdrawalId: id, by: 'Ann', outcome }));
const give = (name: string, text: string) => writeFile(join(folder, 'from-bank', name), text);

let messages = 0;
const header = () => {
  messages += 1;
  return { messageId: `ONCE${messages}`, nowMs: clock.nowMs };
};

/** Files that order a payment. */
async function filesOf(id: string) {
  const links = await bankFilePaymentsTable.find(db, { paymentId: id }, { order: [['paymentVersion', 'ASC']] });
  const files = await bankFilesTable.find(db, { kind: 'pain.001' });
  return links.flatMap(({ fileId }) => files.filter((file) => file.id === fileId));
}

/** A payment that the bank asks about. */
async function requested(): Promise<{ id: string; endToEndId: string; orderedIn: string }> {
  const id = await t.order({ name: 'Shop no match' });
  await round();
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  await bank.tick(clock.nowMs);
  // Its answer is read, and nothing else moves.
  await round();
  const { endToEndId, status } = await t.payment(id);
  expect(status).toBe('name_question');
  const [file] = await filesOf(id);
  return { id, endToEndId, orderedIn: file?.messageId ?? '' };
}

/** The bank's answer about one payment of a file. */
const says = (code: string, { endToEndId, orderedIn }: { endToEndId: string; orderedIn: string }) => {
  const report = { ...header(), originalMessageId: orderedIn, groupStatus: null };
  const text = writeReport({ ...report, parts: new Map([[`${orderedIn}-1`, [{ endToEndId, code }]]]) }, account);
  return give(`${report.messageId}.xml`, text);
};

/** The next statement, with a debit that has this end-to-end ID. */
const debits = async ({ endToEndId }: { endToEndId: string }, minor = '1000') => {
  const { messageId, nowMs } = header();
  const code = ['PMNT', 'ICDT', 'ESCT'] as const;
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const movement = { reference: `${messageId}-1`, direction: 'debit', minor, day, code, endToEndId } as const;
  const last = await bankStatementsTable.findOne(db, {}, { order: [['place', 'DESC']] });
  const openingMinor = last?.closingMinor ?? 0n;
  const statement = { messageId, nowMs, sequence: (last?.sequence ?? 0) + 1, openingMinor, movements: [movement] };
  const text = writeStatement({ ...statement, closingMinor: openingMinor - BigInt(minor) }, account);
  return give(`${messageId}.xml`, text);
};

/** The same as a notification: it moves nothing, but the bank may have made the payment. */
const notifies = ({ endToEndId }: { endToEndId: string }) => {
  const { messageId, nowMs } = header();
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const movement = { reference: `${messageId}-1`, direction: 'debit', minor: '1000', day, endToEndId } as const;
  const said = { ...movement, code: ['PMNT', 'ICDT', 'ESCT'] as const };
  return give(`${messageId}.xml`, writeNotification({ messageId, nowMs }, [said], account));
};

const contradiction = (id: string) => alertsTable.findOne(db, { kind: 'bank_contradiction', subject: id });

test('a payment that the bank makes while it asks about the name is accepted, and can no longer be ordered again', async () => {
  const payment = await requested();
  await says('ACSC', payment);
  await round();
  expect(t.changesOf(payment.id)).toEqual(['in_file', 'name_question', 'accepted']);
  await expect(answer(payment.id)).rejects.toMatchObject({ code: 'illegal_transition' });
  await round();
  expect(await filesOf(payment.id)).toHaveLength(1);
  // A question that is read late changes nothing any more.
  await says('RVNM', payment);
  await round();
  expect((await t.payment(payment.id)).status).toBe('accepted');
  await debits(payment);
  await round();
  expect(t.changesOf(payment.id).at(-1)).toBe('booked');
});

test.each(['ACSP', 'ACSC', 'ACCC'])(
  'after the answer to pay, %s for the payment comes before its next file',
  async (code) => {
    const payment = await requested();
    await answer(payment.id);
    await says(code, payment);
    await round();
    expect(await t.payment(payment.id)).toMatchObject({ status: 'accepted', carriedOut: true });
    expect(await filesOf(payment.id)).toHaveLength(1);
  },
);

test('a debit that comes before the next file is that of the payment, which is not ordered again', async () => {
  const payment = await requested();
  await answer(payment.id);
  await debits(payment);
  await round();
  expect(t.changesOf(payment.id)).toEqual(['in_file', 'name_question', 'booked']);
  expect(await filesOf(payment.id)).toHaveLength(1);
});

test('a payment whose debit is notified is not ordered again, and is booked once a statement contains it', async () => {
  const payment = await requested();
  await answer(payment.id);
  await notifies(payment);
  await round();
  expect(await t.payment(payment.id)).toMatchObject({ status: 'waiting' });
  expect(await filesOf(payment.id)).toHaveLength(1);
  await debits(payment);
  await round();
  expect(t.changesOf(payment.id).at(-1)).toBe('booked');
  expect(await bankEntriesTable.count(db, { endToEndId: payment.endToEndId })).toBe(1);
});

test('a payment is not ordered while nobody has decided about a debit with its end-to-end ID', async () => {
  const payment = await requested();
  await answer(payment.id);
  await debits(payment, '999');
  await round();
  await round();
  expect(await t.payment(payment.id)).toMatchObject({ status: 'waiting' });
  expect(await filesOf(payment.id)).toHaveLength(1);
  expect(await contradiction(payment.id)).toMatchObject({ message: expect.stringContaining(payment.endToEndId) });
  const entry = await bankEntriesTable.findOne(db, { endToEndId: payment.endToEndId });
  await inTransaction(db, (tx) => bookAsCost(tx, entry?.id ?? '', 'A charge, as the bank says.'));
  await round();
  expect(await filesOf(payment.id)).toHaveLength(2);
});

test('a bank that makes a payment of an earlier file than the last is alerted', async () => {
  // The simulated bank states what it made, which the statements above do not say.
  const resolve = () =>
    bankDifferencesTable.update(db, { resolvedAt: new Date(), resolvedBy: 'Ann' }, { resolvedAt: null });
  await resolve();
  const payment = await requested();
  await resolve();
  await answer(payment.id);
  await round();
  expect(await filesOf(payment.id)).toHaveLength(2);
  await says('ACSC', payment);
  await round();
  expect((await t.payment(payment.id)).status).toBe('in_file');
  expect(await contradiction(payment.id)).toMatchObject({ message: expect.stringContaining('orders it again') });
});
