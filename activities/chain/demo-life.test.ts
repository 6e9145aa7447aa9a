import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { createDemo, demoEvents, readDemoWords } from '../../db/demo/invoices.ts';
import { playDemo } from '../../db/demo/play.ts';
import { ensureDemoShop } from '../../db/demo/shop.ts';
import { sweepDemos } from '../../db/demo/sweep.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { readInvoice } from '../../db/invoices/read.ts';
import {
  balanceSheet,
  makeInvoice,
  makeRates,
  makeShop,
  settleNow,
  testSettings,
} from '../../db/invoices/testing.fixture.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { requestPayment } from '../../db/simulator/commands.ts';
import { countOperations } from '../../db/suspicion/linked-operations.ts';
import { testBox } from '../../db/testing.fixture.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { gates } from '../../domain/assets/assets.ts';
import { custodyDifference } from '../../domain/assets/custody.ts';
import type { DemoAct } from '../../domain/demo/cases.ts';
import { DEMO_LIFE_MS, MAX_DEMO_PLAYS } from '../../domain/demo/limits.ts';
import { isDomainError } from '../../domain/errors.ts';
import { createRetentionActivities } from '../compliance/retention.ts';
import { compareCustody } from '../custody/check.ts';
import { simulatedHoldingsPort } from '../custody/simulated.ts';
import { startExpiry } from '../invoices/expiry.ts';
import { createFollower } from './follower.ts';
import type { ChainPort } from './port.ts';
import { runSimulator } from './simulator/engine.fixture.ts';
import { startSimulator } from './simulator/engine.ts';
import { openSimulatedChain } from './simulator/port.ts';

// Demo invoices with the real rules, books and simulator, moved by a clock of the test.

const { db } = await openTestDatabase();
const ports: ChainPort[] = [];
let aheadMs = 0;
const nowMs = () => Date.now() + aheadMs;
let shop: Awaited<ReturnType<typeof ensureDemoShop>>;

beforeAll(async () => {
  await makeRates(db);
  shop = await ensureDemoShop(db, testBox);
});
afterAll(async () => {
  await Promise.all(ports.map((port) => port.close()));
});

function make(gateId: CryptoGateId = 'BTC', description: string | null = null): Promise<string> {
  return inTransaction(db, (tx) =>
    createDemo(tx, testSettings, shop, {
      words: { merchantName: 'Kestrel Cycles', description },
      amountMinor: 11_840n,
      currency: 'EUR',
      gates: [gateId],
      nowMs: nowMs(),
      feePayers: { service: 'customer', network: 'merchant' },
      tax: { name: 'VAT', rateBps: 1900, type: 'exclusive' },
    }),
  );
}

async function stage(gateId: CryptoGateId = 'BTC') {
  const chain = { mode: 'sandbox', network: gates[gateId].network } as const;
  const simulator = { db, nowMs, blockSeconds: 0, chains: [chain] };
  await startSimulator(simulator);
  const port = openSimulatedChain(db, chain);
  ports.push(port);
  const effects = { applyInvoiceEvent, applyStrayPayments };
  const follower = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 0 });
  const look = async () => {
    while (!(await follower.poll()).complete);
  };
  await look();
  const id = await make(gateId);
  const status = async () => (await readInvoice(db, id)).status;
  return {
    id,
    status,
    play: (act: DemoAct) =>
      inTransaction(db, (tx) =>
        playDemo(tx, testSettings, { invoiceId: id, act, nowMs: nowMs(), isSimulated: () => true }),
      ),
    look,
    async pass(ms: number) {
      aheadMs += ms;
      await runSimulator(simulator);
      await look();
    },
    async settle() {
      await settleNow(db, id, nowMs());
      return status();
    },
    /** Nothing is missing in the books, and none of the coins on the chain is anybody else's. */
    async checkBooks() {
      expect((await trialBalance(db)).mismatches).toEqual([]);
      const finding = await compareCustody(db, { port, holdings: simulatedHoldingsPort(port) });
      for (const figures of finding?.figures ?? []) expect(custodyDifference(figures), figures.gateId).toBe(0n);
      expect(finding?.figures.length).toBeGreaterThan(0);
    },
    types: async () => (await demoEvents(db, id)).map(({ type }) => type),
  };
}

// First: the database's clock dates the payment, and the others move that of the test.
test('late: the lifetime ends at once, and the payment is one after the deadline', async () => {
  const demo = await stage('BCH');
  await demo.play('late');
  const expiry = startExpiry(db, { nowMs, onTrouble: () => {}, pollMs: 10 });
  const seen = async () => {
    await demo.pass(0);
    return demo.status();
  };
  await expect.poll(seen, { timeout: 20_000 }).toBe('expired_paid');
  await expiry.stop();
  expect(await demo.types()).toEqual(expect.arrayContaining(['invoice.pending', 'invoice.expired_paid']));
  await demo.checkBooks();
});

