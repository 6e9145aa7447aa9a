import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import { connect } from '../../db/connect.ts';
import { type Db, inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { readCustodyChecks } from '../../db/custody/checks.ts';
import { bookOwnFunds } from '../../db/custody/own-funds.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { makeInvoice, makeRates, makeShop } from '../../db/invoices/testing.fixture.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { changeStop, isStopped } from '../../db/payouts/emergency-stop.ts';
import { requestBlocks, requestPayment } from '../../db/simulator/commands.ts';
import { gates } from '../../domain/assets/assets.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { createFollower } from '../chain/follower.ts';
import { type ChainPort, ChainUnavailableError } from '../chain/port.ts';
import { runSimulator } from '../chain/simulator/engine.fixture.ts';
import { startSimulator } from '../chain/simulator/engine.ts';
import { openSimulatedChain } from '../chain/simulator/port.ts';
import { checkCustody } from './check.ts';
import type { CustodySources } from './holdings.ts';
import { simulatedHoldingsPort } from './simulated.ts';
import { watchCustody } from './watch.ts';

const chain = { mode: 'sandbox', network: 'LTC' } as const;
const GRACE_MS = 60_000;

let database: TestDatabase;
let db: Db;
let port: ChainPort;
let ways: CustodySources;
let clock: number;

beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  await makeRates(db);
  port = openSimulatedChain(db, chain);
  ways = { port, holdings: simulatedHoldingsPort(chain) };
  clock = Date.now();
  await payAnInvoice();
});
afterEach(async () => {
  await port.close();
  await db.close();
  await database.drop();
});

async function payAnInvoice(): Promise<void> {
  const nowMs = Date.now();
  const simulator = { db, nowMs: () => nowMs, blockSeconds: 0, chains: [chain] };
  await startSimulator(simulator);
  const effects = { applyInvoiceEvent, applyStrayPayments };
  const follower = createFollower({ db, effects, nowMs: () => nowMs }, port, { dropAfterMs: 0 });
  await follower.poll();
  const { id: invoiceId } = await makeInvoice(db, await makeShop(db), { gateId: 'LTC', nowMs });
  const request = { mode: 'sandbox', invoiceId, scenario: 'paid', nowMs, isSimulated: () => true } as const;
  await inTransaction(db, (tx) => requestPayment(tx, request));
  await inTransaction(db, (tx) => requestBlocks(tx, { ...chain, count: 12, nowMs, isSimulated: () => true }));
  await runSimulator(simulator);
  while (!(await follower.poll()).complete);
}

/** Looks again a while later. */
async function look(laterMs = GRACE_MS) {
  clock += laterMs;
  return checkCustody({ db, nowMs: () => clock, graceMs: GRACE_MS }, ways);
}

/** Takes from (or, negative, adds to) what the chain gave to the gateway. */
function takeFromChain(minor: bigint): Promise<number> {
  return execute(
    db,
    `UPDATE sim_transaction SET movements = jsonb_set(movements, '{0,amountMinor}',
       to_jsonb(((movements->0->>'amountMinor')::numeric - $1)::text)) WHERE state = 'mined'`,
    [minor],
  );
}

const alerts = () =>
  select<{ kind: string; message: string }>(db, `SELECT kind, message FROM alert WHERE resolved_at IS NULL`);
const stopped = () => inTransaction(db, (tx) => isStopped(tx, chain));

