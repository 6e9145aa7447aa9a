import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { isBankStopped, openDifference } from '../../db/bank/differences.ts';
import { bankDifferencesTable, bankEntriesTable, bankFilesTable, bankStatementsTable } from '../../db/bank/rows.ts';
import { inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { depositProcess } from '../../db/deposits/process.ts';
import { type DepositRow, depositsTable, type StaticAddressRow } from '../../db/deposits/rows.ts';
import { makeEuroAddress, settleDeposits, toldOf } from '../../db/deposits/testing.fixture.ts';
import { makeRates, makeShop } from '../../db/invoices/testing.fixture.ts';
import { balances } from '../../db/ledger/balances.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { applyStep } from '../../db/process/apply.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import type { SimulatedStatement } from '../../scripts/bank-simulator/account-messages.ts';
import { commandBank } from '../../scripts/bank-simulator/folder.ts';
import type { BankCommand } from '../../scripts/bank-simulator/state.ts';
import { writeStatement } from '../../scripts/bank-simulator/statement.fixture.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank({ whole: true });
const { db, deps, folder, bank, clock } = t;
let shop: TestMerchant;
let address: StaticAddressRow;

const command = (one: BankCommand) => commandBank(folder, one);
const tick = async () => {
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  await bank.tick(clock.nowMs);
};
const round = () => runBankRound(deps);
async function settle(): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    await tick();
    await round();
  }
}
const credit = (minor: string, reference?: string, more: { remittance?: string; iban?: string } = {}) =>
  command({ type: 'credit', minor, name: 'Anna Payer', iban: 'DE89370400440532013000', reference, ...more });
const depositsOf = (of: StaticAddressRow) => depositsTable.find(db, { addressId: of.id }, { order: [['id', 'ASC']] });
const money = async (of: TestMerchant, asset: string) =>
  (await balances(db, { owner: of.merchantId, mode: 'sandbox' }))
    .filter((each) => each.asset === asset && each.kind === 'available')
    .reduce((sum, { total }) => sum + total, 0n);
const referenceOf = (of: StaticAddressRow) => of.creditorReference ?? '';

beforeAll(async () => {
  await makeRates(db);
  await settle();
});
beforeEach(async () => {
  expect(await isBankStopped(db, 'sandbox')).toBe(false);
  shop = await makeShop(db);
  address = await makeEuroAddress(db, shop, { autoconversion: { type: 'none' } });
});

/** Books and bank agree, to the cent. */
async function expectAgreement(): Promise<void> {
  expect((await trialBalance(db)).mismatches).toEqual([]);
  const state = JSON.parse(await readFile(join(folder, 'simulator.json'), 'utf8')) as { statedMinor: string };
  expect(-(await t.balance('custody:bank:main'))).toBe(BigInt(state.statedMinor));
}

test('a credit with a customer’s reference is a deposit once a statement contains it, less the fee', async () => {
  const before = await t.balance('suspense:bank');
  await credit('100000', referenceOf(address));
  await settle();
  await settleDeposits(db, clock.nowMs);
  const [deposit, ...others] = await depositsOf(address);
  expect(others).toEqual([]);
  expect(deposit).toMatchObject({ status: 'done', gateId: 'EUR', network: 'SEPA', amountMinor: 100_000n });
  const fee = (100_000n * BigInt(deposit?.feeBps ?? 0)) / 10_000n;
  expect(await money(shop, 'EUR')).toBe(100_000n - fee);
  expect(await t.balance('suspense:bank')).toBe(before);
  expect(await toldOf(db, deposit?.id ?? '')).toEqual(['deposit.confirming', 'deposit.processing', 'deposit.done']);
  await expectAgreement();
});

