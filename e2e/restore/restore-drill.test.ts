import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Invoice } from '../../contract/invoice.ts';
import { connect } from '../../db/connect.ts';
import { type Db, moneyTransaction } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { bookOwnFunds } from '../../db/custody/own-funds.ts';
import { testEncryptionKey } from '../../db/testing.fixture.ts';
import { CRYPTO_GATES, gate } from '../../domain/assets/assets.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { type RunningRabbitMq, startRabbitMq } from '../../scripts/services/rabbitmq.ts';
import { makeRunFolder, subfolder } from '../../scripts/testing/run-folder.ts';
import { ensureAnvil, ensureLitecoind } from '../../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensureRabbitMq } from '../../scripts/toolchain/rabbitmq.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import type { NodeUnderTest } from '../faults/chains/chain.fixture.ts';
import { startEvmNode } from '../faults/chains/evm.fixture.ts';
import { startUtxoNode } from '../faults/chains/utxo.fixture.ts';
import { Persistent } from '../faults/crowd.fixture.ts';
import { type Gateway, startGateway } from '../faults/gateway.fixture.ts';
import { until, untilClean } from '../faults/killing.fixture.ts';
import { auditPayments } from '../faults/nodes-audit.fixture.ts';
import { readRunbook, runLine } from '../runbook.fixture.ts';
import { openShop, type Shop } from '../shop.fixture.ts';
import { createInvoices, type DrillInvoice, type DrillPayout, payPart, requestPayouts } from './crowd.fixture.ts';
import {
  type DrillEuro,
  expectPaidOnce,
  moveBank,
  openEuroTill,
  queueWithdrawals,
  untilStated,
  untilWithdrawals,
} from './euro.fixture.ts';

const whole = process.env.RESTORE_DRILL === 'whole';
const INVOICES = whole ? 200 : 24;
const PAYOUTS_OF_A_KIND = whole ? 17 : 3;
/** As many as the network would make in five minutes and more. */
const BLOCKS_AFTER = 12;
const STEP_MS = 240_000;

const folder = makeRunFolder();
const closers: (() => Promise<unknown>)[] = [];
/** The commands for each day, and those to restore. */
const [daily = []] = readRunbook('operating/backup.md', { heading: '## Every day', blocks: 1 });
const [restore = []] = readRunbook('operating/restore.md', { heading: '## Steps', blocks: 1 });
let nodes: readonly NodeUnderTest[] = [];
let env: NodeJS.ProcessEnv = {};
let origin: Gateway | undefined;

beforeAll(async () => {
  for (const program of [await ensureLitecoind(), await ensureAnvil(), await ensureRabbitMq()])
    if (!isFound(program)) throw new Error(program.missing);
  nodes = await Promise.all([startUtxoNode('LTC'), startEvmNode()]);
  for (const node of nodes) closers.push(() => node.close());
  for (const node of nodes) await node.giveFloat();
  env = {
    SANDBOX_SEED: TEST_MNEMONIC,
    ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
    SANDBOX_BLOCK_SECONDS: '1',
    BACKUP_DIR: join(folder.path, 'backups'),
    ...Object.fromEntries(nodes.map(({ gateId, url }) => [`SANDBOX_CHAIN_${gate(gateId).network}_URL`, url])),
  };
  // The servers of npm start read them from this process.
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}, 300_000);
afterAll(async () => {
  await origin?.stop();
  for (const close of closers.reverse()) await close();
  folder.remove();
}, 120_000);

test('a database that is restored to a moment, with the chain ahead of it, pays nothing twice and loses nothing', async () => {
  const first = await startOn('first');
  origin = first;
  const firstEnv = { ...env, DATA_DIR: first.dataDir };
  const shop = openShop(first.started);
  const db = connect(first.servers.databaseUrl, { poolSize: 2, applicationName: 'tidegate-drill' });
  for (const node of nodes) await bookFloat(db, node);
  await earn(shop);
  for (const line of daily) await runLine(line, firstEnv);

  const { invoices, payouts, euro, moment } = await fillUntilTheMoment(shop, db, firstEnv);
  const lost = await goOnAfterTheMoment(shop, db, { invoices, payouts, euro, env: firstEnv });
  const used = await select<{ key: string }>(db, USED_ADDRESSES, []);
  await archiveLog(db);
  await db.close();
  await killAll(first);
  origin = undefined;
  console.log(`The first gateway is gone. It had ${used.length} addresses, ${lost} of lost invoices.`);

  const second = await restoreByRunbook(moment, first.dataDir);
  const restored = connect(second.gateway.servers.databaseUrl, { poolSize: 2, applicationName: 'tidegate-drill' });
  try {
    await expectAllEnds(restored, invoices, payouts);
    await untilWithdrawals(restored, euro, 'done', STEP_MS);
    await expectPaidOnce(restored, second.gateway.dataDir, euro);
    console.log(`Everything had ended ${seconds(second.startedMs)} after the start.`);
    const newShop = openShop({ url: second.gateway.started.url, api: first.started.api });
    await expectFreshAddresses(newShop, restored, new Set(used.map(({ key }) => key)));
    await expectBooksToAgree(restored);
  } finally {
    await restored.close();
  }
});