test('pay: the tax and fee of the visitor are in the total, and the chain confirms within seconds', async () => {
  const demo = await stage();
  const { totalMinor, taxes, description } = await readInvoice(db, demo.id);
  // 118.40 and 19 % tax are 140.90; 1 % service fee on top.
  expect([totalMinor, taxes[0]?.amountMinor, description]).toEqual([14_231n, 2_250n, null]);
  await demo.play('pay');
  await demo.look();
  expect(await demo.status()).toBe('confirming');
  await demo.pass(2_000);
  expect(await demo.settle()).toBe('done');
  expect(await demo.types()).toEqual(['invoice.new', 'invoice.pending', 'invoice.confirming', 'invoice.done']);
  expect((await balanceSheet(db, shop.merchantId, 'BTC')).available).toBeGreaterThan(0n);
  await demo.checkBooks();
});

test('short, then pay: the rest is requested and completes it', async () => {
  const demo = await stage('LTC');
  await demo.play('short');
  await demo.pass(2_000);
  expect(await demo.status()).toBe('partially_paid');
  await demo.play('pay');
  await demo.pass(2_000);
  expect(await demo.settle()).toBe('done');
  await demo.checkBooks();
});

test('over: paid, with an excess', async () => {
  const demo = await stage('TRX');
  await demo.play('over');
  await demo.pass(2_000);
  expect(await demo.settle()).toBe('overpaid');
});

test('wrong: another coin arrives and pays nothing of it', async () => {
  const demo = await stage('ETH');
  await demo.play('wrong');
  await demo.pass(2_000);
  const { status, amountPaidMinor, payments } = await readInvoice(db, demo.id);
  expect([status, amountPaidMinor, payments.map(({ gateId }) => gateId)]).toEqual(['pending', 0n, ['USDT_ERC20']]);
});

test('slow: only requested blocks confirm it, one by one, and nobody else’s held payment is in them', async () => {
  const [demo, other] = [await stage('BTC'), await stage('BTC')];
  await demo.play('slow');
  await other.play('slow');
  await demo.look();
  for (const confirmations of [1, 2]) {
    await demo.play('block');
    await demo.pass(0);
    const { payments } = await readInvoice(db, demo.id);
    expect(payments.map((payment) => payment.confirmations)).toEqual([confirmations]);
  }
  expect(await demo.settle()).toBe('done');
  expect((await readInvoice(db, other.id)).payments.map(({ status }) => status)).toEqual(['seen']);
  await demo.checkBooks();
});

test('reorg: the chain takes the payment back and mines it again', async () => {
  const demo = await stage('BTC');
  await demo.play('reorg');
  await demo.pass(0);
  expect((await readInvoice(db, demo.id)).amountConfirmedMinor).toBeGreaterThan(0n);
  expect(await demo.settle()).toBe('done');
  await demo.pass(3_000);
  expect([await demo.status(), (await readInvoice(db, demo.id)).amountConfirmedMinor]).toEqual(['error', 0n]);
  // Any visitor could wake the operators otherwise.
  expect(await select(db, 'SELECT kind FROM alert')).toEqual([]);
  await demo.pass(3_000);
  expect(await demo.status()).toBe('done');
  await demo.checkBooks();
});

test('reorg: a payment to a real shop in the same blocks stays paid, and nobody is notified of it', async () => {
  const demo = await stage('BTC');
  const { id: invoiceId } = await makeInvoice(db, await makeShop(db), { nowMs: nowMs() });
  const request = { mode: 'sandbox', invoiceId, scenario: 'paid', nowMs: nowMs(), isSimulated: () => true } as const;
  await inTransaction(db, (tx) => requestPayment(tx, request));
  await demo.play('reorg');
  await demo.pass(0);
  await settleNow(db, invoiceId, nowMs());
  const before = await demoEvents(db, invoiceId);
  expect(before.at(-1)?.type).toBe('invoice.done');
  await demo.pass(3_000);
  await demo.pass(3_000);
  expect((await readInvoice(db, invoiceId)).status).toBe('done');
  expect(await demoEvents(db, invoiceId)).toEqual(before);
  expect(await select(db, 'SELECT kind FROM alert')).toEqual([]);
  await demo.checkBooks();
});

test('many demos of a day are no reason to suspect anybody', async () => {
  const demo = await stage('LTC');
  await demo.play('pay');
  await demo.pass(2_000);
  await countOperations(db, nowMs());
  const linked = 'SELECT count(*)::int AS counted FROM linked_operation WHERE merchant_id = $1';
  expect(await one(db, linked, [shop.merchantId])).toEqual({ counted: 0 });
});

test('ends: what is finished is refused, and so is a visitor who plays without end', async () => {
  const demo = await stage('XRP');
  await demo.play('pay');
  await demo.pass(2_000);
  await demo.settle();
  const refusal = (act: DemoAct) =>
    demo.play(act).then(
      () => 'played',
      (error: unknown) => (isDomainError(error) ? error.code : String(error)),
    );
  expect(await refusal('pay')).toBe('conflict');
  expect(await refusal('block')).toBe('conflict');
  const { plays } = await one<{ plays: number }>(db, 'SELECT plays FROM demo_invoice WHERE invoice_id = $1', [demo.id]);
  // A refused action changes nothing, so it is not counted either; the limits by hour count it.
  expect(plays).toBe(1);
  await execute(db, 'UPDATE demo_invoice SET plays = $2 WHERE invoice_id = $1', [demo.id, MAX_DEMO_PLAYS]);
  expect(await refusal('late')).toBe('rate_limited');
});

