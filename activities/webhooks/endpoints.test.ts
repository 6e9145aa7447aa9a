import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeRates, makeShop } from '../../db/invoices/testing.fixture.ts';
import { refundDesk } from '../../db/refunds/testing.fixture.ts';
import { type TestMerchant, testBox } from '../../db/testing.fixture.ts';
import { requestRedelivery, requestTestWebhook, WEBHOOK_REDELIVER, WEBHOOK_TEST } from '../../db/webhooks/commands.ts';
import { listDeliveries } from '../../db/webhooks/delivery-lists.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointOf,
  rotateEndpointSecret,
  updateEndpoint,
  type WithSecret,
} from '../../db/webhooks/endpoints.ts';
import { webhookDeliveries } from '../../db/webhooks/restart.ts';
import { newId } from '../../domain/ids.ts';
import { type ApiVersion, FIRST_VERSION, NEWEST_VERSION } from '../../domain/versions/api-versions.ts';
import { MAX_ENDPOINTS } from '../../domain/webhooks/endpoint.ts';
import { EVENT_KINDS } from '../../domain/webhooks/event-kinds.ts';
import { createWebhookActivities } from './activities.ts';
import { onPublicEvent } from './on-public-event.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';
import { openWebhookSender, type WebhookSender } from './sender.ts';

const { db } = await openTestDatabase();
await makeRates(db);
const { done, refund } = refundDesk(db);
let shop: TestMerchant;
let own: Receiver;
let first: Receiver;
let second: Receiver;
let sender: WebhookSender;

beforeEach(async () => {
  [own, first, second] = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  shop = await makeShop(db, { profile: { notificationUrl: own.url } });
  sender = openWebhookSender({ db, box: testBox, allowedNetworks: ['127.0.0.1/32'] });
  await execute(db, 'DELETE FROM outbox');
});
afterEach(async () => {
  await sender.close();
  await Promise.all([own, first, second].map((each) => each.close()));
});

const addEndpoint = (url: string, eventTypes: readonly string[] = ['invoice.*']) =>
  inTransaction(db, (tx) =>
    createEndpoint(tx, testBox, { profileId: shop.profileId, url, description: null, eventTypes }),
  );
const of = ({ endpoint }: WithSecret): EndpointOf => ({
  id: endpoint.id,
  profileId: endpoint.profileId,
  kinds: EVENT_KINDS,
});

async function makeEvent(type = 'invoice.done', entityId: string = newId()): Promise<string> {
  const eventId = newId();
  const body = `{"type":"${type}", "timestamp":"2026-11-20T10:00:00.000Z","data":{}}`;
  const sql = 'INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, $5)';
  await execute(db, sql, [eventId, shop.profileId, type, entityId, body]);
  return eventId;
}

const send = (eventId: string, topic = 'event.invoice.done', payload = {}) =>
  onPublicEvent(sender)({ eventId, topic, payload });
const deliveriesOf = async (eventId: string) =>
  (await listDeliveries(db, { profileId: shop.profileId, perPage: 100 })).rows.filter(
    (row) => row.event_id === eventId,
  );
const isSignedBy = (secret: string, { received: [got] }: Receiver) => {
  try {
    return new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>) !== undefined;
  } catch {
    return false;
  }
};

test('an event reaches the notification URL and every endpoint once, each signed with its own secret', async () => {
  const [a, b] = [await addEndpoint(first.url), await addEndpoint(second.url, ['payout.*', 'invoice.done'])];
  const eventId = await makeEvent();
  await send(eventId);
  await send(eventId);
  for (const [receiver, secret] of [
    [own, shop.notificationKey],
    [first, a.secret],
    [second, b.secret],
  ] as const) {
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers['webhook-id']).toBe(eventId);
    expect(isSignedBy(secret, receiver)).toBe(true);
  }
  expect(isSignedBy(b.secret, first)).toBe(false);
  const rows = await deliveriesOf(eventId);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  expect(new Set(rows.map(({ endpoint_id }) => endpoint_id))).toEqual(new Set([null, a.endpoint.id, b.endpoint.id]));
  expect(rows.every(({ id, status }) => status === 'delivered' && id.slice(0, 13) === eventId.slice(0, 13))).toBe(true);
});