/** A gateway of its own with an empty Temporal and an empty RabbitMQ. */
async function startOn(name: string): Promise<Gateway> {
  const broker: RunningRabbitMq = await startRabbitMq({ dataDir: subfolder(folder.path, `rabbit-${name}`) });
  closers.push(() => broker.stop());
  const gateway = await startGateway({ ...env, AMQP_URL: broker.url }, { dataDir: join(folder.path, name) });
  return gateway;
}

async function bookFloat(db: Db, { gateId, floatMinor: minor }: NodeUnderTest): Promise<void> {
  if (minor === 0n) return;
  const funds = { mode: 'sandbox', gate: gate(gateId), minor, by: 'test', note: 'fees and reserves' } as const;
  await moneyTransaction(db, (tx) => bookOwnFunds(tx, funds));
}

/** Customers pay before all that: so there is money to pay out, in several coins. */
async function earn(shop: Shop): Promise<void> {
  const client = new Persistent(shop);
  const pace = keepPace();
  for (let round = 0; round < (whole ? 8 : 3); round += 1) {
    for (const { gateId, pay } of nodes) {
      const body = { amount: '900.00', currency: 'EUR', gate_id: gateId };
      const { id, address, amount_due: due } = await client.post<Invoice>('/api/v1/invoices', body);
      if (address === null || due === null) throw new Error(`Invoice ${id} cannot be paid.`);
      await pay({ address, tag: null }, parseAmount(due, gate(gateId).decimals));
      await shop.until(id, 'done', STEP_MS);
    }
  }
  await pace();
}

interface Filled {
  readonly invoices: readonly DrillInvoice[];
  readonly payouts: readonly DrillPayout[];
  readonly euro: DrillEuro;
  readonly moment: Date;
}

/** Every state of invoices and payouts at one moment, while the chains are paused. */
async function fillUntilTheMoment(shop: Shop, db: Db, drillEnv: NodeJS.ProcessEnv): Promise<Filled> {
  const count = PAYOUTS_OF_A_KIND;
  const pace = keepPace();
  const invoices = await createInvoices(shop, nodes, INVOICES);
  await payPart(invoices, 'settled');
  const done = await requestPayouts(shop, nodes, { cell: 'done before', count, from: 0 });
  for (const { id, story } of invoices) if (story.settled !== undefined) await shop.until(id, 'done', STEP_MS);
  await untilPayouts(db, done, 'done');
  await pace();

  await payPart(invoices, 'waiting');
  const sent = await requestPayouts(shop, nodes, { cell: 'in the mempool', count, from: count });
  await untilPayouts(db, sent, 'confirming');
  for (const { id, story } of invoices) if (story.waiting !== undefined) await shop.untilSeen(id, STEP_MS);
  await runLine('npm run money-out -- stop --reason "drill"', drillEnv);
  const queued = await requestPayouts(shop, nodes, { cell: 'signed after the moment', count, from: 2 * count });
  await untilPayouts(db, queued, 'queue');
  const euro = await queueWithdrawals(db, await openEuroTill(db), PAYOUTS_OF_A_KIND);
  const { now: moment } = await one<{ now: Date }>(db, 'SELECT clock_timestamp() AS now', []);
  // The next commit is after it for sure.
  await until(Date.now() + 1_000);
  return { invoices, payouts: [...done, ...sent, ...queued], euro, moment };
}

interface Going extends Pick<Filled, 'invoices' | 'payouts' | 'euro'> {
  readonly env: NodeJS.ProcessEnv;
}

/** Events that the restored database will not know. @returns how many invoices are lost */
async function goOnAfterTheMoment(
  shop: Shop,
  db: Db,
  { invoices, payouts, euro, env: drillEnv }: Going,
): Promise<number> {
  const pace = keepPace();
  await runLine('npm run money-out -- go --reason "drill"', drillEnv);
  await payPart(invoices, 'later');
  const lost = await createInvoices(shop, nodes, 10);
  await untilPayouts(db, payouts, 'done');
  await untilWithdrawals(db, euro, 'done', STEP_MS);
  await untilStated(db, euro, STEP_MS);
  await pace();
  for (let block = 0; block < BLOCKS_AFTER; block += 1) for (const node of nodes) await node.makeBlock();
  return lost.length;
}

interface Second {
  readonly gateway: Gateway;
  readonly startedMs: number;
}

