import { afterAll, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { one } from '../../../db/core/sql.ts';
import { openTestDatabase } from '../../../db/database.fixture.ts';
import { mineBlocks, simBlockAt, simTip } from '../../../db/simulator/chain.ts';
import { command, requestBlocks, requestPayment } from '../../../db/simulator/commands.ts';
import { newId } from '../../../domain/ids.ts';
import type { Scenario } from '../../../domain/invoices/scenarios.ts';
import { createFollower } from '../follower.ts';
import { paymentsOn, recordEffects, watchInvoice } from '../testing.fixture.ts';
import { runSimulatedChain, startSimulator } from './engine.ts';
import { openSimulatedChain } from './port.ts';

// Harm that merchants might do to each other on the chains that they share.

const { db } = await openTestDatabase();
const chain = { mode: 'sandbox', network: 'BTC' } as const;
const isSimulated = () => true;
let offsetMs = 0;
const nowMs = () => Date.now() + offsetMs;
const simulator = { db, nowMs, blockSeconds: 0, chains: [chain] };
await startSimulator(simulator);
const port = openSimulatedChain(db, chain);
afterAll(() => port.close());
const effects = recordEffects();
const follower = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 0 });
await readAll();

async function readAll(): Promise<void> {
  while (!(await follower.poll()).complete);
}

async function pass(ms: number): Promise<void> {
  offsetMs += ms;
  await runSimulatedChain(simulator, chain);
}

async function blocks(count: number, merchantId?: string): Promise<void> {
  const who = merchantId === undefined ? {} : { merchantId };
  await inTransaction(db, (tx) => requestBlocks(tx, { ...chain, ...who, count, nowMs: nowMs(), isSimulated }));
  await pass(0);
}

/** A payment to a merchant of its own. */
async function paid(scenario: Scenario) {
  const addressKey = `address-${newId()}`;
  const invoice = await watchInvoice(db, { gateId: 'BTC', address: addressKey, addressKey, dueMinor: 150_000n });
  const sent = await inTransaction(db, (tx) =>
    requestPayment(tx, { mode: 'sandbox', invoiceId: invoice.invoiceId, scenario, nowMs: nowMs(), isSimulated }),
  );
  const sql = 'SELECT merchant_id AS id FROM invoice WHERE id = $1';
  const { id: merchantId } = await one<{ id: string }>(db, sql, [invoice.invoiceId]);
  return { txid: sent.txid, invoiceId: invoice.invoiceId, merchantId };
}

async function statusOf({ txid }: { readonly txid: string }) {
  return (await paymentsOn(db, 'BTC')).find((payment) => payment.txid === txid)?.status;
}

/** Each time its invoice had to decide: what its payment was then. */
function decisionsOf({ invoiceId }: { readonly invoiceId: string }): string[] {
  return effects.steps.filter(({ id }) => id === invoiceId).map(({ payments }) => payments);
}

test('a payment that waits for a block of its merchant is in no block that another merchant asks for', async () => {
  const mine = await paid('zero_conf');
  const others = await paid('zero_conf');
  await readAll();
  await blocks(2, newId());
  await readAll();
  expect([await statusOf(mine), await statusOf(others)]).toEqual(['seen', 'seen']);
  await blocks(1, mine.merchantId);
  await readAll();
  expect([await statusOf(mine), await statusOf(others)]).toEqual(['mined', 'seen']);
  await blocks(1);
  await readAll();
  expect(await statusOf(others)).toBe('mined');
});

test('a reorganization under many blocks undoes no payment of another merchant', async () => {
  const reorganised = await paid('reorg');
  await pass(0);
  await readAll();
  expect(await statusOf(reorganised)).toBe('confirmed');
  await blocks(100, reorganised.merchantId);
  await blocks(20, reorganised.merchantId);
  const others = await paid('paid');
  await blocks(3, reorganised.merchantId);
  await readAll();
  const before = decisionsOf(others);
  expect(before.at(-1)).toBe('confirmed');
  await pass(3_000);
  await readAll();
  expect(decisionsOf(others)).toEqual(before);
  await pass(3_000);
  expect(await statusOf(reorganised)).toBe('confirmed');
});

test('reorganizations come one after the other, each once the follower has read the one before', async () => {
  const mine = [await paid('paid'), await paid('paid'), await paid('paid')];
  const others = await paid('paid');
  await blocks(2);
  await readAll();
  const before = decisionsOf(others);
  const greedy = newId();
  for (const { txid } of mine) {
    await inTransaction(db, (tx) => command(tx, chain, { type: 'reorganise', txid }, nowMs(), greedy));
  }
  const open = 'SELECT count(*)::int AS open FROM sim_command WHERE done_at IS NULL AND merchant_id = $1';
  for (const left of [2, 1, 0]) {
    for (let times = 0; times < 2; times += 1) {
      await pass(250);
      expect(await one(db, open, [greedy])).toEqual({ open: left });
    }
    await readAll();
  }
  expect(await Promise.all(mine.map(statusOf))).toEqual(['seen', 'seen', 'seen']);
  expect([await statusOf(others), decisionsOf(others)]).toEqual(['confirmed', before]);
});

test('a payment is mined again after its reorganization, also when that had to wait', async () => {
  const [mine, greedy] = [await paid('reorg'), await paid('paid')];
  await blocks(2);
  await readAll();
  const { txid, merchantId } = greedy;
  await inTransaction(db, (tx) => command(tx, chain, { type: 'reorganise', txid }, nowMs(), merchantId));
  await pass(1_000);
  // Both what takes it out and what mines it again are due, and the follower has not read.
  await pass(6_000);
  await readAll();
  await pass(1_000);
  await readAll();
  expect(await statusOf(mine)).toBe('seen');
  await pass(3_000);
  await readAll();
  expect(await statusOf(mine)).toBe('confirmed');
});

test('commands wait until the follower has read, however many blocks are requested', async () => {
  await readAll();
  const { height: before } = await simTip(db, chain);
  const greedy = newId();
  for (let requested = 0; requested < 14; requested += 1) {
    await inTransaction(db, (tx) =>
      requestBlocks(tx, { ...chain, count: 100, merchantId: greedy, nowMs: nowMs(), isSimulated }),
    );
  }
  await pass(0);
  expect((await simTip(db, chain)).height).toBe(before + 1_100);
  await pass(0);
  expect((await simTip(db, chain)).height).toBe(before + 1_100);
  await readAll();
  await pass(0);
  expect((await simTip(db, chain)).height).toBe(before + 1_400);

  // Without end, it never gets to the tip; what depends on a complete read, as deadlines do, waits for seconds at most.
  offsetMs += 16_000;
  await blocks(1, greedy);
  expect((await simTip(db, chain)).height).toBe(before + 1_400);
  await readAll();
  await pass(0);
  expect((await simTip(db, chain)).height).toBe(before + 1_401);

  // A follower that is away for longer stops nobody.
  offsetMs += 70_000;
  await blocks(1, greedy);
  expect((await simTip(db, chain)).height).toBe(before + 1_402);
  await readAll();
});

test('blocks that the follower has not read are kept, however many there are', async () => {
  await readAll();
  const { height } = await simTip(db, chain);
  await inTransaction(db, (tx) => mineBlocks(tx, chain, { nowMs: nowMs(), count: 10_200 }));
  expect((await simTip(db, chain)).height).toBe(height + 10_200);
  expect(await simBlockAt(db, chain, height + 1)).not.toBeNull();
});