test('an endpoint gets only the events that it names, of its own shop, while it is enabled', async () => {
  const payouts = await addEndpoint(first.url, ['payout.*', 'invoice.expired']);
  const stranger = await makeShop(db);
  await inTransaction(db, (tx) =>
    createEndpoint(tx, testBox, {
      profileId: stranger.profileId,
      url: second.url,
      description: null,
      eventTypes: ['invoice.*'],
    }),
  );
  await send(await makeEvent());
  expect([first.received.length, second.received.length]).toEqual([0, 0]);
  await send(await makeEvent('payout.done'));
  expect(first.received).toHaveLength(1);
  await inTransaction(db, (tx) => updateEndpoint(tx, of(payouts), { enabled: false }));
  await send(await makeEvent('payout.done'));
  expect(first.received).toHaveLength(1);
});

test('each failed delivery is continued by a workflow of its own; the others are delivered', async () => {
  first.answer = (response) => response.writeHead(503).end();
  const { endpoint, secret } = await addEndpoint(first.url);
  const eventId = await makeEvent();
  await send(eventId);
  expect(own.received).toHaveLength(1);
  const failed = (await deliveriesOf(eventId)).find(({ endpoint_id }) => endpoint_id === endpoint.id);
  expect(failed).toMatchObject({ status: 'retrying', attempt_count: 1 });
  const id = failed?.id ?? '';
  const [start, ...more] = await select<{ payload: { workflowId: string; input: { eventId: string } } }>(
    db,
    `SELECT payload FROM outbox WHERE topic = 'workflow.start'`,
  );
  expect(more).toEqual([]);
  expect(start?.payload).toMatchObject({ workflowId: `webhook:${id}`, input: { eventId: id, version: 1 } });

  first.answer = (response) => response.writeHead(204).end();
  first.received.splice(0);
  const { attemptWebhook } = createWebhookActivities(sender);
  expect(await attemptWebhook({ eventId: id, nextPauseSeconds: 60 })).toMatchObject({ outcome: 'delivered' });
  expect(first.received[0]?.headers['webhook-id']).toBe(eventId);
  expect(isSignedBy(secret, first)).toBe(true);
  expect(own.received).toHaveLength(1);
});

test('while a secret overlaps, both sign; without an overlap the old one stops at once', async () => {
  const made = await addEndpoint(first.url);
  const renewed = await inTransaction(db, (tx) =>
    rotateEndpointSecret(tx, testBox, { ...of(made), overlapMs: 3_600_000 }),
  );
  await send(await makeEvent());
  for (const secret of [made.secret, renewed.secret]) expect(isSignedBy(secret, first)).toBe(true);
  first.received.splice(0);
  const last = await inTransaction(db, (tx) => rotateEndpointSecret(tx, testBox, { ...of(made), overlapMs: 0 }));
  await send(await makeEvent());
  expect([made.secret, renewed.secret, last.secret].map((secret) => isSignedBy(secret, first))).toEqual([
    false,
    false,
    true,
  ]);
});

test.each(['deleted', 'disabled'] as const)(
  'what waits for an endpoint that is %s is not sent any more',
  async (how) => {
    first.answer = (response) => response.writeHead(500).end();
    const made = await addEndpoint(first.url);
    const eventId = await makeEvent();
    await send(eventId);
    await inTransaction(db, (tx) =>
      how === 'deleted' ? deleteEndpoint(tx, of(made)) : updateEndpoint(tx, of(made), { enabled: false }),
    );
    const row = (await deliveriesOf(eventId)).find(({ endpoint_id }) => endpoint_id !== null);
    expect(row).toMatchObject({ status: 'failed', next_attempt_at: null });
    // An attempt that was under way plans the next one after the endpoint is gone.
    const id = row?.id ?? '';
    await execute(db, `UPDATE webhook_delivery SET status = 'retrying', next_attempt_at = now() WHERE event_id = $1`, [
      id,
    ]);
    const { attemptWebhook } = createWebhookActivities(sender);
    await expect(attemptWebhook({ eventId: id, nextPauseSeconds: 60 })).rejects.toThrow(/takes no more/);
    expect(first.received).toHaveLength(1);
    const page = { after: id.replace(/.$/, '0'), limit: 1000, nowMs: Date.now() };
    expect((await webhookDeliveries.page(db, page)).rows.map((each) => each.id)).not.toContain(id);
    const again = inTransaction(db, (tx) => requestRedelivery(tx, { profileId: shop.profileId, deliveryId: id }));
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  },
);