test('a notification moves nothing: the deposit is shown as coming', async () => {
  const [suspense, custody] = [await t.balance('suspense:bank'), await t.balance('custody:bank:main')];
  await credit('4400', referenceOf(address));
  await tick();
  const release = await holdBackStatements();
  await round();
  const entry = await bankEntriesTable.findOne(db, { amountMinor: 4_400n });
  const [deposit] = await depositsOf(address);
  expect(entry).toMatchObject({ bookedAs: null, depositId: deposit?.id, isStated: false, credited: false });
  expect(await t.balance('suspense:bank')).toBe(suspense);
  expect(await t.balance('custody:bank:main')).toBe(custody);
  expect(deposit).toMatchObject({ status: 'confirming', settledMinor: 0n });
  await expect(settleNow(deposit)).rejects.toMatchObject({ code: 'illegal_transition' });
  await release();
  await settle();
  expect(await depositsOf(address)).toMatchObject([{ status: 'processing' }]);
  await settleDeposits(db, clock.nowMs);
  expect(await depositsOf(address)).toMatchObject([{ status: 'done' }]);
  await expectAgreement();
});

test('it is converted as the customer’s address says, by default into USDT on TRON', async () => {
  const converted = await makeEuroAddress(db, shop, { reference: 'converted' });
  expect(converted.autoconversion).toEqual({ type: 'full', gate_id: 'USDT_TRC20' });
  await credit('50000', referenceOf(converted));
  await settle();
  await settleDeposits(db, clock.nowMs);
  const [deposit] = await depositsOf(converted);
  expect(deposit).toMatchObject({ status: 'done', conversion: { from: 'EUR', to: 'USDT_TRC20' } });
  expect(await money(shop, 'USDT_TRC20')).toBe(deposit?.conversion?.amountToMinor);
  expect(await money(shop, 'EUR')).toBe(0n);
  await expectAgreement();
});

test('files that come twice, out of order or with the entry in both messages make one deposit', async () => {
  for (const trick of ['twice', 'out-of-order'] as const) await command({ type: 'trick', trick });
  await credit('2500', referenceOf(address));
  await settle();
  await credit('2600', referenceOf(address));
  await settle();
  // The statement that was kept back comes after the one that follows it.
  await command({ type: 'fee', minor: '1' });
  await settle();
  await settleDeposits(db, clock.nowMs);
  const deposits = await depositsOf(address);
  expect(deposits.map(({ status, amountMinor }) => [status, amountMinor])).toEqual([
    ['done', 2_500n],
    ['done', 2_600n],
  ]);
  await round();
  expect(await depositsOf(address)).toEqual(deposits);
  await expectAgreement();
});

test('it is found in what a payer typed, and not with wrong check digits, another mode’s or nobody’s reference', async () => {
  const before = await t.balance('suspense:bank');
  const spaced = referenceOf(address)
    .toLowerCase()
    .replaceAll(/(.{4})/g, '$1 ');
  const wrong = `RF00${referenceOf(address).slice(4)}`;
  await execute(db, `UPDATE static_address SET mode = 'production' WHERE id = $1`, [
    (await makeEuroAddress(db, shop, { reference: 'elsewhere' })).id,
  ]);
  const elsewhere = (
    await select<{ rf: string }>(
      db,
      `SELECT creditor_reference AS rf FROM static_address WHERE reference = 'elsewhere' AND profile_id = $1`,
      [shop.profileId],
    )
  )[0]?.rf;
  await credit('1000', undefined, { remittance: `Invoice 7, ${spaced}` });
  await credit('1100', undefined, { remittance: `Invoice 7, ${wrong}` });
  await credit('1200', elsewhere);
  await credit('1300', 'RF18539007547034');
  await credit('1400');
  await settle();
  expect(await depositsOf(address)).toMatchObject([{ amountMinor: 1_000n }]);
  expect((await t.balance('suspense:bank')) - before).toBe(5_000n);
  await settleDeposits(db, clock.nowMs);
  await expectAgreement();
});

