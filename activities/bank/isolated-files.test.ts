import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerNameQuestion } from '../../db/bank/payments.ts';
import { bankDifferencesTable, bankFilesTable, bankStatementsTable } from '../../db/bank/rows.ts';
import { alertsTable } from '../../db/core/rows.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { writeNotification } from '../../scripts/bank-simulator/account-messages.ts';
import { commandBank } from '../../scripts/bank-simulator/folder.ts';
import { writeRecallAnswer } from '../../scripts/bank-simulator/messages.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import type { BankDeps } from './deps.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const { db, deps, folder, bank, clock } = t;
const { iban, bic, name: owner } = testAccount;
const account = { iban, bic, owner };
const give = (name: string, text: string) => writeFile(join(folder, 'from-bank', name), text);
const tick = async () => {
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  await bank.tick(clock.nowMs);
};
const stateOf = async (name: string) => (await bankFilesTable.findOne(db, { name }))?.state;
const openAlerts = async () => await alertsTable.find(db, { kind: 'bank_file_failed', resolvedAt: null });

const fee = (messageId: string) => {
  const code = ['PMNT', 'MDOP', 'CHRG'] as const;
  const day = new Date(clock.nowMs).toISOString().slice(0, 10);
  const movement = { reference: `${messageId}-1`, direction: 'debit', minor: '10', day, code } as const;
  return writeNotification({ messageId, nowMs: clock.nowMs }, [movement], account);
};

/** Reading fails, unexpectedly, where the bytes contain this, as often as said. */
function failing(at: string, times: number): BankDeps {
  let left = times;
  const validate: BankDeps['schemas']['validate'] = (kind, bytes) => {
    if (Buffer.from(bytes).includes(at) && left > 0) {
      left -= 1;
      throw new TypeError('It is not iterable.');
    }
    return deps.schemas.validate(kind, bytes);
  };
  return { ...deps, schemas: { ...deps.schemas, validate } };
}

test('of two answers to a recall about one payment the last counts, and the next file is processed in the same round', async () => {
  const id = await t.order({ name: 'Shop no match' });
  await runBankRound(deps);
  await tick();
  await runBankRound(deps);
  await inTransaction(db, (tx) => answerNameQuestion(tx, { withdrawalId: id, by: 'Ann', outcome: 'cancel' }));
  await runBankRound(deps);
  const { endToEndId } = await t.payment(id);
  const outcomes = [false, true].map((isCanceled) => ({ endToEndId, isCanceled }));
  await give('a-twice.xml', writeRecallAnswer({ messageId: 'TWICE1', nowMs: clock.nowMs, outcomes }, account));
  await give('b-next.xml', fee('NEXT1'));
  await runBankRound(deps);
  expect(await t.payment(id)).toMatchObject({ status: 'rejected', reasonCode: 'CUST' });
  expect(await stateOf('a-twice.xml')).toBe('processed');
  expect(await stateOf('b-next.xml')).toBe('processed');
});

test('a file that fails unexpectedly is alerted with its name, lets the others through, and is tried again', async () => {
  await give('a-broken.xml', fee('BROKEN1'));
  await give('b-good.xml', fee('GOOD1'));
  const broken = failing('BROKEN1', 3);
  for (let rounds = 0; rounds < 2; rounds += 1) {
    expect(await runBankRound(broken)).toMatchObject({ processed: rounds === 0 ? 1 : 0 });
    expect(await stateOf('a-broken.xml')).toBe('stored');
    expect(await stateOf('b-good.xml')).toBe('processed');
    expect(await openAlerts()).toMatchObject([{ message: expect.stringContaining('a-broken.xml') }]);
  }
  // New payments are ordered all the same.
  const id = await t.order();
  await runBankRound(broken);
  expect(t.changesOf(id)).toEqual(['in_file']);
  await runBankRound(deps);
  expect(await stateOf('a-broken.xml')).toBe('processed');
  expect(await openAlerts()).toEqual([]);
});

test('statements are never read past one that fails', async () => {
  await tick();
  await runBankRound(deps);
  const before = await bankStatementsTable.count(db, {});
  for (const minor of ['100', '200']) {
    await commandBank(folder, { type: 'fee', minor });
    await tick();
  }
  await runBankRound(failing('camt.053', 1));
  expect(await bankStatementsTable.count(db, {})).toBe(before);
  expect(await bankFilesTable.count(db, { direction: 'in', state: 'stored' })).toBeGreaterThanOrEqual(2);
  expect(await bankFilesTable.count(db, { state: 'waiting' })).toBe(0);
  expect(await openAlerts()).toMatchObject([{ message: expect.stringContaining('The statements after it wait') }]);
  await runBankRound(deps);
  expect(await bankStatementsTable.count(db, {})).toBeGreaterThanOrEqual(before + 2);
  expect(await bankDifferencesTable.count(db, { differenceMinor: 200n })).toBe(0);
  expect(await openAlerts()).toEqual([]);
});

test('a payment is not ordered a second time while a file of the bank is unread', async () => {
  const id = await t.order({ name: 'Shop no match' });
  await runBankRound(deps);
  await tick();
  await runBankRound(deps);
  await inTransaction(db, (tx) => answerNameQuestion(tx, { withdrawalId: id, by: 'Ann', outcome: 'pay' }));
  await give('unread.xml', fee('UNREAD1'));
  await runBankRound(failing('UNREAD1', 1));
  expect(await t.payment(id)).toMatchObject({ status: 'waiting', files: 1 });
  await runBankRound(deps);
  expect(await t.payment(id)).toMatchObject({ status: 'in_file', files: 2 });
});