test('nobody can sign in as the merchant, which is made once, and gets no mail and no webhook', async () => {
  const [again, atOnce] = await Promise.all([ensureDemoShop(db, testBox), ensureDemoShop(db, testBox)]);
  expect([again, atOnce]).toEqual([shop, shop]);
  const { merchantId, profileId } = shop;
  const of = async (sql: string, id: string) => (await one<{ count: string }>(db, sql, [id])).count;
  expect(await of('SELECT count(*) FROM app_user WHERE merchant_id = $1', merchantId)).toBe('0');
  expect(await of('SELECT count(*) FROM api_token WHERE profile_id = $1', profileId)).toBe('0');
  expect(await of('SELECT count(*) FROM webhook_delivery WHERE profile_id = $1', profileId)).toBe('0');
  const profiles = await select(db, 'SELECT mode, notification_url FROM profile WHERE merchant_id = $1', [merchantId]);
  expect(profiles).toEqual([{ mode: 'sandbox', notification_url: null }]);
});

test('at night all that visitors typed is gone, wherever it could be; invoices and books stay as they were', async () => {
  const id = await make('BTC', 'a text of a visitor');
  const young = await make('BTC', 'another text');
  await execute(db, 'UPDATE demo_invoice SET created_at = $2 WHERE invoice_id = $1', [
    id,
    new Date(nowMs() - DEMO_LIFE_MS),
  ]);
  // Not shown any more, even where the sweep is late.
  await expect(readDemoWords(db, id, nowMs())).rejects.toMatchObject({ code: 'not_found' });
  expect(await readDemoWords(db, young, nowMs())).toMatchObject({ description: 'another text' });
  const count = () => one(db, 'SELECT count(*) AS entries FROM entry');
  const before = await count();
  await createRetentionActivities({ db, years: 8, contactMonths: 24, nowMs }).purgeCases();
  expect(await select(db, 'SELECT invoice_id FROM demo_invoice WHERE invoice_id = $1', [id])).toEqual([]);
  expect(await readDemoWords(db, young, nowMs())).toMatchObject({ description: 'another text' });
  expect(await sweepDemos(db, nowMs())).toBe(0);
  const typed = await select<{ row: string }>(
    db,
    `SELECT row::text
     FROM (SELECT to_jsonb(i) AS row FROM invoice i UNION ALL SELECT to_jsonb(e) FROM event e) AS all_rows
     WHERE row::text LIKE '%of a visitor%' OR row::text LIKE '%Kestrel%'`,
  );
  expect(typed).toEqual([]);
  expect(await count()).toEqual(before);
  expect((await trialBalance(db)).mismatches).toEqual([]);
});

test('a demo leaves so many rows for good, which bound what a flood of demos costs', async () => {
  const payAndSettle = async () => {
    const before = await rowsByTable();
    const demo = await stage('LTC');
    await demo.play('pay');
    await demo.pass(3_000);
    await demo.pass(3_000);
    expect(await demo.settle()).toBe('done');
    await execute(db, 'UPDATE demo_invoice SET created_at = $2 WHERE invoice_id = $1', [
      demo.id,
      new Date(nowMs() - DEMO_LIFE_MS),
    ]);
    await sweepDemos(db, nowMs());
    const after = await rowsByTable();
    return Object.fromEntries(
      [...after].flatMap(([table, rows]) => {
        const more = rows - (before.get(table) ?? 0);
        return more === 0 || PASSING.test(table) ? [] : [[table, more]];
      }),
    );
  };
  // The first one also makes what all demos share.
  await payAndSettle();
  const books = { transfer: 2, entry: 6, step: 2 };
  const payment = { invoice: 1, quote: 1, watched_address: 1, payment: 1, sim_transaction: 1, sim_command: 1 };
  const { account = 0, ...others } = await payAndSettle();
  expect(others).toEqual({ ...books, ...payment });
  // One of its own; a stripe of an account of the gateway is made when it is first used.
  expect(account).toBeGreaterThanOrEqual(1);
  expect(account).toBeLessThanOrEqual(3);
});

/** Emptied by their consumers or with old blocks; the months of events can be archived. */
const PASSING = /^(?:outbox|dashboard_change|chain_block|sim_block|event_\w+)$/;

/** How many rows each table has. */
async function rowsByTable(): Promise<Map<string, number>> {
  const tables = await select<{ name: string }>(
    db,
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY name",
  );
  const counted = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await one<{ rows: number }>(db, `SELECT count(*)::int AS rows FROM "${name}"`);
    counted.set(name, rows);
  }
  return counted;
}
