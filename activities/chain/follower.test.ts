import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCursor } from '../../db/chain/cursor.ts';
import { inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import type { InvoiceStep } from '../../db/invoices/process.ts';
import { mineBlocks, reorganise } from '../../db/simulator/chain.ts';
import { newSpend, newTxid, type SimTransaction, sendSimulated, setSimState } from '../../db/simulator/transactions.ts';
import { newId } from '../../domain/ids.ts';
import { follow } from './follow.ts';
import { createFollower, type Follower } from './follower.ts';
import { type ChainPort, ChainUnavailableError } from './port.ts';
import { startSimulator } from './simulator/engine.ts';
import { openSimulatedChain } from './simulator/port.ts';
import {
  paymentsOn,
  type RecordedEffects,
  recordEffects,
  type WatchedInvoiceOptions,
  watchInvoice,
} from './testing.fixture.ts';

const chain = { mode: 'sandbox', network: 'LTC' } as const;
const { db } = await openTestDatabase();
let port: ChainPort;
let effects: RecordedEffects;
let follower: Follower;
let aheadMs = 0;
const nowMs = () => Date.now() + aheadMs;

beforeAll(async () => {
  await startSimulator({ db, nowMs, blockSeconds: 0, chains: [chain] });
  port = openSimulatedChain(db, chain);
});
afterAll(async () => {
  await port.close();
});
beforeEach(async () => {
  aheadMs = 0;
  effects = recordEffects();
  follower = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 0 });
  while (!(await follower.poll()).complete);
});

function invoice(more: Partial<WatchedInvoiceOptions> = {}) {
  const addressKey = newId();
  return watchInvoice(db, { gateId: 'LTC', address: addressKey, addressKey, dueMinor: 100n, ...more });
}

async function send(addressKeys: readonly string[], more: Partial<SimTransaction> = {}): Promise<SimTransaction> {
  const transaction: SimTransaction = {
    txid: newTxid('LTC'),
    spends: [newSpend('LTC')],
    failed: false,
    movements: addressKeys.map((addressKey, n) => ({
      assetRef: 'LTC',
      gateId: 'LTC',
      output: String(n),
      addressKey,
      destinationTag: null,
      amountMinor: 100n,
      coinbase: false,
      maturity: 0,
    })),
    ...more,
  };
  await inTransaction(db, (tx) => sendSimulated(tx, chain, transaction));
  return transaction;
}

const mine = (count: number) =>
  inTransaction(db, async (tx) => {
    for (let made = 0; made < count; made += 1) await mineBlocks(tx, chain, { nowMs: nowMs() });
  });
const paymentsOf = async (invoiceId: string) =>
  (await paymentsOn(db, 'LTC')).filter((row) => row.invoice_id === invoiceId);
const statusesOf = async (invoiceId: string) => (await paymentsOf(invoiceId)).map(({ status }) => status);

/** The chain with some answers put in the place of its own. */
function nodeThat(answers: Partial<ChainPort>): Follower {
  return createFollower({ db, effects, nowMs }, { ...port, ...answers }, { dropAfterMs: 0 });
}
const away = () => Promise.reject(new ChainUnavailableError('timed out'));

test('a follower on a fresh database begins at the tip', async () => {
  const network = 'BCH';
  await startSimulator({ db, nowMs, blockSeconds: 0, chains: [{ mode: 'sandbox', network }] });
  await inTransaction(db, (tx) => mineBlocks(tx, { mode: 'sandbox', network }, { nowMs: nowMs() }));
  const fresh = openSimulatedChain(db, { mode: 'sandbox', network });
  const look = await createFollower({ db, effects, nowMs }, fresh, { dropAfterMs: 0 }).poll();
  expect(look).toMatchObject({ height: (await fresh.tip()).height, complete: true });
  await fresh.close();
});

test('a crash takes the whole look back; the next look makes it up', async () => {
  const { invoiceId, addressKey } = await invoice();
  await send([addressKey]);
  const broken = {
    ...effects,
    applyInvoiceEvent: (tx: Tx) => select(tx, 'SELECT pg_terminate_backend(pg_backend_pid())'),
  };
  const crashing = createFollower({ db, effects: broken, nowMs }, port, { dropAfterMs: 0 });
  await expect(crashing.poll()).rejects.toThrow();
  expect(await paymentsOf(invoiceId)).toEqual([]);
  await mine(2);
  const before = await readCursor(db, chain);
  await expect(crashing.poll()).rejects.toThrow();
  expect(await readCursor(db, chain)).toEqual(before);
  // The same follower, with the same memory, sees again what it could not record.
  Object.assign(broken, { applyInvoiceEvent: effects.applyInvoiceEvent });
  await crashing.poll();
  expect(await statusesOf(invoiceId)).toEqual(['mined']);
});

