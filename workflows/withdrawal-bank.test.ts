import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testAccount } from '../activities/bank/bank.fixture.ts';
import type { BankDeps } from '../activities/bank/deps.ts';
import { openSchemas, STANDARD_SCHEMAS } from '../activities/bank/files/schemas.ts';
import { folderTransport } from '../activities/bank/folder-transport.ts';
import { runBankRound } from '../activities/bank/window.ts';
import { bankPaymentsTable } from '../db/bank/payment-rows.ts';
import { execute } from '../db/core/sql.ts';
import { trialBalance } from '../db/ledger/trial-balance.ts';
import { withinEuroLimits } from '../db/outflows/euro-limits.ts';
import { payAutomatically } from '../db/payout-methods/automatic.ts';
import { moneyOf } from '../db/payouts/testing.fixture.ts';
import { testBox } from '../db/testing.fixture.ts';
import { admitPayments } from '../db/withdrawals/admit.ts';
import { automaticWithdrawals } from '../db/withdrawals/automatic.ts';
import { readWithdrawal } from '../db/withdrawals/read.ts';
import { addMethod, openTill, type Till, testWithdrawalSettings, withdraw } from '../db/withdrawals/testing.fixture.ts';
import { commandBank, openSimulatedBank, type SimulatedBank } from '../scripts/bank-simulator/folder.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';

// The whole server side: request, workflow, files of ISO 20022, the simulated bank and its answers.
let gateway: TestGateway;
let bank: SimulatedBank;
let deps: BankDeps;
let till: Till;
const folder = mkdtempSync(join(tmpdir(), 'tidegate-withdrawals-'));

beforeAll(async () => {
  gateway = await startTestGateway();
  const account = { iban: testAccount.iban, bic: testAccount.bic, owner: testAccount.name };
  bank = await openSimulatedBank({ folder, account, statementEveryMs: 0 });
  deps = {
    db: gateway.db,
    box: testBox,
    mode: 'production',
    account: testAccount,
    nowMs: Date.now,
    schemas: openSchemas(STANDARD_SCHEMAS),
    transport: folderTransport({ folder }),
    windowMs: 0,
    cutOffHour: 14,
    feesADayMinor: 50_000n,
    admit: withinEuroLimits(admitPayments(testWithdrawalSettings)),
  };
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  till = await openTill(gateway.db);
});

const statusOf = async (id: string) => (await readWithdrawal(gateway.db, id)).status;
const given = (id: string) =>
  until(async () => (await bankPaymentsTable.findOne(gateway.db, { id })) !== undefined, 'the bank has the payment');

/** Rounds with the bank until the withdrawal has the status. */
async function exchangeUntil(id: string, status: string): Promise<void> {
  await until(async () => {
    await runBankRound(deps);
    await bank.tick(Date.now());
    return (await statusOf(id)) === status;
  }, `the withdrawal is ${status}`);
}

it('a withdrawal is requested, ordered in a file, accepted, booked and done, once', async () => {
  const { id } = await withdraw(gateway.db, till);
  await given(id);
  await exchangeUntil(id, 'done');
  expect(await moneyOf(gateway.db, till.shop, 'EUR')).toEqual({ spendable: 89_900n, held: 0n });
  expect((await bankPaymentsTable.findOne(gateway.db, { id }))?.files).toBe(1);
  expect(await readWithdrawal(gateway.db, id)).toMatchObject({ bankReference: expect.stringMatching(/./) });
  expect((await trialBalance(gateway.db)).mismatches).toEqual([]);
  const handle = gateway.client.workflow.getHandle(`withdrawal:${id}`);
  await until(async () => (await handle.describe()).status.name === 'COMPLETED', 'the workflow has ended');
});

it('one that the bank rejects is back on the balance, with the reason in words', async () => {
  await commandBank(folder, { type: 'plan', plan: 'reject', reason: 'AC04' });
  const { id } = await withdraw(gateway.db, till);
  await given(id);
  await exchangeUntil(id, 'error');
  expect(await readWithdrawal(gateway.db, id)).toMatchObject({ statusWords: 'The payee’s account is closed.' });
  expect(await moneyOf(gateway.db, till.shop, 'EUR')).toEqual({ spendable: 100_000n, held: 0n });
});

it('one that comes back after it was done credits the merchant with all of it', async () => {
  const { id } = await withdraw(gateway.db, till);
  await given(id);
  await exchangeUntil(id, 'done');
  const payment = await bankPaymentsTable.findOne(gateway.db, { id });
  const back = { type: 'return', endToEndId: payment?.endToEndId, reason: 'MD07', days: 0 } as const;
  await commandBank(folder, back);
  await exchangeUntil(id, 'error');
  expect(await readWithdrawal(gateway.db, id)).toMatchObject({ statusWords: 'The account holder has died.' });
  expect(await moneyOf(gateway.db, till.shop, 'EUR')).toEqual({ spendable: 100_000n, held: 0n });
  expect((await trialBalance(gateway.db)).mismatches).toEqual([]);
});

it('an automatic one takes the whole balance to its bank account', async () => {
  await execute(gateway.db, 'DELETE FROM payment_method WHERE id = $1', [till.method.id]);
  const method = await addMethod(gateway.db, till.shop, { automatic: true, period: 'week' });
  const due = { methodId: method.id, scheduledAt: new Date(), nowMs: Date.now() };
  const withdrawals = automaticWithdrawals(testWithdrawalSettings);
  const { withdrawalId, words } = await payAutomatically(gateway.db, testWithdrawalSettings, due, withdrawals);
  if (typeof withdrawalId !== 'string') throw new Error(words);
  await given(withdrawalId);
  await exchangeUntil(withdrawalId, 'done');
  expect(await moneyOf(gateway.db, till.shop, 'EUR')).toEqual({ spendable: 0n, held: 0n });
});
