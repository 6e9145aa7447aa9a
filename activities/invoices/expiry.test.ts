import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { execute, one } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { readInvoice } from '../../db/invoices/read.ts';
import {
  chainLooked,
  makeInvoice,
  makeRates,
  makeShop,
  paymentsChanged,
  recordPayment,
} from '../../db/invoices/testing.fixture.ts';
import { NETWORKS } from '../../domain/assets/assets.ts';
import { openSimulatorNews } from '../chain/simulator/news.ts';
import type { Rounds } from '../rounds.ts';
import { startExpiry } from './expiry.ts';

const { db } = await openTestDatabase();
const troubles: unknown[] = [];
const started: Rounds[] = [];

beforeAll(() => makeRates(db));
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
  troubles.length = 0;
});

function start(): void {
  started.push(startExpiry(db, { nowMs: Date.now, onTrouble: (error) => troubles.push(error), pollMs: 10 }));
}

const followChains = () => chainLooked(db, NETWORKS, Date.now() + 1_000);

async function passDeadline(...ids: string[]): Promise<void> {
  await execute(db, `UPDATE invoice SET expires_at = now() - interval '1 millisecond' WHERE id = ANY($1)`, [ids]);
}

async function statuses(ids: readonly string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await readInvoice(db, id)).status));
}

async function isDecided(id: string): Promise<boolean> {
  const sql = 'SELECT expiry_decided_at IS NOT NULL AS decided FROM invoice WHERE id = $1';
  return (await one<{ decided: boolean }>(db, sql, [id])).decided;
}

async function sent(id: string, topic: string): Promise<number> {
  const sql = `SELECT count(*)::int AS rows FROM outbox WHERE topic = $2 AND payload::text LIKE '%' || $1 || '%'`;
  return (await one<{ rows: number }>(db, sql, [id, topic])).rows;
}

describe('deadlines', () => {
  test('expire invoices without payments once, however many workers look, and wake no workflows', async () => {
    const shop = await makeShop(db);
    const ids = await Promise.all(Array.from({ length: 120 }, async () => (await makeInvoice(db, shop)).id));
    await passDeadline(...ids);
    await followChains();
    start();
    start();
    await vi.waitFor(async () => expect(new Set(await statuses(ids))).toEqual(new Set(['expired'])), 60_000);
    expect(await Promise.all(ids.map((id) => sent(id, 'event.invoice.expired')))).toEqual(ids.map(() => 1));
    expect(await sent(ids[0] ?? '', 'workflow.signal')).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('wait until the follower has begun a run after them', async () => {
    const shop = await makeShop(db);
    await followChains();
    const waiting = await makeInvoice(db, shop);
    const other = await makeInvoice(db, shop, { gateId: 'ETH' });
    await execute(db, 'DELETE FROM chain_cursor', []);
    await chainLooked(db, ['ETH'], Date.now() + 1_000);
    await passDeadline(waiting.id, other.id);
    start();
    await vi.waitFor(async () => expect((await readInvoice(db, other.id)).status).toBe('expired'), 60_000);
    expect((await readInvoice(db, waiting.id)).status).toBe('pending');
    await followChains();
    await vi.waitFor(async () => expect((await readInvoice(db, waiting.id)).status).toBe('expired'), 60_000);
  });

  test('ask the follower of a quiet chain for the run that they wait for', async () => {
    const news = openSimulatorNews(db.url);
    const invoice = await makeInvoice(db, await makeShop(db));
    await followChains();
    await execute(db, `UPDATE chain_cursor SET checked_at = now() - interval '1 minute' WHERE network = 'BTC'`, []);
    await passDeadline(invoice.id);
    const heard = news.next(new AbortController().signal, 30_000, 'sandbox:BTC').then(() => Date.now());
    const beganMs = Date.now();
    start();
    expect((await heard) - beganMs).toBeLessThan(10_000);
    await followChains();
    await vi.waitFor(async () => expect((await readInvoice(db, invoice.id)).status).toBe('expired'), 60_000);
    await news.close();
  });

  test('decide a partial payment, which still waits for the network', async () => {
    const invoice = await makeInvoice(db, await makeShop(db));
    await recordPayment(db, { invoiceId: invoice.id, minor: 100_000n, firstSeenAtMs: Date.now() - 1_000 });
    await paymentsChanged(db, invoice.id);
    await passDeadline(invoice.id);
    await followChains();
    start();
    await vi.waitFor(async () => expect(await isDecided(invoice.id)).toBe(true), 60_000);
    expect((await readInvoice(db, invoice.id)).status).toBe('partially_paid');
  });

  test('of other invoices are not kept waiting by one that cannot be decided', async () => {
    const shop = await makeShop(db);
    const broken = await makeInvoice(db, shop);
    const sound = await makeInvoice(db, shop);
    await passDeadline(broken.id, sound.id);
    await followChains();
    await execute(
      db,
      `ALTER TABLE invoice ADD CONSTRAINT broken CHECK (id <> '${broken.id}' OR status <> 'expired') NOT VALID`,
      [],
    );
    start();
    await vi.waitFor(async () => expect((await readInvoice(db, sound.id)).status).toBe('expired'), 60_000);
    await vi.waitFor(() => expect(troubles).toHaveLength(1), 60_000);
    expect((await readInvoice(db, broken.id)).status).toBe('pending');
    await execute(db, 'ALTER TABLE invoice DROP CONSTRAINT broken', []);
  });
});