test('an invoice that cannot take in its payment does not hold up the others, and is tried again', async () => {
  const [stuck, other] = [await invoice(), await invoice()];
  await send([stuck.addressKey, other.addressKey]);
  let broken = true;
  const picky = {
    ...effects,
    applyInvoiceEvent: async (tx: Tx, step: InvoiceStep) => {
      if (broken && step.id === stuck.invoiceId) await execute(tx, 'SELECT 1 / 0');
      await effects.applyInvoiceEvent(tx, step);
    },
  };
  const alerts = () =>
    select<{ subject: string; open: boolean }>(
      db,
      `SELECT subject, resolved_at IS NULL AS open FROM alert WHERE kind = 'invoice_stuck'`,
    );
  const careful = createFollower({ db, effects: picky, nowMs }, port, { dropAfterMs: 0 });
  await careful.poll();
  expect(await statusesOf(stuck.invoiceId)).toEqual(['seen']);
  expect(effects.steps.map(({ id }) => id)).not.toContain(stuck.invoiceId);
  expect(effects.steps.map(({ id }) => id)).toContain(other.invoiceId);
  const subject = `sandbox:LTC:${stuck.invoiceId}`;
  expect(await alerts()).toEqual([{ subject, open: true }]);
  broken = false;
  aheadMs = 30_000;
  await careful.poll();
  expect(effects.steps.at(-1)).toMatchObject({ id: stuck.invoiceId });
  expect(await alerts()).toEqual([{ subject, open: false }]);
});

test('hazard 10: while the node does not say, nothing is dropped, confirmed or looked at', async () => {
  const { invoiceId, addressKey } = await invoice();
  await send([addressKey]);
  await follower.poll();
  const checked = () => one<{ checked_at: Date }>(db, `SELECT checked_at FROM chain_cursor WHERE network = 'LTC'`);
  const before = await checked();
  aheadMs = 600_000;
  const nothingWaits = async () => ({ transactions: [], waiting: new Set<string>(), complete: true });
  for (const answers of [
    { mempool: away },
    { tip: away },
    // An empty mempool, and no answer whether the transaction is known: a node that has just restarted.
    { mempool: nothingWaits, transaction: away },
    { tip: async () => ({ ...(await port.tip()), height: 3, hash: 'other' }) },
  ] satisfies Partial<ChainPort>[]) {
    await expect(nodeThat(answers).poll()).rejects.toBeInstanceOf(ChainUnavailableError);
  }
  // A node whose mempool lost it while it still knows the transaction has not dropped it.
  await nodeThat({ mempool: nothingWaits }).poll();
  expect(await statusesOf(invoiceId)).toEqual(['seen']);
  expect(effects.steps).toHaveLength(1);
  expect((await checked()).checked_at.getTime()).toBeGreaterThan(before.checked_at.getTime());
});

test('of two followers the stale one takes in no block of a branch that the other has left', async () => {
  const { invoiceId, addressKey } = await invoice();
  const { txid } = await send([addressKey]);
  await follower.poll();
  await mine(1);
  const stale = nodeThat({
    async blockAt(height) {
      const old = await port.blockAt(height);
      // Between what it read and what it writes, the chain changes and the other follower takes that in.
      await inTransaction(db, (tx) => reorganise(tx, chain, { depth: 1, leaveOut: [txid], nowMs: nowMs() }));
      while (!(await follower.poll()).complete);
      return old;
    },
  });
  expect((await stale.poll()).complete).toBe(false);
  const { hash } = await port.tip();
  expect((await readCursor(db, chain))?.hash).toBe(hash);
  expect(await statusesOf(invoiceId)).toEqual(['seen']);
});

test('a transaction counts as dropped only after it was missing for the time that is set', async () => {
  const patient = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 30_000 });
  const { invoiceId, addressKey } = await invoice();
  const { txid } = await send([addressKey]);
  await patient.poll();
  await inTransaction(db, (tx) => setSimState(tx, chain, { txid, state: 'dropped' }));
  await patient.poll();
  expect(await statusesOf(invoiceId)).toEqual(['seen']);
  aheadMs = 30_000;
  await patient.poll();
  expect(await statusesOf(invoiceId)).toEqual(['dropped']);
});