test('a delivery to an endpoint is sent again to where the endpoint is now, and to nobody else', async () => {
  const made = await addEndpoint(first.url);
  const eventId = await makeEvent();
  await send(eventId);
  await inTransaction(db, (tx) => updateEndpoint(tx, of(made), { url: second.url }));
  const deliveryId = (await deliveriesOf(eventId)).find(({ endpoint_id }) => endpoint_id !== null)?.id ?? '';
  await inTransaction(db, (tx) => requestRedelivery(tx, { profileId: shop.profileId, deliveryId }));
  await send(newId(), WEBHOOK_REDELIVER, { eventId: deliveryId, profileId: shop.profileId });
  expect([own, first, second].map(({ received }) => received.length)).toEqual([1, 1, 1]);
  expect(second.received[0]?.headers['webhook-id']).toBe(eventId);
});

test('a test of an endpoint goes there only, signed with its secret', async () => {
  const made = await addEndpoint(first.url);
  const request = { profileId: shop.profileId, url: null, endpoint: made.endpoint, now: new Date() };
  const { eventId } = await inTransaction(db, (tx) => requestTestWebhook(tx, request));
  const [message] = await select<{ payload: object }>(db, 'SELECT payload FROM outbox WHERE topic = $1', [
    WEBHOOK_TEST,
  ]);
  await send(newId(), WEBHOOK_TEST, message?.payload);
  expect([own, first].map(({ received }) => received.length)).toEqual([0, 1]);
  expect(first.received[0]?.headers['webhook-id']).toBe(eventId);
  expect(isSignedBy(made.secret, first)).toBe(true);
});

test('an event of a refund goes to the notification URL of its invoice', async () => {
  const paid = await done();
  const { invoiceId } = paid;
  shop = paid.shop;
  await execute(db, 'UPDATE invoice SET notification_url = $2 WHERE id = $1', [invoiceId, second.url]);
  const { id: refundId } = await refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 50_000n } });
  const [event] = await select<{ id: string; type: string }>(
    db,
    `SELECT id, type FROM event WHERE entity_id = $1 AND type LIKE 'refund.%' ORDER BY id`,
    [refundId],
  );
  await send(event?.id ?? '', `event.${event?.type}`);
  expect([own, second].map(({ received }) => received.length)).toEqual([0, 1]);
  expect(await deliveriesOf(event?.id ?? '')).toMatchObject([{ url: second.url, invoice_id: invoiceId }]);
  const again = await inTransaction(db, (tx) =>
    requestRedelivery(tx, { profileId: shop.profileId, deliveryId: event?.id ?? '' }),
  );
  expect(again.url).toBe(second.url);
});

test('a shop cannot have more endpoints than the limit, also when many are made at once', async () => {
  const made = await Promise.allSettled(Array.from({ length: MAX_ENDPOINTS + 3 }, () => addEndpoint(first.url)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_ENDPOINTS);
});

test('each is written to in its own version, the notification URL in that of the shop, and both follow a change', async () => {
  const event = async () => {
    const eventId = newId();
    const body = '{"type":"invoice.done","timestamp":"2026-11-20T10:00:00.000Z","data":{"id":"x","price":"49.90"}}';
    const sql = `INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, 'invoice.done', $3, $4)`;
    await execute(db, sql, [eventId, shop.profileId, newId(), body]);
    await send(eventId);
  };
  const got = ({ received }: Receiver) => {
    const { body = '', headers } = received.at(-1) ?? {};
    return [headers?.['tidegate-version'], JSON.parse(body).data];
  };
  const [older, newest] = [await addEndpoint(first.url), await addEndpoint(second.url)];
  expect(older.endpoint.apiVersion).toBe(FIRST_VERSION);
  const choose = (endpoint: WithSecret, apiVersion: ApiVersion) =>
    inTransaction(db, (tx) => updateEndpoint(tx, of(endpoint), { apiVersion }));
  await choose(newest, NEWEST_VERSION);
  await event();
  const [inFirst, inNewest] = [
    { id: 'x', price: '49.90' },
    { id: 'x', amount: '49.90' },
  ];
  expect([own, first, second].map(got)).toEqual([
    [FIRST_VERSION, inFirst],
    [FIRST_VERSION, inFirst],
    [NEWEST_VERSION, inNewest],
  ]);
  // The signature is over what was sent.
  expect(isSignedBy(newest.secret, second)).toBe(true);

  await choose(newest, FIRST_VERSION);
  await execute(db, 'UPDATE profile SET api_version = $2 WHERE id = $1', [shop.profileId, NEWEST_VERSION]);
  await event();
  expect([got(own), got(second)]).toEqual([
    [NEWEST_VERSION, inNewest],
    [FIRST_VERSION, inFirst],
  ]);
});
