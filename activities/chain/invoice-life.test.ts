import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { one, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { balanceSheet, makeInvoice, makeRates, makeShop, settleNow } from '../../db/invoices/testing.fixture.ts';
import { command, requestBlocks, requestPayment } from '../../db/simulator/commands.ts';
import { type CryptoGateId, gates, gatesOn } from '../../domain/assets/assets.ts';
import { custodyDifference } from '../../domain/assets/custody.ts';
import type { Scenario } from '../../domain/invoices/scenarios.ts';
import { compareCustody } from '../custody/check.ts';
import { simulatedHoldingsPort } from '../custody/simulated.ts';
import { createFollower, type Follower } from './follower.ts';
import type { ChainPort } from './port.ts';
import { runSimulator } from './simulator/engine.fixture.ts';
import { startSimulator } from './simulator/engine.ts';
import { openSimulatedChain } from './simulator/port.ts';

// The rules of invoices and the ledger, moved by a follower of a simulated chain: nothing between the two is replaced.

const { db } = await openTestDatabase();
const ports: ChainPort[] = [];
let aheadMs = 0;
const chains = new Map<string, ChainPort>();
const nowMs = () => Date.now() + aheadMs;

beforeAll(async () => {
  await makeRates(db);
});
afterAll(async () => {
  await Promise.all(ports.map((port) => port.close()));
});

/** Whatever happened, the coins on the chain are those in the books and on their way. */
afterEach(async () => {
  for (const port of chains.values()) {
    const finding = await compareCustody(db, { port, holdings: simulatedHoldingsPort(port) });
    expect(finding?.figures.map((figures) => [figures.gateId, custodyDifference(figures)])).toEqual(
      gatesOn(port.network).map(({ id }) => [id, 0n]),
    );
  }
});

interface Life {
  readonly invoiceId: string;
  pay(scenario: Scenario, amount?: string): Promise<void>;
  /** The same while nobody looks. */
  send(scenario: Scenario, amount?: string): Promise<void>;
  blocks(count?: number): Promise<void>;
  /** Reorganises blocks: what they held is mined again in others. */
  undo(depth: number): Promise<void>;
  /** Moves the clock, does what the simulator has planned by then, and looks. */
  pass(ms: number): Promise<void>;
  settle(): Promise<void>;
  status(): Promise<string>;
  booked(asset?: string): Promise<Record<string, bigint>>;
}

async function live(gateId: CryptoGateId): Promise<Life> {
  const { network, confirmations } = gates[gateId];
  const chain = { mode: 'sandbox', network } as const;
  const simulator = { db, nowMs, blockSeconds: 0, chains: [chain] };
  await startSimulator(simulator);
  const port = openSimulatedChain(db, chain);
  ports.push(port);
  chains.set(network, port);
  const effects = { applyInvoiceEvent, applyStrayPayments };
  const follower: Follower = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 0 });
  const look = async () => {
    while (!(await follower.poll()).complete);
  };
  await look();
  const own = await makeShop(db);
  const { id: invoiceId } = await makeInvoice(db, own, { gateId, nowMs: nowMs() });
  const isSimulated = () => true;
  const life: Life = {
    invoiceId,
    async pay(scenario, amount) {
      await life.send(scenario, amount);
      await look();
    },
    async send(scenario, amount) {
      const request = { mode: 'sandbox', invoiceId, scenario, nowMs: nowMs(), isSimulated } as const;
      await inTransaction(db, (tx) => requestPayment(tx, amount === undefined ? request : { ...request, amount }));
    },
    async blocks(count = confirmations) {
      await inTransaction(db, (tx) => requestBlocks(tx, { ...chain, count, nowMs: nowMs(), isSimulated }));
      await runSimulator(simulator);
      await look();
    },
    async undo(depth) {
      await inTransaction(db, (tx) => command(tx, chain, { type: 'reorganise_depth', depth }, nowMs()));
      await life.pass(0);
    },
    async pass(ms) {
      aheadMs += ms;
      await runSimulator(simulator);
      await look();
    },
    settle: async () => {
      await settleNow(db, invoiceId, nowMs());
    },
    status: async () =>
      (await one<{ status: string }>(db, 'SELECT status FROM invoice WHERE id = $1', [invoiceId])).status,
    booked: (asset = gateId) => balanceSheet(db, own.merchantId, asset),
  };
  return life;
}

const everyGate = Object.keys(gates) as CryptoGateId[];