test('a dropped transaction that comes back counts again, first seen when it was', async () => {
  const { invoiceId, addressKey } = await invoice();
  const { txid } = await send([addressKey]);
  await follower.poll();
  const [before] = await paymentsOf(invoiceId);
  await inTransaction(db, (tx) => setSimState(tx, chain, { txid, state: 'dropped' }));
  await follower.poll();
  expect(await statusesOf(invoiceId)).toEqual(['dropped']);
  await inTransaction(db, (tx) => setSimState(tx, chain, { txid, state: 'waiting' }));
  aheadMs = 60_000;
  await follower.poll();
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'seen', first_seen_at: before?.first_seen_at }]);
});

test('hazard 14: the replaced transaction may be mined after all; then the other one is out', async () => {
  const { invoiceId, addressKey } = await invoice();
  const first = await send([addressKey]);
  await follower.poll();
  const second = await send([addressKey], { spends: first.spends });
  await follower.poll();
  const statusBy = async () =>
    Object.fromEntries((await paymentsOf(invoiceId)).map(({ txid, status }) => [txid, status]));
  expect(await statusBy()).toEqual({ [first.txid]: 'replaced', [second.txid]: 'seen' });
  await inTransaction(db, async (tx) => {
    await setSimState(tx, chain, { txid: second.txid, state: 'dropped' });
    await setSimState(tx, chain, { txid: first.txid, state: 'waiting' });
  });
  await mine(1);
  await follower.poll();
  expect(await statusBy()).toEqual({ [first.txid]: 'mined', [second.txid]: 'replaced' });
});

test('hazard 11: nothing was paid before its invoice was made, whatever the clock of a block says', async () => {
  const createdAtMs = Date.now();
  const { invoiceId, addressKey } = await invoice({ createdAtMs });
  await send([addressKey]);
  aheadMs = -3_600_000;
  await mine(1);
  aheadMs = 0;
  await follower.poll();
  const [payment] = await paymentsOf(invoiceId);
  expect(payment?.first_seen_at.getTime()).toBe(createdAtMs);
});

test('hazard 11: a payment noticed late in an earlier block counts as first seen then, and its invoice is decided again', async () => {
  const createdAtMs = Date.now() - 7_200_000;
  const { invoiceId, addressKey } = await invoice({ createdAtMs, expiresAtMs: createdAtMs + 5_400_000 });
  await send([addressKey]);
  await follower.poll();
  aheadMs = -3_600_000;
  await mine(1);
  const minedBeforeMs = nowMs();
  aheadMs = 0;
  await follower.poll();
  const [payment] = await paymentsOf(invoiceId);
  expect(payment?.status).toBe('mined');
  expect(payment?.first_seen_at.getTime()).toBeLessThanOrEqual(minedBeforeMs);
  expect(effects.steps.map(({ payments }) => payments)).toEqual(['seen', 'mined']);
});

test('hazard 1: below the threshold a reorganization returns the payment to the mempool, and confirmations restart from zero', async () => {
  const { invoiceId, addressKey } = await invoice();
  const { txid } = await send([addressKey]);
  await mine(3);
  await follower.poll();
  expect(await statusesOf(invoiceId)).toEqual(['mined']);
  await inTransaction(db, (tx) => reorganise(tx, chain, { depth: 3, leaveOut: [txid], nowMs: nowMs() }));
  await follower.poll();
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'seen', block_height: null, block_hash: null }]);
  await inTransaction(db, (tx) => setSimState(tx, chain, { txid, state: 'waiting' }));
  await mine(5);
  await follower.poll();
  expect(await statusesOf(invoiceId)).toEqual(['mined']);
  await mine(1);
  await follower.poll();
  expect(await statusesOf(invoiceId)).toEqual(['confirmed']);
  const decided = effects.steps.filter((step) => step.id === invoiceId).map(({ payments }) => payments);
  expect(decided).toEqual(['mined', 'confirmed']);
});