describe('the coins on a chain', () => {
  test('agree with the books, and the figures are kept for operators', async () => {
    await look();
    const [check] = await readCustodyChecks(db);
    expect(check).toMatchObject({ gateId: 'LTC', differenceMinor: 0n, differsSince: null, incomingMinor: 0n });
    expect(check?.chainMinor).toBeGreaterThan(0n);
    expect(check?.booksMinor).toBe(check?.chainMinor);
    expect(await alerts()).toEqual([]);
  });

  test('that go missing stop the network and alert, once the difference lasts', async () => {
    await takeFromChain(7n);
    await look();
    await look();
    expect(await stopped()).toBe(false);
    expect(await alerts()).toEqual([]);
    await look();
    expect(await stopped()).toBe(true);
    expect(await alerts()).toMatchObject([
      { kind: 'custody_missing', message: expect.stringContaining('0.00000007 LTC are missing') },
    ]);
  });

  test('that were missing for a moment stop nothing', async () => {
    await takeFromChain(7n);
    await look();
    await look();
    await takeFromChain(-7n);
    await look();
    await takeFromChain(7n);
    await look();
    await look();
    expect(await stopped()).toBe(false);
  });

  test('that exceed the books raise an alert and stop nothing: anybody can send coins', async () => {
    await takeFromChain(-5n);
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect(await stopped()).toBe(false);
    expect(await alerts()).toMatchObject([{ message: expect.stringContaining('0.00000005 LTC more') }]);
  });

  test('of the gateway’s own, once booked, are in the books', async () => {
    await takeFromChain(-5n);
    await look();
    const funds = { mode: 'sandbox', gate: gates.LTC, minor: 5n, by: 'ada', note: 'A float.' } as const;
    await moneyTransaction(db, (tx) => bookOwnFunds(tx, funds));
    await look();
    expect(await readCustodyChecks(db)).toMatchObject([{ differenceMinor: 0n, differsSince: null }]);
    expect((await trialBalance(db)).mismatches).toEqual([]);
  });

  test('let an operator decide: what was let go on is not stopped again for the same alert, which closes by itself', async () => {
    await takeFromChain(7n);
    for (let looks = 0; looks < 3; looks += 1) await look();
    const release = { modes: ['sandbox'], network: 'LTC', stopped: false, by: 'ada', reason: 'Known.' } as const;
    await changeStop(db, release);
    await look();
    expect(await stopped()).toBe(false);
    await takeFromChain(-7n);
    await look();
    expect(await alerts()).toEqual([]);
  });

  test('that go missing stop the network and alert although somebody had sent dust before', async () => {
    await takeFromChain(-1n);
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect(await alerts()).toMatchObject([{ kind: 'custody_surplus' }]);
    await takeFromChain(8n);
    await look();
    await look();
    expect(await stopped()).toBe(false);
    await look();
    expect(await stopped()).toBe(true);
    expect(await alerts()).toMatchObject([
      { kind: 'custody_missing', message: expect.stringContaining('0.00000008 LTC are missing') },
    ]);
  });

  test('that go missing from a reported surplus stop the network, even if nothing is missing from the books', async () => {
    await takeFromChain(-5n);
    for (let looks = 0; looks < 3; looks += 1) await look();
    await takeFromChain(5n);
    for (let looks = 0; looks < 4; looks += 1) await look();
    expect(await stopped()).toBe(true);
    expect(await alerts()).toMatchObject([
      { kind: 'custody_missing', message: expect.stringContaining('0.00000005 LTC are missing') },
    ]);
    await changeStop(db, { modes: ['sandbox'], network: 'LTC', stopped: false, by: 'ada', reason: 'It was ours.' });
    await look();
    expect(await alerts()).toEqual([]);
  });

  test('of a surplus that was reported and then booked may not go missing, and booking is no loss', async () => {
    await takeFromChain(-5n);
    for (let looks = 0; looks < 3; looks += 1) await look();
    const funds = { mode: 'sandbox', gate: gates.LTC, minor: 5n, by: 'ada', note: 'A float.' } as const;
    await moneyTransaction(db, (tx) => bookOwnFunds(tx, funds));
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect(await stopped()).toBe(false);
    expect(await alerts()).toEqual([]);
    await takeFromChain(2n);
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect(await stopped()).toBe(true);
    expect(await alerts()).toMatchObject([{ message: expect.stringContaining('0.00000002 LTC are missing') }]);
  });

  test('that go missing after an operator let money out again stop it once more, with an alert of their own', async () => {
    await takeFromChain(7n);
    for (let looks = 0; looks < 3; looks += 1) await look();
    await changeStop(db, { modes: ['sandbox'], network: 'LTC', stopped: false, by: 'ada', reason: 'Known.' });
    await takeFromChain(4n);
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect(await stopped()).toBe(true);
    expect(await alerts()).toMatchObject([{ message: expect.stringContaining('0.00000004 LTC are missing') }]);
  });

  test('are judged by nothing while the follower is behind the chain', async () => {
    await takeFromChain(7n);
    await inTransaction(db, (tx) => requestBlocks(tx, { ...chain, count: 1, nowMs: clock, isSimulated: () => true }));
    await runSimulator({ db, nowMs: () => clock, blockSeconds: 0, chains: [chain] });
    expect(await look()).toBeNull();
    expect(await readCustodyChecks(db)).toEqual([]);
  });
});

test('a node that does not answer for an hour raises an alert', async () => {
  const away = { ...ways, port: { ...port, tip: () => Promise.reject(new ChainUnavailableError('It is away.')) } };
  const stop = new AbortController();
  const nowMs = () => {
    clock += 3_600_001;
    return clock;
  };
  const watching = watchCustody({ db, nowMs, graceMs: 0 }, away, { signal: stop.signal, everyMs: 1 });
  await expect
    .poll(alerts)
    .toMatchObject([{ kind: 'custody_unchecked', message: expect.stringContaining('for an hour: It is away.') }]);
  stop.abort();
  await watching;
});
