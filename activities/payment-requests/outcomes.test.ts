import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import {
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
} from '../../db/invoices/testing.fixture.ts';
import { cancelPaymentRequest, createPaymentRequest } from '../../db/payment-requests/requests.ts';
import { requestInvoicesTable } from '../../db/payment-requests/rows.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { onRequestPaid, publishEnded, startRequestExpiry } from './outcomes.ts';

const { db } = await openTestDatabase();
const publicUrl = 'https://pay.example';
const DAY_MS = 86_400_000;
let shop: TestMerchant;
beforeAll(() => makeRates(db));
beforeEach(async () => {
  shop = await makeShop(db);
});

async function request(): Promise<string> {
  const nowMs = Date.now();
  const none = {
    gates: null,
    successUrl: null,
    serviceFeePayer: null,
    networkFeePayer: null,
    conversionFeePayer: null,
    refundFeePayer: null,
    autocomplete: null,
    underpaidToleranceBps: null,
    overpaidToleranceBps: null,
  };
  const { id } = await inTransaction(db, (tx) =>
    createPaymentRequest(tx, {
      ...none,
      profileId: shop.profileId,
      createdBy: shop.user.id,
      recipientName: 'Nora Quist',
      recipientEmail: 'nora@example.org',
      language: 'de',
      description: 'Boat',
      amountMinor: 4_990n,
      currency: 'EUR',
      expiresAt: new Date(nowMs + DAY_MS),
      nowMs,
    }),
  );
  return id;
}

/** The invoice that the recipient's click makes. */
async function invoiceOf(requestId: string): Promise<string> {
  const { id: invoiceId } = await makeInvoice(db, shop, { priceMinor: 4_990n });
  await moneyTransaction(db, (tx) => requestInvoicesTable.create(tx, { requestId, invoiceId }));
  return invoiceId;
}

/** Hands every event of the shop to the consumer, twice and twice at once. */
async function deliver(): Promise<void> {
  const events = await select<{ id: string; type: string }>(db, 'SELECT id, type FROM event WHERE profile_id = $1', [
    shop.profileId,
  ]);
  const consume = onRequestPaid({ db, publicUrl, nowMs: Date.now });
  for (let time = 0; time < 2; time += 1) {
    const both = events.flatMap(({ id: eventId, type }) => [1, 2].map(() => ({ eventId, topic: `event.${type}` })));
    await Promise.all(both.map((each) => consume({ ...each, payload: {} })));
  }
}

/** Lets two workers look once, at this time. @returns their troubles */
async function expire(nowMs: number): Promise<unknown[]> {
  const troubles: unknown[] = [];
  const { signal } = new AbortController();
  const look = () =>
    publishEnded({ db, publicUrl, nowMs: () => nowMs }, { signal, onTrouble: (error) => void troubles.push(error) });
  await Promise.all([look(), look()]);
  return troubles;
}

interface Published {
  readonly type: string;
  readonly data: { readonly id: string; readonly status: string; readonly url: string; readonly invoice_id: string };
}

/** The events about the shop's requests that have a message for webhooks, in their order. */
async function published(): Promise<Published[]> {
  const rows = await select<{ body: string }>(
    db,
    `SELECT e.body FROM event e JOIN outbox o ON o.event_id = e.id AND o.topic = 'event.' || e.type
     WHERE e.profile_id = $1 AND e.type LIKE 'payment_request.%' ORDER BY e.xact, e.id`,
    [shop.profileId],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

const types = async () => (await published()).map(({ type }) => type);

describe('a payment request that', () => {
  test('is paid has one event with the request as the API has it, however often its invoice is announced', async () => {
    const id = await request();
    const invoiceId = await invoiceOf(id);
    await payInFull(db, invoiceId);
    await deliver();
    expect(await published()).toMatchObject([
      {
        type: 'payment_request.paid',
        data: {
          id,
          status: 'paid',
          invoice_id: invoiceId,
          amount: '49.90',
          url: `${publicUrl}/payment-request/invoice-form?request=${id}`,
        },
      },
    ]);
    await expire(Date.now() + 2 * DAY_MS);
    expect(await types()).toEqual(['payment_request.paid']);
  });

  test('nobody paid in time has one event, and another one if an older invoice is paid afterwards', async () => {
    const id = await request();
    const invoiceId = await invoiceOf(id);
    await expire(Date.now());
    expect(await types()).toEqual([]);
    await expire(Date.now() + 2 * DAY_MS);
    await expire(Date.now() + 3 * DAY_MS);
    expect(await types()).toEqual(['payment_request.expired']);
    await payInFull(db, invoiceId);
    await deliver();
    expect(await types()).toEqual(['payment_request.expired', 'payment_request.paid']);
  });

  test('is being paid when its time is over has not expired', async () => {
    const invoiceId = await invoiceOf(await request());
    await recordPayment(db, { invoiceId, minor: 1_000n, status: 'seen' });
    await paymentsChanged(db, invoiceId);
    await expire(Date.now() + 2 * DAY_MS);
    expect(await types()).toEqual([]);
  });

  test('is canceled has one event, written with the cancellation', async () => {
    const id = await request();
    const act = { id, profileId: shop.profileId, publicUrl, nowMs: Date.now() };
    const refused = inTransaction(db, async (tx) => {
      await cancelPaymentRequest(tx, act);
      throw new Error('It died.');
    });
    await expect(refused).rejects.toThrow('It died.');
    expect(await types()).toEqual([]);
    for (let time = 0; time < 2; time += 1) await inTransaction(db, (tx) => cancelPaymentRequest(tx, act));
    await expire(Date.now() + 2 * DAY_MS);
    expect(await types()).toEqual(['payment_request.canceled']);
  });
});

test('a request that cannot be published keeps no other one waiting', async () => {
  const [broken, other] = [await request(), await request()];
  await execute(db, `ALTER TABLE payment_request ADD CONSTRAINT dies CHECK (id <> '${broken}' OR published IS NULL)`);
  const troubles = await expire(Date.now() + 2 * DAY_MS);
  await execute(db, 'ALTER TABLE payment_request DROP CONSTRAINT dies');
  expect(troubles.length).toBeGreaterThan(0);
  expect((await published()).map(({ data: { id } }) => id)).toEqual([other]);
});

test('workers look again until they are stopped', async () => {
  await request();
  const deps = { db, publicUrl, nowMs: () => Date.now() + 2 * DAY_MS };
  const worker = startRequestExpiry(deps, { onTrouble: (error) => expect.fail(String(error)), pollMs: 20 });
  await expect.poll(types).toEqual(['payment_request.expired']);
  await request();
  await expect.poll(types).toEqual(['payment_request.expired', 'payment_request.expired']);
  await worker.stop();
});

test('an invoice without a request has no event of one', async () => {
  const { id } = await makeInvoice(db, shop);
  await payInFull(db, id);
  await deliver();
  expect(await types()).toEqual([]);
});