test('a reorganisation below everything that is remembered is followed all the same', async () => {
  const { invoiceId, addressKey } = await invoice();
  await send([addressKey]);
  await mine(6);
  await follower.poll();
  await execute(
    db,
    `DELETE FROM chain_block WHERE network = 'LTC'
     AND height < (SELECT max(height) - 1 FROM chain_block WHERE network = 'LTC')`,
  );
  await inTransaction(db, (tx) => reorganise(tx, chain, { depth: 6, leaveOut: [], nowMs: nowMs() }));
  await follower.poll();
  expect((await readCursor(db, chain))?.hash).toBe((await port.tip()).hash);
  expect(await statusesOf(invoiceId)).toEqual(['confirmed']);
});

test('one transaction that pays two invoices and a stranger is two payments', async () => {
  const [a, b] = [await invoice(), await invoice()];
  await send([a.addressKey, newId(), b.addressKey]);
  await follower.poll();
  expect(await paymentsOf(a.invoiceId)).toMatchObject([{ output: '0' }]);
  expect(await paymentsOf(b.invoiceId)).toMatchObject([{ output: '2' }]);
});

test('the value at the time a payment is seen is kept, in the currency of its invoice', async () => {
  await execute(
    db,
    `INSERT INTO rate (mode, asset, currency, value, source, sampled_at, expires_at)
     VALUES ('sandbox', 'LTC', 'EUR', 80, 'test', now(), now() + interval '1 hour')`,
  );
  const { invoiceId, addressKey } = await invoice();
  const transaction = await send([addressKey]);
  expect(transaction.movements[0]?.amountMinor).toBe(100n);
  await send([addressKey], {
    movements: transaction.movements.map((each) => ({ ...each, amountMinor: 150_000_000n })),
  });
  await follower.poll();
  const values = await select<{ value: string }>(
    db,
    'SELECT seen_value_minor::text AS value FROM payment WHERE invoice_id = $1 ORDER BY amount_minor',
    [invoiceId],
  );
  // 1.5 LTC at 80 EUR; 100 litoshi are worth less than a cent.
  expect(values.map(({ value }) => value)).toEqual(['0', '12000']);
});

test('a transaction mined with another amount than first seen is valued again, at the rate of its first sighting', async () => {
  await execute(
    db,
    `INSERT INTO rate (mode, asset, currency, value, source, sampled_at, expires_at)
     VALUES ('sandbox', 'LTC', 'EUR', 80, 'test', now(), now() + interval '1 hour')
     ON CONFLICT DO NOTHING`,
  );
  const { invoiceId, addressKey } = await invoice();
  const { txid } = await send([addressKey]);
  await follower.poll();
  const mined = `UPDATE sim_transaction SET movements = replace(movements::text, '"100"', '"150000000"')::jsonb
    WHERE txid = $1`;
  await execute(db, mined, [txid]);
  await mine(1);
  await follower.poll();
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'mined', amount: '150000000' }]);
  const sql = 'SELECT seen_value_minor::text AS value FROM payment WHERE invoice_id = $1';
  expect(await one(db, sql, [invoiceId])).toEqual({ value: '12000' });
});

test('what is found long after it was first seen is worth what it was then; without a rate of then nothing is said', async () => {
  const hourMs = 3_600_000;
  const halfPast = (hoursAgo: number) => (Math.floor(Date.now() / hourMs) - hoursAgo) * hourMs + hourMs / 2;
  await execute(
    db,
    `INSERT INTO rate (mode, asset, currency, value, source, sampled_at, expires_at)
     VALUES ('sandbox', 'LTC', 'EUR', 80, 'test', now(), now() + interval '1 hour')
     ON CONFLICT DO NOTHING`,
  );
  await execute(
    db,
    `INSERT INTO rate_hour (mode, asset, currency, hour, value) VALUES ('sandbox', 'LTC', 'EUR', $1, 60)`,
    [new Date(halfPast(5) - hourMs / 2)],
  );
  /** The value of 1.5 LTC that the follower first hears of by a block from this moment. */
  const valueAt = async (moment: number) => {
    const { invoiceId, addressKey } = await invoice({ createdAtMs: Date.now() - 24 * hourMs });
    const movement = { assetRef: 'LTC', gateId: 'LTC', output: '0', addressKey, destinationTag: null } as const;
    await send([], { movements: [{ ...movement, amountMinor: 150_000_000n, coinbase: false, maturity: 0 }] });
    aheadMs = moment - Date.now();
    await mine(1);
    aheadMs = 0;
    await follower.poll();
    const sql = 'SELECT seen_value_minor::text AS value FROM payment WHERE invoice_id = $1';
    return (await one<{ value: string | null }>(db, sql, [invoiceId])).value;
  };
  expect(await valueAt(Date.now())).toBe('12000');
  expect(await valueAt(halfPast(5))).toBe('9000');
  expect(await valueAt(halfPast(4))).toBeNull();
});

