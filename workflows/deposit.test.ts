import { defineQuery } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyTransaction } from '../db/core/sequelize.ts';
import { execute } from '../db/core/sql.ts';
import { applyDepositEvents } from '../db/deposits/process.ts';
import type { DepositRow } from '../db/deposits/rows.ts';
import { depositsAt, makeAddress, receive } from '../db/deposits/testing.fixture.ts';
import { makeShop } from '../db/invoices/testing.fixture.ts';
import { trialBalance } from '../db/ledger/trial-balance.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import type { DepositSnapshot } from '../domain/state/deposit-waits.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { depositQuery, type ProcessReport } from './messages.ts';
import { operatorUpdates } from './process-run.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const { resolve } = operatorUpdates<DepositSnapshot, 'lost'>();
const report = defineQuery<ProcessReport<DepositSnapshot>>(depositQuery);
const handleOf = ({ paymentKey }: DepositRow) => gateway.client.workflow.getHandle(`deposit:${paymentKey}`);

async function received(): Promise<DepositRow> {
  const shop = await makeShop(gateway.db);
  const address = await makeAddress(gateway.db, shop, 'BTC');
  await receive(gateway.db, address, { minor: 100_000n, status: 'confirmed' });
  const [deposit] = await depositsAt(gateway.db, address.id);
  if (deposit === undefined) throw new Error('There is no deposit.');
  return deposit;
}

const statusIs = ({ addressId }: DepositRow, status: string) =>
  until(async () => (await depositsAt(gateway.db, addressId))[0]?.status === status, `the deposit is ${status}`);

/** The chain's news of its payment, as the follower applies it. */
async function becomes({ id }: DepositRow, status: 'confirmed' | 'replaced'): Promise<void> {
  await execute(gateway.db, 'UPDATE payment SET status = $2 WHERE deposit_id = $1', [id, status]);
  const step = { id, event: { type: 'payments_changed' }, cause: null, nowMs: Date.now() } as const;
  await moneyTransaction(gateway.db, (tx) => applyDepositEvents(tx, [step]));
}

describe('a deposit that is confirmed', () => {
  it('is settled by its workflow, which then ends', async () => {
    const deposit = await received();
    await statusIs(deposit, 'done');
    await until(async () => (await handleOf(deposit).describe()).status.name === 'COMPLETED', 'the workflow has ended');
    expect((await trialBalance(gateway.db)).mismatches).toEqual([]);
  });

  it('asks operators once a reorganization took it, settles again when it is back, and ends when they give it up', async () => {
    const deposit = await received();
    await statusIs(deposit, 'done');
    await becomes(deposit, 'replaced');
    await until(async () => (await handleOf(deposit).query(report)).watch.needsOperator, 'operators are asked');
    await becomes(deposit, 'confirmed');
    await statusIs(deposit, 'done');
    await becomes(deposit, 'replaced');
    await until(async () => (await handleOf(deposit).query(report)).watch.needsOperator, 'operators are asked again');
    const { email: by } = await makeStaff(gateway.db, 'manager');
    await handleOf(deposit).executeUpdate(resolve, { args: [{ by, note: 'It is gone.', outcome: 'lost' }] });
    const [row] = await depositsAt(gateway.db, deposit.addressId);
    expect(row).toMatchObject({ status: 'error', statusReason: 'resolved_by_operator', needsOperator: false });
    await until(async () => (await handleOf(deposit).describe()).status.name === 'COMPLETED', 'the workflow has ended');
    expect((await trialBalance(gateway.db)).mismatches).toEqual([]);
  });
});
