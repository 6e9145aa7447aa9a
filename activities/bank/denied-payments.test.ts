import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { confirmChoice, listContradictions, requestChoice } from '../../db/bank/contradiction-votes.ts';
import { isBankStopped } from '../../db/bank/differences.ts';
import { bankPaymentsTable } from '../../db/bank/payment-rows.ts';
import { bankEntriesTable } from '../../db/bank/rows.ts';
import { moneyTransaction } from '../../db/core/sequelize.ts';
import { GATEWAY } from '../../db/ledger/accounts.ts';
import { balances } from '../../db/ledger/balances.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { actOf } from '../../db/treasury/moves/testing.fixture.ts';
import { admitPayments } from '../../db/withdrawals/admit.ts';
import { giveWithdrawal } from '../../db/withdrawals/give.ts';
import { withdrawalsTable } from '../../db/withdrawals/rows.ts';
import { openTill, type Till, testWithdrawalSettings, withdraw } from '../../db/withdrawals/testing.fixture.ts';
import { endToEndIdOf } from '../../domain/bank/end-to-end-id.ts';
import { openTestBank } from './bank.fixture.ts';
import { type SaidEntry, statementText } from './bank-says.fixture.ts';
import { runBankRound } from './window.ts';

const mode = 'production';
let t: Awaited<ReturnType<typeof openTestBank>>;
let till: Till;
let opens = 0;
let count = 0;

beforeEach(async () => {
  t = await openTestBank({ whole: true });
  [opens, count] = [1_000_000, 0];
  till = await openTill(t.db);
  await say([], { day: '2026-11-20' });
});

const round = () => runBankRound({ ...t.deps, mode, admit: admitPayments(testWithdrawalSettings) });
/** The bank's next statement; a false one does not change its balance. */
async function say(entries: readonly SaidEntry[], { isTrue = true, day = '2026-11-24' } = {}): Promise<void> {
  count += 1;
  const text = statementText({ id: `S${count}`, number: `${count}`, opens, day, entries });
  if (isTrue) opens += entries.reduce((sum, { minor, isDebit }) => sum + (isDebit ? -minor : minor), 0);
  t.clock.nowMs = Math.max(t.clock.nowMs, Date.now()) + 1_000;
  await writeFile(join(t.folder, 'from-bank', `${count}.xml`), text, { mode: 0o640 });
  await round();
}
async function given() {
  const withdrawal = await withdraw(t.db, till);
  const give = { withdrawalId: withdrawal.id, nowMs: Date.now() };
  await moneyTransaction(t.db, (tx) => giveWithdrawal(tx, testWithdrawalSettings, give));
  await round();
  return withdrawal;
}
const debitOf = (id: string, minor: bigint): SaidEntry => ({
  minor: Number(minor),
  isDebit: true,
  details: [{ endToEndId: endToEndIdOf(id) }],
});
const returnOf = (id: string, minor: bigint): SaidEntry => ({
  minor: Number(minor),
  code: ['PMNT', 'ICDT', 'RRTN'],
  details: [{ endToEndId: endToEndIdOf(id) }],
});
async function refusedIsRight(): Promise<void> {
  const [manager, mlro] = [await makeStaff(t.db, 'manager'), await makeStaff(t.db, 'mlro')];
  const id = (await listContradictions(t.db, 10))[0]?.row.id ?? '';
  const request = { id, choice: 'refused' } as const;
  await moneyTransaction(t.db, (tx) => requestChoice(tx, { ...request, note: 'The bank says so.' }, actOf(manager)));
  await moneyTransaction(t.db, (tx) => confirmChoice(tx, request, actOf(mlro)));
  await round();
  expect(await listContradictions(t.db, 10)).toEqual([]);
}
const sumOf = async (owner: string, kind: string) =>
  (await balances(t.db, { owner, mode }))
    .filter((each) => each.asset === 'EUR' && each.kind === kind)
    .reduce((sum, { total }) => sum + total, 0n);
async function expectAgreement(): Promise<void> {
  expect(await sumOf(GATEWAY, 'custody:bank:main')).toBe(BigInt(-opens));
  expect((await trialBalance(t.db)).mismatches).toEqual([]);
  expect(await isBankStopped(t.db, mode)).toBe(false);
}
const suspense = () => sumOf(GATEWAY, 'suspense:bank');

test('a debit that a true statement denies is in suspense for its payee, until the bank makes the payment', async () => {
  const { id, netMinor } = await given();
  await say([debitOf(id, netMinor)], { isTrue: false });
  expect(await withdrawalsTable.findOne(t.db, { id })).toMatchObject({ status: 'done' });
  await say([{ minor: 5, details: [{ words: 'nobody' }] }]);
  await refusedIsRight();
  expect(await suspense()).toBe(netMinor + 5n);
  const waits = { direction: 'credit', code: 'DENIED', bookedAs: 'suspense' } as const;
  expect(await bankEntriesTable.findOne(t.db, waits)).toMatchObject({ amountMinor: netMinor });
  await expectAgreement();
  await say([debitOf(id, netMinor)], { day: '2026-11-25' });
  expect(await suspense()).toBe(5n);
  expect(await bankEntriesTable.count(t.db, { direction: 'debit', bookedAs: 'suspense' })).toBe(0);
  expect(await bankPaymentsTable.findOne(t.db, { id })).toMatchObject({ status: 'booked' });
  await expectAgreement();
});

test('a return that never was freezes the merchant, who gives it back and owes what was spent of it', async () => {
  const { id, netMinor } = await given();
  await say([debitOf(id, netMinor)], { day: '2026-11-23' });
  const owner = till.shop.merchantId;
  const before = await sumOf(owner, 'available');
  // The bank kept a charge of the return.
  await say([returnOf(id, netMinor - 500n)], { isTrue: false });
  const after = await sumOf(owner, 'available');
  expect(after).toBeGreaterThan(before);
  await say([{ minor: 6, details: [{ words: 'nobody' }] }]);
  expect(await listContradictions(t.db, 10)).toMatchObject([{ row: { merchants: [owner] } }]);
  await expect(withdraw(t.db, till)).rejects.toMatchObject({ code: 'account_frozen' });
  await refusedIsRight();
  expect(await sumOf(owner, 'available')).toBe(after - netMinor);
  expect(await sumOf(GATEWAY, 'suspense:bank_debit')).toBe(0n);
  await expectAgreement();
  await withdraw(t.db, till);
});

test('a payment that a refused statement says was made is given to the bank, if that statement is right', async () => {
  const { id, netMinor } = await given();
  const from = opens;
  await say([{ minor: 7, details: [{ words: 'forged' }] }], { isTrue: false });
  expect(opens).toBe(from);
  await say([debitOf(id, netMinor)]);
  expect(await withdrawalsTable.findOne(t.db, { id })).toMatchObject({ status: 'queue' });
  await refusedIsRight();
  expect(await withdrawalsTable.findOne(t.db, { id })).toMatchObject({ status: 'done', hold: 'posted' });
  await expectAgreement();
});

test('what was claimed by a transfer and never was is an unknown debit, which staff book', async () => {
  await say([{ minor: 900, details: [{ words: 'claimed' }] }], { isTrue: false });
  await bankEntriesTable.update(t.db, { bookedAs: 'claimed' }, { amountMinor: 900n });
  await say([{ minor: 8, details: [{ words: 'nobody' }] }]);
  await refusedIsRight();
  expect(await bankEntriesTable.findOne(t.db, { code: 'DENIED' })).toMatchObject({
    direction: 'debit',
    bookedAs: 'suspense',
    remittance: 'Denied by statement S3: claimed',
  });
  await expectAgreement();
});