test('the value at the time a payment is confirmed is kept beside the one at first sight', async () => {
  const rate = (value: number) =>
    execute(
      db,
      `INSERT INTO rate (mode, asset, currency, value, source, sampled_at, expires_at)
       VALUES ('sandbox', 'LTC', 'EUR', $1, 'test', now(), now() + interval '1 hour')
       ON CONFLICT (mode, asset, currency) DO UPDATE SET value = excluded.value`,
      [value],
    );
  await rate(80);
  const { invoiceId, addressKey } = await invoice();
  const movement = { assetRef: 'LTC', gateId: 'LTC', output: '0', addressKey, destinationTag: null } as const;
  await send([], { movements: [{ ...movement, amountMinor: 150_000_000n, coinbase: false, maturity: 0 }] });
  await follower.poll();
  const values = () =>
    one<{ seen: string; confirmed: string | null; at: Date | null }>(
      db,
      `SELECT seen_value_minor::text AS seen, confirmed_value_minor::text AS confirmed, confirmed_at AS at
       FROM payment WHERE invoice_id = $1`,
      [invoiceId],
    );
  expect(await values()).toEqual({ seen: '12000', confirmed: null, at: null });
  await rate(60);
  await mine(6);
  while (!(await follower.poll()).complete);
  const confirmed = await values();
  expect(confirmed).toMatchObject({ seen: '12000', confirmed: '9000' });
  expect(Math.abs(Date.now() - (confirmed.at?.getTime() ?? 0))).toBeLessThan(60_000);
  await rate(80);
  await mine(1);
  await follower.poll();
  expect(await values()).toEqual(confirmed);
});

test('the loop goes on after failures, tells operators when it is behind, and takes that back', async () => {
  const stop = new AbortController();
  const heard: (string | null)[] = [];
  let broken = true;
  const flaky: ChainPort = { ...port, tip: () => (broken ? away() : port.tip()) };
  const alerts = () =>
    select<{ open: boolean }>(db, `SELECT resolved_at IS NULL AS open FROM alert WHERE kind = 'follower_behind'`);
  const running = follow({ db, effects, nowMs }, flaky, {
    signal: stop.signal,
    pollMs: 1,
    dropAfterMs: 0,
    onPoll({ problem }) {
      heard.push(problem);
      aheadMs += 30_000;
    },
  });
  await expect.poll(alerts).toEqual([{ open: true }]);
  broken = false;
  await expect.poll(alerts).toEqual([{ open: false }]);
  stop.abort();
  await running;
  expect(heard[0]).toBe('timed out');
  expect(heard.at(-1)).toBeNull();
});

test('a follower that begins after an invoice was paid and mined still finds the payment', async () => {
  const { invoiceId, addressKey } = await invoice();
  await send([addressKey]);
  await mine(3);
  await inTransaction(db, async (tx) => {
    for (const table of ['chain_cursor', 'chain_block']) await execute(tx, `DELETE FROM ${table}`, []);
  });
  const first = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 0 });
  while (!(await first.poll()).complete);
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'mined', amount: '100' }]);
  expect(await readCursor(db, chain)).toMatchObject({ height: (await port.tip()).height });
});

test('whose money a payment was is stored where the chain says so', async () => {
  const [named, nameless] = [await invoice(), await invoice()];
  const of = {
    assetRef: 'LTC',
    gateId: 'LTC',
    destinationTag: null,
    amountMinor: 100n,
    coinbase: false,
    maturity: 0,
  } as const;
  await send([], {
    movements: [
      { ...of, output: '0', addressKey: named.addressKey, sender: 'the-owner' },
      { ...of, output: '1', addressKey: nameless.addressKey },
    ],
  });
  await follower.poll();
  await mine(1);
  await follower.poll();
  const senderOf = async (invoiceId: string) =>
    (await one<{ sender: string | null }>(db, 'SELECT sender FROM payment WHERE invoice_id = $1', [invoiceId])).sender;
  expect([await senderOf(named.invoiceId), await senderOf(nameless.invoiceId)]).toEqual(['the-owner', null]);
});