/** Follows the document line by line; only the moment is another one, and `npm start` stays. */
async function restoreByRunbook(moment: Date, firstDataDir: string): Promise<Second> {
  const secondEnv = { ...env, DATA_DIR: join(folder.path, 'second') };
  const pace = keepPace();
  closers.push(pace);
  moveBank(firstDataDir, secondEnv.DATA_DIR);
  let second: Second | undefined;
  for (const line of restore) {
    if (line === 'npm start') {
      console.log(`$ ${line}`);
      const startedMs = Date.now();
      const gateway = await startOn('second');
      origin = gateway;
      second = { gateway, startedMs };
    } else await runLine(line.replace(/--at \S+/, `--at ${moment.toISOString()}`), secondEnv);
  }
  if (second === undefined) throw new Error('The runbook does not start anything.');
  return second;
}

async function expectAllEnds(
  db: Db,
  invoices: readonly DrillInvoice[],
  payouts: readonly DrillPayout[],
): Promise<void> {
  const found = await untilClean(async () => {
    const rows = await select<{ id: string; status: string; why: string }>(
      db,
      'SELECT id, status, status_reason AS why FROM invoice WHERE id = ANY($1::uuid[])',
      [invoices.map(({ id }) => id)],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const wrong = invoices.flatMap(({ id, story }) => {
      const row = byId.get(id);
      return row?.status === story.ends
        ? []
        : [`${story.name}: ${id} is ${row?.status} (${row?.why}), not ${story.ends}`];
    });
    const payments = await auditPayments({ db, nodes, requested: payouts });
    return { problems: [...wrong, ...payments.problems], payments };
  });
  const { tried, survived, lost, madeTwice } = found.payments;
  console.log(
    `${invoices.length} invoices, ${found.problems.length} problems; payouts: ${tried} tried, ` +
      `${survived} paid once, ${lost} lost, ${madeTwice} paid twice`,
  );
  expect(found.problems).toEqual([]);
  expect(madeTwice).toBe(0);
}

async function expectFreshAddresses(shop: Shop, db: Db, used: ReadonlySet<string>): Promise<void> {
  const client = new Persistent(shop);
  const ids: string[] = [];
  for (const gateId of CRYPTO_GATES) {
    const body = { amount: '20.00', currency: 'EUR', gate_id: gateId };
    for (let made = 0; made < 3; made += 1) ids.push((await client.post<Invoice>('/api/v1/invoices', body)).id);
  }
  const fresh = await select<{ key: string }>(db, `${USED_ADDRESSES} WHERE invoice_id = ANY($1::uuid[])`, [ids]);
  expect(fresh).toHaveLength(ids.length);
  expect(fresh.filter(({ key }) => used.has(key))).toEqual([]);
}

async function expectBooksToAgree(db: Db): Promise<void> {
  const agreed = await untilClean(async () => {
    const checks = await select<{ gate: string; difference: string }>(db, DIFFERENCES, []);
    return { problems: checks.map(({ gate: of, difference }) => `coins and books of ${of} differ by ${difference}`) };
  });
  expect(agreed.problems).toEqual([]);
}

async function untilPayouts(db: Db, payouts: readonly DrillPayout[], status: string): Promise<void> {
  const open = async () => {
    const sql = `SELECT id, gate_id, status, status_reason AS why, status_words AS words
      FROM payout WHERE id = ANY($1::uuid[]) AND status <> $2`;
    return select<{ id: string; status: string; why: string }>(db, sql, [payouts.map(({ id }) => id), status]);
  };
  await expect.poll(open, { timeout: STEP_MS, interval: 500 }).toEqual([]);
}

/** Ends the segment of the log and waits until it is in the store. */
async function archiveLog(db: Db): Promise<void> {
  const { segment } = await one<{ segment: string }>(db, 'SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment', []);
  await execute(db, 'SELECT pg_switch_wal()', []);
  const archived = async () =>
    (await one<{ done: boolean }>(db, 'SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver', [segment])).done;
  await expect.poll(archived, { timeout: 60_000, interval: 200 }).toBe(true);
}

/** The machine is gone: every process at once, without a word. */
async function killAll(gateway: Gateway): Promise<void> {
  for (const { pid } of gateway.processes()) process.kill(pid, 'SIGKILL');
  await gateway.stop();
}

/** Blocks come as on a network that is in a hurry. @returns what ends it */
function keepPace(): () => Promise<void> {
  let going = true;
  const paces = nodes.map(async (node) => {
    while (going) {
      await node.makeBlock().catch(() => {});
      await until(Date.now() + 400);
    }
  });
  return async () => {
    going = false;
    await Promise.all(paces);
  };
}

function seconds(sinceMs: number): string {
  return `${((Date.now() - sinceMs) / 1_000).toFixed(0)} s`;
}

const USED_ADDRESSES = `SELECT network || ':' || address_key || ':' || destination_tag AS key FROM watched_address`;
const DIFFERENCES = `
  SELECT gate_id AS gate, difference_minor::text AS difference FROM custody_check
  WHERE mode = 'sandbox' AND difference_minor <> 0`;