test('money after the end of a locked rate counts at the rate of its moment, and the deadline follows', async () => {
  const life = await live('BTC');
  // As if it were a page of a day whose rate of 60 000 EUR ended a minute ago.
  const moments = { begun: new Date(nowMs() - 16 * 60_000), ended: new Date(nowMs() - 60_000) };
  await select(
    db,
    `UPDATE quote SET locked_at = $2, locked_until = $3, rate_value = 60000, amount_due_minor = 166667
     WHERE invoice_id = $1 RETURNING id`,
    [life.invoiceId, moments.begun, moments.ended],
  );
  await select(db, `UPDATE invoice SET expires_at = now() + interval '23 hours' WHERE id = $1 RETURNING id`, [
    life.invoiceId,
  ]);
  await life.pay('paid', '0.00166667');
  const read = () =>
    one<{ status: string; due: string; minutes: number }>(
      db,
      `SELECT status, amount_due_minor::text AS due, round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes
       FROM invoice WHERE id = $1`,
      [life.invoiceId],
    );
  expect(await read()).toMatchObject({ status: 'partially_paid', due: '200000' });
  expect((await read()).minutes).toBeLessThanOrEqual(15);
  await life.pay('paid', '0.00033333');
  expect(await read()).toMatchObject({ status: 'confirming', due: '200000' });
});

test.each(everyGate)('%s: a payment goes from the mempool to the balance', async (gateId) => {
  const life = await live(gateId);
  await life.pay('paid');
  expect(await life.status()).toBe('confirming');
  expect(await life.booked()).toEqual({});
  await life.blocks();
  const { unsettled = 0n } = await life.booked();
  expect(unsettled).toBeGreaterThan(0n);
  await life.settle();
  expect(await life.status()).toBe('done');
  const booked = await life.booked();
  // One per cent is the fee of the plan.
  expect(booked.available).toBe(unsettled - unsettled / 100n);
  expect(booked.unsettled ?? 0n).toBe(0n);
});

test('a payment first found in a block is reported with its confirmations so far', async () => {
  const life = await live('LTC');
  await life.send('paid');
  await life.blocks(1);
  const sql = `SELECT body FROM event WHERE entity_id = $1 AND type = 'invoice.confirming'`;
  const { body } = await one<{ body: string }>(db, sql, [life.invoiceId]);
  expect(JSON.parse(body).data.transactions).toMatchObject([{ status: 'mined', confirmations: 1 }]);
});

describe('hazards on the way', () => {
  test('hazards 2 and 3: reorganised past the threshold, reversed, mined again, credited once', async () => {
    const life = await live('BTC');
    await life.pay('reorg');
    await life.pass(0);
    await life.settle();
    expect(await life.status()).toBe('done');
    const before = await life.booked();
    await life.pass(3_000);
    expect(await life.status()).toBe('error');
    expect((await life.booked()).available ?? 0n).toBe(0n);
    const alerts = await select<{ kind: string }>(db, `SELECT kind FROM alert WHERE kind LIKE 'reorg%'`);
    expect(alerts.length).toBeGreaterThan(0);
    await life.pass(3_000);
    expect(await life.status()).toBe('done');
    expect(await life.booked()).toEqual(before);
  });

  test('hazard 1: taken back below the threshold, nothing was ever credited', async () => {
    const life = await live('LTC');
    await life.pay('paid');
    await life.blocks(3);
    await life.undo(3);
    expect(await life.status()).toBe('confirming');
    expect(await life.booked()).toEqual({});
    await life.blocks(3);
    await life.settle();
    expect(await life.status()).toBe('done');
  });

  test('hazards 4 and 7: two parts make the whole', async () => {
    const life = await live('BTC');
    await life.pay('partial');
    expect(await life.status()).toBe('partially_paid');
    await life.pay('paid');
    expect(await life.status()).toBe('confirming');
    await life.blocks();
    await life.settle();
    expect(await life.status()).toBe('done');
  });

  test('hazard 8: too much is overpaid', async () => {
    const life = await live('USDT_TRC20');
    await life.pay('over');
    await life.blocks();
    await life.settle();
    expect(await life.status()).toBe('overpaid');
  });

  test('hazard 12: the wrong asset is kept in suspense and leaves the invoice alone', async () => {
    const life = await live('ETH');
    await life.pay('wrong_asset');
    await life.blocks();
    expect(await life.status()).toBe('pending');
    const [payment] = await select<{ credited_to: string }>(
      db,
      'SELECT credited_to FROM payment WHERE invoice_id = $1',
      [life.invoiceId],
    );
    expect(payment?.credited_to).toBe('suspense');
    const mails = await select(
      db,
      `SELECT FROM outbox WHERE topic = 'mail.other_coin' AND payload->>'invoiceId' = $1`,
      [life.invoiceId],
    );
    expect(mails).toHaveLength(1);
  });

  test('hazard 14: a fee bump is no second payment', async () => {
    const life = await live('BCH');
    await life.pay('replaced');
    expect(await life.status()).toBe('confirming');
    await life.pass(2_000);
    expect(await life.status()).toBe('confirming');
    await life.blocks();
    await life.settle();
    expect(await life.status()).toBe('done');
  });

  test.each(['ETH', 'BTC'] as const)('hazard 21: what fails on %s leaves the invoice as it was', async (gateId) => {
    const life = await live(gateId);
    await life.pay('failed');
    expect(await life.status()).toBe('confirming');
    await life.pass(2_000);
    await life.blocks();
    expect(await life.status()).toBe('pending');
    expect(await life.booked()).toEqual({});
  });
});
