import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { createShopInvoice } from '../../db/greenfield/invoices.ts';
import {
  makeRates,
  makeShop,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
  testSettings,
} from '../../db/invoices/testing.fixture.ts';
import { type TestMerchant, testBox } from '../../db/testing.fixture.ts';
import { requestRedelivery } from '../../db/webhooks/commands.ts';
import { listDeliveries } from '../../db/webhooks/delivery-lists.ts';
import { createEndpoint, type WithSecret } from '../../db/webhooks/endpoints.ts';
import { eventTypesFor, type GreenfieldEndpoint } from '../../domain/greenfield/webhook-events.ts';
import { createWebhookActivities } from './activities.ts';
import { onPublicEvent } from './on-public-event.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';
import { openWebhookSender, type WebhookSender } from './sender.ts';

const { db } = await openTestDatabase();
await makeRates(db);
let shop: TestMerchant;
let receiver: Receiver;
let sender: WebhookSender;

beforeEach(async () => {
  receiver = await startReceiver();
  shop = await makeShop(db);
  sender = openWebhookSender({ db, box: testBox, allowedNetworks: ['127.0.0.1/32'] });
  await execute(db, 'DELETE FROM outbox');
});
afterEach(async () => {
  await sender.close();
  await receiver.close();
});

const METADATA = { orderId: '13', posData: '{"WooCommerce":{"Order ID":13}}', nested: { a: [1, null] } };

function addWebhook(events: GreenfieldEndpoint['events'] = null, secret = 'plain text'): Promise<WithSecret> {
  return inTransaction(db, (tx) =>
    createEndpoint(tx, testBox, {
      profileId: shop.profileId,
      url: receiver.url,
      description: null,
      format: 'greenfield',
      secret,
      eventTypes: eventTypesFor(events),
      greenfield: { events, automaticRedelivery: true },
    }),
  );
}

async function paidInvoice(): Promise<string> {
  const { record } = await createShopInvoice(db, testSettings, {
    profileId: shop.profileId,
    currency: 'EUR',
    priceMinor: 4990n,
    gateId: 'BTC',
    nowMs: Date.now(),
    greenfield: { orderId: '13', metadata: METADATA, checkout: {} },
  });
  const payment = await recordPayment(db, { invoiceId: record.id, minor: 99_800n });
  await paymentsChanged(db, record.id);
  await setPayment(db, payment, 'confirmed');
  await paymentsChanged(db, record.id);
  await settleNow(db, record.id);
  return record.id;
}

/** Sends every event of the shop that has happened, in order. */
async function sendAll(): Promise<void> {
  const events = await select<{ id: string; type: string }>(
    db,
    'SELECT id, type FROM event WHERE profile_id = $1 ORDER BY id',
    [shop.profileId],
  );
  for (const { id, type } of events) await onPublicEvent(sender)({ eventId: id, topic: `event.${type}`, payload: {} });
}

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
const bodies = (): any[] => receiver.received.map(({ body }) => JSON.parse(body));

test('a paid order is sent as BTCPay’s events, in order, each signed with the secret as text', async () => {
  const { endpoint } = await addWebhook();
  const invoiceId = await paidInvoice();
  await sendAll();
  expect(bodies().map(({ type }) => type)).toEqual([
    'InvoiceCreated',
    'InvoiceReceivedPayment',
    'InvoiceProcessing',
    'InvoicePaymentSettled',
    'InvoiceSettled',
  ]);
  for (const { body, headers } of receiver.received) {
    const signature = createHmac('sha256', 'plain text').update(body).digest('hex');
    expect(headers['btcpay-sig']).toBe(`sha256=${signature}`);
    expect(headers['content-type']).toBe('application/json');
    expect(headers['webhook-signature']).toBeUndefined();
  }
  for (const body of bodies()) {
    expect(body).toMatchObject({
      deliveryId: expect.any(String),
      webhookId: endpoint.id,
      originalDeliveryId: body.deliveryId,
      isRedelivery: false,
      timestamp: expect.any(Number),
      storeId: shop.profileId,
      invoiceId,
      metadata: METADATA,
    });
    expect(Math.abs(body.timestamp - Date.now() / 1000)).toBeLessThan(300);
  }
  expect(new Set(bodies().map(({ deliveryId }) => deliveryId)).size).toBe(5);
  const [, received, processing, , settled] = bodies();
  expect(received).toMatchObject({ afterExpiration: false, paymentMethodId: 'BTC-CHAIN' });
  expect(received.payment).toMatchObject({ value: '0.00099800', status: 'Processing', fee: '0.0' });
  expect([processing.overPaid, settled.overPaid, settled.manuallyMarked]).toEqual([false, false, false]);
});

test('only the events that the webhook names are sent', async () => {
  await addWebhook(['InvoiceSettled', 'InvoiceExpired']);
  await paidInvoice();
  await sendAll();
  expect(bodies().map(({ type }) => type)).toEqual(['InvoiceSettled']);
});

test('a refused message is tried again with the ones before it, as a redelivery', async () => {
  receiver.answer = (response) => response.writeHead(500).end();
  const { endpoint } = await addWebhook(['InvoiceProcessing', 'InvoiceReceivedPayment']);
  await paidInvoice();
  await sendAll();
  expect(bodies().map(({ type }) => type)).toEqual(['InvoiceReceivedPayment']);
  const query = { profileId: shop.profileId, endpointId: endpoint.id };
  const [delivery] = (await listDeliveries(db, query)).rows;
  expect(delivery).toMatchObject({ status: 'retrying', attempt_count: 1 });

  receiver.answer = (response) => response.writeHead(200).end();
  receiver.received.splice(0);
  const { attemptWebhook } = createWebhookActivities(sender);
  await attemptWebhook({ eventId: delivery?.id ?? '', nextPauseSeconds: 60 });
  expect(bodies().map(({ type, isRedelivery }) => [type, isRedelivery])).toEqual([
    ['InvoiceReceivedPayment', true],
    ['InvoiceProcessing', true],
  ]);
  await inTransaction(db, (tx) => requestRedelivery(tx, { profileId: shop.profileId, deliveryId: delivery?.id ?? '' }));
});

test('an event that BTCPay has no word for sends nothing, and its delivery says so', async () => {
  const { endpoint } = await addWebhook();
  const { record } = await createShopInvoice(db, testSettings, {
    profileId: shop.profileId,
    currency: 'EUR',
    priceMinor: 4990n,
    nowMs: Date.now(),
    greenfield: { orderId: null, metadata: {}, checkout: {} },
  });
  await execute(
    db,
    `UPDATE event SET type = 'invoice.pending', body = replace(body, '"version":1', '"version":2')
    WHERE entity_id = $1`,
    [record.id],
  );
  await sendAll();
  expect(receiver.received).toEqual([]);
  const query = { profileId: shop.profileId, endpointId: endpoint.id };
  const until = async () => (await listDeliveries(db, query)).rows[0];
  await expect.poll(until).toMatchObject({ status: 'delivered', attempts: [{ http_status: null, error: null }] });
});
