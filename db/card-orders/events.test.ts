import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeInvoice, makeRates, makeShop } from '../invoices/testing.fixture.ts';
import { applyStep } from '../process/apply.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { requestRedelivery } from '../webhooks/commands.ts';
import { openDeliveries } from '../webhooks/deliveries.ts';
import { cancelCardOrder } from './act.ts';
import { cardOrderProcess } from './process.ts';
import { readCardOrder } from './read.ts';
import { cardDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase();
const desk = cardDesk(db);
const PROFILE_URL = 'https://shop.example/hook';
let shop: TestMerchant;

beforeAll(() => makeRates(db));
beforeEach(async () => {
  shop = await makeShop(db, { profile: { notificationUrl: PROFILE_URL } });
});

interface Published {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly id: string; readonly version: number; readonly status: string };
  readonly mode: string;
}

/** The webhooks about the shop's purchases: events that have a message, in their order. */
async function published(): Promise<Published[]> {
  const rows = await select<{ id: string; body: string; mode: string }>(
    db,
    `SELECT e.id, e.body, o.payload->>'mode' AS mode FROM event e
     JOIN outbox o ON o.event_id = e.id AND o.topic = 'event.' || e.type AND o.payload->>'entityId' = e.entity_id::text
     WHERE e.profile_id = $1 ORDER BY o.id`,
    [shop.profileId],
  );
  return rows.map(({ id, body, mode }) => ({ ...JSON.parse(body), id, mode }));
}

const typesOf = async () => (await published()).map(({ type }) => type);

test('a purchase is announced from its payment to its delivery, and when the bank takes the payment back', async () => {
  const id = await desk.delivered(shop);
  expect(await typesOf()).toEqual(['card_order.processing', 'card_order.sending', 'card_order.delivered']);
  await desk.step(id, { type: 'mature' });
  expect(await typesOf()).toHaveLength(3);
  await desk.news(id, 'refunded');
  const events = await published();
  expect(events.at(-1)).toMatchObject({
    type: 'card_order.charged_back',
    mode: 'sandbox',
    data: { id, status: 'charged_back', earnings: '1.00', earnings_status: 'reversed', fiat_amount: '100.00' },
  });
  const versions = events.map(({ data }) => data.version);
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
});

test.each(['declined', 'rejected', 'expired', 'refunded'] as const)(
  'one that the partner ended as %s is announced once',
  async (end) => {
    const id = await desk.placed(shop);
    expect(await typesOf()).toEqual([]);
    for (let time = 0; time < 2; time += 1) await desk.news(id, end);
    expect(await typesOf()).toEqual([`card_order.${end}`]);
  },
);

test('one that was never made, and one that its customer left, are announced; a draft is nobody’s business', async () => {
  const { id: draft } = await desk.complete(shop);
  await inTransaction(db, (tx) => cancelCardOrder(tx, draft, Date.now()));
  expect((await readCardOrder(db, draft)).status).toBe('canceled');
  expect(await typesOf()).toEqual([]);
  await desk.step(await desk.placing(shop), { type: 'not_placed', reason: 'below_minimum' });
  const left = await desk.placed(shop);
  await inTransaction(db, (tx) => cancelCardOrder(tx, left, Date.now()));
  expect(await typesOf()).toEqual(['card_order.failed', 'card_order.canceled']);
});

test('a step that dies right before the commit announces nothing; repeated, it announces once', async () => {
  const id = await desk.placed(shop);
  const event = {
    type: 'partner',
    order: { news: 'processing', statusText: 'paid', txid: null, fiatMinor: null, cryptoMinor: null },
    readAtMs: Date.now(),
    payerUrl: null,
  } as const;
  const step = { id, event, cause: 'news:1', nowMs: Date.now() };
  const crash = moneyTransaction(db, async (tx) => {
    await applyStep(tx, cardOrderProcess, step);
    throw new Error('the process died');
  });
  await expect(crash).rejects.toThrow('the process died');
  expect(await typesOf()).toEqual([]);
  for (let time = 0; time < 2; time += 1) await moneyTransaction(db, (tx) => applyStep(tx, cardOrderProcess, step));
  expect(await typesOf()).toEqual(['card_order.processing']);
});

test('of the customer it has a masked address, and of the order nothing that opens it', async () => {
  const id = await desk.delivered(shop);
  const row = await readCardOrder(db, id);
  const text = JSON.stringify(await published());
  expect(text).toContain(`"customer_email":"${id.slice(0, 1)}•••@payer.test"`);
  for (const secret of [`${id}@`, row.secretHash.toString('hex'), row.partnerOrderId, row.customerId, 'sealed']) {
    expect(text).not.toContain(secret);
  }
});

test('that of an invoice goes to where the invoice says, also when it is sent again', async () => {
  const { id: invoiceId } = await makeInvoice(db, shop);
  const ofInvoice = 'https://shop.example/order';
  await execute(db, 'UPDATE invoice SET notification_url = $2 WHERE id = $1', [invoiceId, ofInvoice]);
  await desk.news(await desk.placed(shop, { invoiceId }), 'declined');
  await desk.news(await desk.placed(shop), 'declined');
  const purchases = (await published()).filter(({ type }) => type.startsWith('card_order.'));
  const ids = purchases.map(({ id }) => id);
  const opened = await openDeliveries(
    db,
    ids.map((eventId) => ({ eventId, url: null, everywhere: true })),
  );
  expect(opened).toMatchObject([
    [{ url: ofInvoice, invoiceId, subjectId: invoiceId }],
    [{ url: PROFILE_URL, invoiceId: null }],
  ]);
  const again = async (deliveryId = newId()) =>
    (await inTransaction(db, (tx) => requestRedelivery(tx, { profileId: shop.profileId, deliveryId }))).url;
  expect([await again(ids[0]), await again(ids[1])]).toEqual([ofInvoice, PROFILE_URL]);
});
