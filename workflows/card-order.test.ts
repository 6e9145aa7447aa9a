import { defineQuery } from '@temporalio/workflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCardOrderChecks, createCardPartnerActivities } from '../activities/card-orders/activities.ts';
import { fakePartner } from '../activities/card-orders/partner.fixture.ts';
import { lookAtCardOrder, placeCardOrder } from '../db/card-orders/act.ts';
import { snapshotOf } from '../db/card-orders/publish.ts';
import { readCardOrder } from '../db/card-orders/read.ts';
import { cardDesk } from '../db/card-orders/testing.fixture.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { makeShop } from '../db/invoices/testing.fixture.ts';
import { trialBalance } from '../db/ledger/trial-balance.ts';
import { restartAll } from '../db/processes.ts';
import { ensureSimChain, mineBlocks } from '../db/simulator/chain.ts';
import { newSpend, newTxid, sendSimulated } from '../db/simulator/transactions.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { testBox } from '../db/testing.fixture.ts';
import type { CardOrderSnapshot, CardOrderWaits } from '../domain/state/card-order-waits.ts';
import { until } from '../scripts/testing/until.ts';
import { testConfig } from '../settings/config.fixture.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { writeHistory } from './history-file.fixture.ts';
import { type CardOrderOutcome, cardOrderQuery, type ProcessReport, taskQueues, workflowTypes } from './messages.ts';
import { operatorUpdates } from './process-run.ts';

const LTC = { mode: 'sandbox', network: 'LTC' } as const;
const CONFIRMATIONS = 6;
/** Of a shop's day, what a test can wait for. */
const FAST: Partial<CardOrderWaits> = { soonMs: 200, laterMs: 200, lateMs: 200, chargebackMs: 200 };

let gateway: TestGateway;
let fake = fakePartner();
beforeAll(async () => {
  gateway = await startTestGateway({
    plans: (db) => [
      {
        taskQueue: taskQueues.cardPartner,
        activities: createCardPartnerActivities({
          db,
          box: testBox,
          nowMs: Date.now,
          publicUrl: 'https://gateway.test',
          partnerOf: () => fake.partner,
        }),
        withWorkflows: false,
        concurrency: 2,
      },
      {
        taskQueue: taskQueues.chain('LTC'),
        activities: createCardOrderChecks({ db, nowMs: Date.now, config: testConfig() }),
        withWorkflows: false,
        concurrency: 2,
      },
    ],
  });
  await inTransaction(gateway.db, (tx) => ensureSimChain(tx, LTC, Date.now()));
});
afterAll(() => gateway.close());
beforeEach(() => {
  fake = fakePartner();
});

const { resolve } = operatorUpdates<CardOrderSnapshot, CardOrderOutcome>();
const report = defineQuery<ProcessReport<CardOrderSnapshot>>(cardOrderQuery);
const handleOf = (id: string) => gateway.client.workflow.getHandle(`card-order:${id}`);
const statusIs = (id: string, status: string) =>
  until(async () => (await readCardOrder(gateway.db, id)).status === status, `the card order is ${status}`);
const hasEnded = (id: string) =>
  until(async () => (await handleOf(id).describe()).status.name === 'COMPLETED', 'the workflow has ended');
const look = (id: string) => inTransaction(gateway.db, (tx) => lookAtCardOrder(tx, id, Date.now()));

/** A placed order whose workflow waits less than usual. */
async function placeFast(waits: Partial<CardOrderWaits>): Promise<string> {
  const { id } = await cardDesk(gateway.db).complete(await makeShop(gateway.db));
  const row = await readCardOrder(gateway.db, id);
  await gateway.pause();
  const watch = { ...snapshotOf(row), version: 0, status: 'placing' };
  await gateway.client.workflow.start(workflowTypes.cardOrder, {
    workflowId: `card-order:${id}`,
    taskQueue: taskQueues.core,
    args: [{ version: 2, cardOrderId: id, merchantId: row.merchantId, mode: 'sandbox', network: 'LTC', waits, watch }],
  });
  await inTransaction(gateway.db, (tx) => placeCardOrder(tx, id, Date.now()));
  await gateway.resume();
  await statusIs(id, 'payment');
  return id;
}

