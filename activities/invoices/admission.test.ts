import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { execute, maybeOne } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { readStrain } from '../../db/invoices/admission.ts';
import {
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
} from '../../db/invoices/testing.fixture.ts';
import type { Rounds } from '../rounds.ts';
import { startAdmission } from './admission.ts';

const { db } = await openTestDatabase();
const troubles: unknown[] = [];
const started: Rounds[] = [];

beforeAll(() => makeRates(db));
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
  await execute(db, 'DELETE FROM invoice_admission');
  await execute(db, 'DELETE FROM outbox');
  await execute(db, `UPDATE invoice SET updated_at = now() - interval '2 minutes'`);
  expect(troubles.splice(0)).toEqual([]);
});

function start(): void {
  started.push(
    startAdmission(db, {
      nowMs: Date.now,
      onTrouble: (error) => troubles.push(error),
      isHindered: () => false,
      pollMs: 50,
    }),
  );
}

type Shop = Awaited<ReturnType<typeof makeShop>>;

/** Payments that were confirmed so many seconds ago, and that nobody settles. */
async function keepMoneyWaiting(shop: Shop, seconds: number): Promise<void> {
  const ids = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { id, quote } = await makeInvoice(db, shop);
      const payment = await recordPayment(db, { invoiceId: id, gateId: 'BTC', minor: quote?.amountDueMinor ?? 0n });
      await setPayment(db, payment, 'confirmed');
      await paymentsChanged(db, id);
      return id;
    }),
  );
  await execute(db, `UPDATE invoice SET updated_at = now() - $2 * interval '1 second' WHERE id = ANY($1)`, [
    ids,
    seconds,
  ]);
}

const settleOne = async (shop: Shop) => payInFull(db, (await makeInvoice(db, shop)).id);

const create = (shop: Shop, count: number) =>
  Promise.allSettled(Array.from({ length: count }, () => makeInvoice(db, shop, { reference: undefined })));

async function refusals(shop: Shop, count = 40): Promise<unknown[]> {
  return (await create(shop, count)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
}

const decided = () => maybeOne<{ per_minute: number | null }>(db, 'SELECT per_minute FROM invoice_admission');

describe('while money waits, as many invoices are created as leave it room', () => {
  test('none is refused while nothing is settled at all, as when Temporal is away', async () => {
    const shop = await makeShop(db);
    await keepMoneyWaiting(shop, 2);
    await create(shop, 30);
    await execute(db, 'DELETE FROM outbox');
    const strain = await readStrain(db, Date.now());
    expect(strain.waitMs).toBe(0);
  });

  test('those of a merchant who creates many are refused in part, with the time to come back', async () => {
    const [shop, busy, small] = await Promise.all([makeShop(db), makeShop(db), makeShop(db)]);
    await settleOne(shop);
    await keepMoneyWaiting(shop, 2);
    await create(busy, 60);
    start();
    await vi.waitFor(async () => expect((await decided())?.per_minute).toBeGreaterThan(0), 10_000);
    const refused = await refusals(busy);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({
      code: 'service_unavailable',
      status: 503,
      retryAfterSeconds: expect.any(Number),
    });
    expect(await refusals(small, 5)).toEqual([]);
  });

  test('an order that has its invoice gets it all the same', async () => {
    const shop = await makeShop(db);
    const { id } = await makeInvoice(db, shop, { reference: 'order-1' });
    await execute(
      db,
      `INSERT INTO invoice_admission VALUES (true, 60, jsonb_build_object($1::text || ':sandbox', 1), now())`,
      [shop.merchantId],
    );
    expect((await makeInvoice(db, shop, { reference: 'order-1' })).id).toBe(id);
    expect(await refusals(shop, 1)).toHaveLength(1);
  });

  test('payments that wait for finality, a person or the rest of the amount are kept waiting by nobody', async () => {
    const shop = await makeShop(db);
    await settleOne(shop);
    await execute(db, 'DELETE FROM outbox');
    for (const change of [
      `status_reason = 'awaiting_finality'`,
      'compliance_hold = true',
      'needs_operator = true',
      'amount_due_minor = amount_confirmed_minor + 1',
    ]) {
      await keepMoneyWaiting(shop, 2);
      const sql = `UPDATE invoice SET ${change} WHERE updated_at < now() - interval '1 second' AND merchant_id = $1
        AND amount_confirmed_minor > amount_settled_minor`;
      await execute(db, sql, [shop.merchantId]);
      await execute(db, 'DELETE FROM outbox');
      expect((await readStrain(db, Date.now())).waitMs, change).toBe(0);
    }
  });

  test('a webhook that is to be repeated later is no news that waits', async () => {
    const later = `INSERT INTO outbox (event_id, topic, payload, attempts, created_at)
      SELECT gen_random_uuid(), 'webhook.redeliver', '{}', 1, now() - interval '15 seconds'
      FROM generate_series(1, 50)`;
    await execute(db, later);
    expect((await readStrain(db, Date.now())).waitMs).toBe(0);
    await execute(db, later.replace('webhook.redeliver', 'event.invoice.done'));
    expect((await readStrain(db, Date.now())).waitMs).toBeGreaterThan(14_000);
  });

  test('an invoice that a payer waits for is created all the same', async () => {
    const shop = await makeShop(db);
    await execute(
      db,
      `INSERT INTO invoice_admission VALUES (true, 60, jsonb_build_object($1::text || ':sandbox', 1), now())`,
      [shop.merchantId],
    );
    expect(await refusals(shop, 1)).toHaveLength(1);
    await expect(makeInvoice(db, shop, { isForPayer: true })).resolves.toHaveProperty('id');
  });

  test('one payment that waits for ever is no reason to refuse any', async () => {
    const shop = await makeShop(db);
    await settleOne(shop);
    await keepMoneyWaiting(shop, 120);
    await create(shop, 30);
    await execute(db, 'DELETE FROM outbox');
    const strain = await readStrain(db, Date.now());
    expect(strain.waitMs).toBe(0);
    expect(strain.createdPerSecond.get(`${shop.merchantId}:sandbox`)).toBeGreaterThan(5);
  });

  test('what was decided is over after five seconds without a worker, and without a wait it ends', async () => {
    const shop = await makeShop(db);
    const refuse = (ago: string) =>
      execute(
        db,
        `INSERT INTO invoice_admission
         VALUES (true, 60, jsonb_build_object($1::text || ':sandbox', 1), now() - $2::interval)`,
        [shop.merchantId, ago],
      );
    await refuse('6 seconds');
    expect(await refusals(shop, 3)).toEqual([]);
    await execute(db, 'DELETE FROM invoice_admission');
    await execute(db, 'DELETE FROM outbox');
    await refuse('0');
    start();
    await vi.waitFor(async () => expect((await decided())?.per_minute).toBeNull(), 20_000);
    expect(await refusals(shop, 3)).toEqual([]);
  });
});