test.each([
  ['blocked', `UPDATE merchant SET status = 'blocked' WHERE id = $1`],
  ['leaving', 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1'],
])('the reference of a merchant who is %s is nobody’s', async (_word, sql) => {
  await execute(db, sql, [shop.merchantId]);
  await credit('1700', referenceOf(address));
  await settle();
  expect(await depositsOf(address)).toEqual([]);
  expect(await bankEntriesTable.findOne(db, { amountMinor: 1_700n }, { order: [['id', 'DESC']] })).toMatchObject({
    bookedAs: 'suspense',
  });
});

test('cents gather until they reach the minimum, and a flood of them is one deposit', async () => {
  for (let n = 0; n < 9; n += 1) await credit('11', referenceOf(address), { remittance: `cent ${n}` });
  await settle();
  const [deposit, ...others] = await depositsOf(address);
  expect(others).toEqual([]);
  expect(deposit).toMatchObject({ status: 'processing', statusReason: 'below_minimum', amountMinor: 99n });
  expect(await toldOf(db, deposit?.id ?? '')).toEqual([]);
  await credit('1', referenceOf(address));
  await settle();
  await settleDeposits(db, clock.nowMs);
  expect(await depositsOf(address)).toMatchObject([{ status: 'done', settledMinor: 100n }]);
  await expectAgreement();
});

test('while the books and the bank differ no euro are settled', async () => {
  await credit('80000', referenceOf(address));
  await settle();
  const file = await bankFilesTable.findOne(db, { kind: 'camt.053' });
  const difference = {
    mode: 'sandbox',
    fileId: file?.id ?? '',
    differenceMinor: 1n,
    explanation: 'They differ.',
  } as const;
  await inTransaction(db, (tx) => openDifference(tx, difference));
  const [mine] = await depositsOf(address);
  await expect(settleNow(mine)).rejects.toMatchObject({ code: 'operation_suspended' });
  await bankDifferencesTable.update(db, { resolvedAt: new Date(), resolvedBy: 'Ann' }, { resolvedAt: null });
  await settleNow(mine);
  expect(await depositsOf(address)).toMatchObject([{ status: 'done' }]);
});

test('money that a statement denies is not settled before staff have looked, other money is', async () => {
  await credit('80000', referenceOf(address));
  await settle();
  const openingMinor = (await bankStatementsTable.findOne(db, {}, { order: [['place', 'DESC']] }))?.closingMinor ?? 0n;
  await writeFile(join(folder, 'from-bank', 'forged.xml'), await forgedStatement(openingMinor), { mode: 0o640 });
  await round();
  await command({ type: 'fee', minor: '100' });
  await settle();
  expect(await isBankStopped(db, 'sandbox')).toBe(false);
  const [mine, forged] = await depositsOf(address);
  await expect(settleNow(forged)).rejects.toMatchObject({ code: 'operation_suspended' });
  await settleNow(mine);
  expect(await depositsOf(address)).toMatchObject([{ status: 'done' }, { status: 'processing' }]);
});

/** Keeps the bank's statements away. @returns what lets them come */
async function holdBackStatements(): Promise<() => Promise<void>> {
  const inbox = join(folder, 'from-bank');
  const names = (await readdir(inbox)).filter((name) => name.startsWith('camt.053'));
  expect(names).not.toEqual([]);
  for (const name of names) await rename(join(inbox, name), join(inbox, `.${name}`));
  return async () => {
    for (const name of names) await rename(join(inbox, `.${name}`), join(inbox, name));
  };
}

async function settleNow(deposit: DepositRow | undefined): Promise<void> {
  const event = { type: 'settle', converts: false } as const;
  const step = { id: deposit?.id ?? '', event, cause: `now:${clock.nowMs}`, nowMs: clock.nowMs };
  await moneyTransaction(db, (tx) => applyStep(tx, depositProcess, step));
}

/** The next statement in perfect form, with a credit that never was. */
async function forgedStatement(openingMinor: bigint): Promise<string> {
  const last = await bankStatementsTable.findOne(db, {}, { order: [['place', 'DESC']] });
  const { iban, bic, name: owner } = testAccount;
  const movement: SimulatedStatement['movements'][number] = {
    reference: 'FORGED',
    direction: 'credit',
    minor: '900000',
    day: '2026-11-24',
    code: ['PMNT', 'RCDT', 'ESCT'],
    creditorReference: referenceOf(address),
  };
  return writeStatement(
    {
      messageId: 'FORGED1',
      nowMs: clock.nowMs,
      sequence: (last?.sequence ?? 0) + 1,
      openingMinor,
      closingMinor: openingMinor + 900_000n,
      movements: [movement],
    },
    { iban, bic, owner },
  );
}