/** The partner sends coins, which the chain confirms. */
async function send(id: string, minor = 50_000_000n): Promise<void> {
  const txid = newTxid('LTC');
  const { addressKey } = await readCardOrder(gateway.db, id);
  const movement = {
    assetRef: 'LTC',
    gateId: 'LTC',
    output: '0',
    addressKey: addressKey ?? '',
    amountMinor: minor,
  } as const;
  const movements = [{ ...movement, destinationTag: null, coinbase: false, maturity: 0 }];
  await inTransaction(gateway.db, async (tx) => {
    await sendSimulated(tx, LTC, { txid, movements, spends: [newSpend('LTC')], failed: false });
    await mineBlocks(tx, LTC, { nowMs: Date.now(), count: CONFIRMATIONS });
  });
  fake.set(id, { status: 'complete', txid });
}

describe('a card order', () => {
  it('is made once although the answer is lost, followed by webhooks, and delivered on the chain', async () => {
    fake.faults.push('answer_lost');
    const desk = cardDesk(gateway.db);
    const id = await desk.placing(await makeShop(gateway.db));
    await statusIs(id, 'payment');
    fake.set(id, { status: 'paid' });
    await look(id);
    await statusIs(id, 'processing');
    // The worker dies while the partner works: rows alone bring the workflow on.
    await gateway.pause();
    await send(id);
    await look(id);
    await gateway.resume();
    await restartAll(gateway.db, Date.now());
    await statusIs(id, 'delivered');
    fake.set(id, { status: 'refunded' });
    await look(id);
    await hasEnded(id);
    expect(await readCardOrder(gateway.db, id)).toMatchObject({ status: 'charged_back', needsOperator: false });
    expect([fake.state.created, fake.ordersOf(id).length]).toEqual([1, 1]);
    expect((await trialBalance(gateway.db)).mismatches).toEqual([]);
    if (process.env.RECORD_HISTORIES === 'true')
      writeHistory('card-order-charged-back', await handleOf(id).fetchHistory());
  });

  it('is found by asking when every webhook is lost, and its earnings become available', async () => {
    const id = await placeFast({ ...FAST, maturityMs: 500 });
    fake.set(id, { status: 'verifying' });
    await statusIs(id, 'identity');
    await send(id);
    await hasEnded(id);
    expect((await readCardOrder(gateway.db, id)).maturedAt).not.toBeNull();
    expect((await trialBalance(gateway.db)).mismatches).toEqual([]);
    if (process.env.RECORD_HISTORIES === 'true') writeHistory('card-order-matured', await handleOf(id).fetchHistory());
  });

  it('goes on when the partner is back', async () => {
    fake.state.isAway = true;
    const id = await cardDesk(gateway.db).placing(await makeShop(gateway.db));
    await until(
      async () => (await handleOf(id).query(report)).words.includes('The partner did not answer.'),
      'the workflow says why it waits',
    );
    fake.state.isAway = false;
    await statusIs(id, 'payment');
    expect(fake.ordersOf(id)).toHaveLength(1);
  });

  it('that delivers less asks operators, until one of them decides', async () => {
    const id = await placeFast(FAST);
    await send(id, 1n);
    await until(async () => (await handleOf(id).query(report)).watch.needsOperator, 'operators are asked');
    const { email: by } = await makeStaff(gateway.db, 'manager');
    const command = { by, note: 'The partner paid the money back.', outcome: 'refunded' } as const;
    await handleOf(id).executeUpdate(resolve, { args: [command] });
    await hasEnded(id);
    expect(await readCardOrder(gateway.db, id)).toMatchObject({
      status: 'refunded',
      statusReason: 'resolved_by_operator',
      needsOperator: false,
    });
    if (process.env.RECORD_HISTORIES === 'true') writeHistory('card-order-resolved', await handleOf(id).fetchHistory());
  });
});
