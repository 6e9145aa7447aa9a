import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { rotateNotificationKey } from '../../db/shops/profiles.ts';
import { makeMerchant, type TestMerchant, testBox } from '../../db/testing.fixture.ts';
import { requestRedelivery, requestTestWebhook } from '../../db/webhooks/commands.ts';
import { listDeliveries } from '../../db/webhooks/delivery-lists.ts';
import { newId } from '../../domain/ids.ts';
import type { WorkflowStart } from '../../workflows/messages.ts';
import { createWebhookActivities } from './activities.ts';
import { onPublicEvent } from './on-public-event.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';
import { openWebhookSender, type WebhookSender } from './sender.ts';

const { db } = await openTestDatabase();
let receiver: Receiver;
let merchant: TestMerchant;
const senders: WebhookSender[] = [];

beforeEach(async () => {
  receiver = await startReceiver();
  merchant = await makeMerchant(db, { profile: { notificationUrl: receiver.url } });
  await execute(db, 'DELETE FROM outbox');
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
  await receiver.close();
});

function sender(options: { perEndpoint?: number; deadlineMs?: number } = {}): WebhookSender {
  const opened = openWebhookSender({ db, box: testBox, allowedNetworks: ['127.0.0.1/32'], ...options });
  senders.push(opened);
  return opened;
}

async function makeEvent(
  to: TestMerchant = merchant,
  note = 'paid',
  entityId = newId(),
): Promise<{ eventId: string; body: string }> {
  const eventId = newId();
  const data = `{"note":"${note}","amount":"0.10"}`;
  const body = `{"type":"invoice.done", "timestamp":"2026-11-20T10:00:00.000Z","data":${data}}`;
  await execute(db, 'INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, $5)', [
    eventId,
    to.profileId,
    'invoice.done',
    entityId,
    body,
  ]);
  return { eventId, body };
}

async function deliveryOf(eventId: string, of: TestMerchant = merchant) {
  const { rows } = await listDeliveries(db, { profileId: of.profileId, perPage: 100 });
  return rows.find((row) => row.event_id === eventId);
}

async function outbox(topic: string): Promise<{ event_id: string; payload: Record<string, unknown> }[]> {
  return select(db, 'SELECT event_id, payload FROM outbox WHERE topic = $1 ORDER BY id', [topic]);
}

function message(eventId: string, topic = 'event.invoice.done') {
  return { eventId, topic, payload: {} };
}

describe('a public event', () => {
  test('hazard 60: is sent byte for byte as it is stored, signed for this moment', async () => {
    const { eventId, body } = await makeEvent();
    await onPublicEvent(sender())(message(eventId));
    const [received] = receiver.received;
    expect(received?.body).toBe(body);
    expect(received?.headers).toMatchObject({ 'webhook-id': eventId, 'content-type': 'application/json' });
    new Webhook(merchant.notificationKey).verify(body, received?.headers as Record<string, string>);
    expect(await deliveryOf(eventId)).toMatchObject({
      status: 'delivered',
      attempt_count: 1,
      attempts: [{ attempt: 1, http_status: 200, error: null, answer: 'ok' }],
    });
    expect(await outbox('workflow.start')).toEqual([]);
  });

  test('that comes twice is sent once', async () => {
    const { eventId } = await makeEvent();
    const handle = onPublicEvent(sender());
    await handle(message(eventId));
    await handle(message(eventId));
    expect(receiver.received).toHaveLength(1);
  });

  test('goes to the notification URL of its invoice before that of the profile', async () => {
    const other = await startReceiver();
    const { eventId } = await makeEvent();
    const [{ entity_id: invoiceId } = { entity_id: '' }] = await select<{ entity_id: string }>(
      db,
      'SELECT entity_id FROM event WHERE id = $1',
      [eventId],
    );
    await execute(
      db,
      `INSERT INTO invoice (id, merchant_id, profile_id, mode, status, currency, price_minor, service_fee_bps,
       fee_payer, total_minor, gates,
         notification_url, checkout_url, created_at, expires_at) VALUES ($1, $2, $3, 'sandbox', 'done', 'EUR', 100, 100, 'merchant', 100, '{BTC}', $4, 'http://localhost/', now(), now())`,
      [invoiceId, merchant.merchantId, merchant.profileId, other.url],
    );
    await onPublicEvent(sender())(message(eventId));
    expect(other.received).toHaveLength(1);
    expect(receiver.received).toHaveLength(0);
    expect(await deliveryOf(eventId)).toMatchObject({ url: other.url, invoice_id: invoiceId });
    await other.close();
  });

  test('is sent once the one before about the same order is answered, while other orders go on', async () => {
    const order = newId();
    const events = await Promise.all([
      makeEvent(merchant, 'first', order),
      makeEvent(merchant, 'second', order),
      makeEvent(merchant, 'other'),
    ]);
    const open: (() => void)[] = [];
    receiver.answer = (response) => open.push(() => response.writeHead(200).end());
    const handle = onPublicEvent(sender());
    const handled = Promise.all(events.map(({ eventId }) => handle(message(eventId))));
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.note).toSorted()).toEqual(['first', 'other']);
    receiver.answer = (response) => response.writeHead(200).end();
    for (const answer of open) answer();
    await handled;
    // A message that waited for more than a moment is left to a workflow.
    expect(receiver.received.length + (await outbox('workflow.start')).length).toBe(3);
  });

  test('without anybody to tell leaves no delivery', async () => {
    const silent = await makeMerchant(db);
    const { eventId } = await makeEvent(silent);
    await onPublicEvent(sender())(message(eventId));
    await onPublicEvent(sender())(message(newId()));
    expect(await deliveryOf(eventId, silent)).toBeUndefined();
  });

  test('while the notification key is changed carries both signatures', async () => {
    const renewed = await inTransaction(db, (tx) => rotateNotificationKey(tx, testBox, merchant.profileId));
    const { eventId, body } = await makeEvent();
    await onPublicEvent(sender())(message(eventId));
    const headers = receiver.received[0]?.headers as Record<string, string>;
    for (const key of [renewed, merchant.notificationKey])
      expect(() => new Webhook(key).verify(body, headers)).not.toThrow();
  });

  test('that fails is handed to a workflow, once, with the attempt on record', async () => {
    receiver.answer = (response) => response.writeHead(503).end('later\u0000please');
    const { eventId } = await makeEvent();
    const handle = onPublicEvent(sender());
    await handle(message(eventId));
    await handle(message(eventId));
    expect(receiver.received).toHaveLength(1);
    expect(await deliveryOf(eventId)).toMatchObject({
      status: 'retrying',
      attempts: [{ http_status: 503, error: null, answer: 'laterplease' }],
    });
    const starts = await outbox('workflow.start');
    expect(starts).toHaveLength(1);
    expect(starts[0]?.payload as unknown as WorkflowStart).toMatchObject({
      workflowType: 'webhookWorkflow',
      workflowId: `webhook:${eventId}`,
      taskQueue: 'core',
      restart: true,
      input: { version: 1, eventId, attemptAtOnce: false, type: 'invoice.done', host: `127.0.0.1:${receiver.port}` },
      searchAttributes: { MerchantId: merchant.merchantId },
    });
  });

  test('hazard 60: keeps its id and body over retries, with a new time and signature each', async () => {
    receiver.answer = (response) => response.writeHead(receiver.received.length < 3 ? 500 : 204).end();
    const { eventId, body } = await makeEvent();
    const shared = sender();
    const { attemptWebhook } = createWebhookActivities(shared);
    await onPublicEvent(shared)(message(eventId));
    expect(await attemptWebhook({ eventId, nextPauseSeconds: 60 })).toEqual({ outcome: 'failed', detail: '500' });
    expect(await deliveryOf(eventId)).toMatchObject({ status: 'retrying', next_attempt_at: expect.any(Date) });
    expect(await attemptWebhook({ eventId, nextPauseSeconds: 60 })).toEqual({ outcome: 'delivered', detail: '204' });
    expect(await attemptWebhook({ eventId, nextPauseSeconds: 60 })).toEqual({
      outcome: 'delivered',
      detail: 'delivered before',
    });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId, eventId]);
    for (const each of receiver.received) {
      expect(each.body).toBe(body);
      new Webhook(merchant.notificationKey).verify(each.body, each.headers as Record<string, string>);
    }
    expect(await deliveryOf(eventId)).toMatchObject({ status: 'delivered', attempt_count: 3, next_attempt_at: null });
  });

  test('whose last attempt fails has failed', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    const { eventId } = await makeEvent();
    const { attemptWebhook } = createWebhookActivities(sender());
    await attemptWebhook({ eventId, nextPauseSeconds: null });
    expect(await deliveryOf(eventId)).toMatchObject({ status: 'failed', next_attempt_at: null });
  });
});

describe('hazard 59: one dead endpoint', () => {
  test('delays no other, and loses nothing', async () => {
    receiver.answer = () => {};
    const healthy = await startReceiver();
    const other = await makeMerchant(db, { profile: { notificationUrl: healthy.url } });
    const handle = onPublicEvent(sender({ perEndpoint: 2, deadlineMs: 3_000 }));
    const stuck = await Promise.all(Array.from({ length: 10 }, () => makeEvent()));
    const waiting = stuck.map(({ eventId }) => handle(message(eventId)));
    await expect.poll(() => receiver.received.length).toBe(2);

    const fine = await Promise.all(Array.from({ length: 10 }, () => makeEvent(other)));
    await Promise.all(fine.map(({ eventId }) => handle(message(eventId))));
    expect(healthy.received).toHaveLength(10);
    // Two are still waiting for the dead one; the others come again without an attempt.
    expect(receiver.received).toHaveLength(2);

    await Promise.all(waiting);
    expect(await outbox('workflow.start')).toHaveLength(2);
    const again = await outbox('webhook.redeliver');
    expect(again).toHaveLength(8);
    expect(again.map(({ payload }) => payload)).toEqual(Array(8).fill(expect.objectContaining({ found: 1 })));
    const statuses = await Promise.all(stuck.map(async ({ eventId }) => (await deliveryOf(eventId))?.status));
    expect(statuses.sort()).toEqual([...Array(8).fill('pending'), ...Array(2).fill('retrying')]);
    await healthy.close();
  });

  test('gives a delivery that found it busy again and again to a workflow', async () => {
    receiver.answer = () => {};
    const shared = sender({ perEndpoint: 1, deadlineMs: 6_000 });
    const [first, second] = [await makeEvent(), await makeEvent()];
    const slow = onPublicEvent(shared)(message(first.eventId));
    await expect.poll(() => receiver.received.length).toBe(1);
    const payload = { eventId: second.eventId, profileId: merchant.profileId };
    // The pause before it is over.
    const repeat = async (found: number) => {
      await execute(db, 'UPDATE webhook_delivery SET next_attempt_at = now() WHERE event_id = $1', [second.eventId]);
      await onPublicEvent(shared)({ eventId: newId(), topic: 'webhook.redeliver', payload: { ...payload, found } });
    };
    await onPublicEvent(shared)(message(second.eventId));
    // The same message again begins no second chain.
    await onPublicEvent(shared)(message(second.eventId));
    for (const found of [1, 2, 3]) await repeat(found);
    const again = await outbox('webhook.redeliver');
    expect(again.map((row) => (row.payload as { found?: number }).found)).toEqual([1, 2, 3, 4]);
    await repeat(4);
    const starts = await outbox('workflow.start');
    expect(starts.map((row) => (row.payload as unknown as WorkflowStart).workflowId)).toEqual([
      `webhook:${second.eventId}`,
    ]);
    expect(await deliveryOf(second.eventId)).toMatchObject({ status: 'retrying' });
    await slow;
  });

  test('leaves an attempt of a workflow for later instead of waiting in line', async () => {
    receiver.answer = () => {};
    const shared = sender({ perEndpoint: 1, deadlineMs: 1_000 });
    const { attemptWebhook } = createWebhookActivities(shared);
    const [first, second] = [await makeEvent(), await makeEvent()];
    const slow = attemptWebhook({ eventId: first.eventId, nextPauseSeconds: 60 });
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(await attemptWebhook({ eventId: second.eventId, nextPauseSeconds: 60 })).toMatchObject({ outcome: 'busy' });
    expect(await slow).toEqual({ outcome: 'failed', detail: 'timeout' });
  });
});

describe('by hand', () => {
  test('a delivery is sent again under the same id, also when it was delivered', async () => {
    const { eventId } = await makeEvent();
    const handle = onPublicEvent(sender());
    await handle(message(eventId));
    await inTransaction(db, (tx) => requestRedelivery(tx, { profileId: merchant.profileId, deliveryId: eventId }));
    const [command] = await outbox('webhook.redeliver');
    await handle({ eventId: command?.event_id ?? '', topic: 'webhook.redeliver', payload: command?.payload });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
    expect(await deliveryOf(eventId)).toMatchObject({ status: 'delivered', attempt_count: 2 });
  });

  test('a test is sent once, to the address given, and never retried', async () => {
    const elsewhere = await startReceiver();
    elsewhere.answer = (response) => response.writeHead(500).end();
    const sent = await inTransaction(db, (tx) =>
      requestTestWebhook(tx, { profileId: merchant.profileId, url: elsewhere.url, now: new Date() }),
    );
    const [command] = await outbox('webhook.test');
    await onPublicEvent(sender())({
      eventId: command?.event_id ?? '',
      topic: 'webhook.test',
      payload: command?.payload,
    });
    expect(JSON.parse(elsewhere.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' });
    expect(await deliveryOf(sent.eventId)).toMatchObject({
      status: 'failed',
      type: 'webhook.test',
      url: elsewhere.url,
    });
    expect(await outbox('workflow.start')).toEqual([]);
    await elsewhere.close();
  });

  test('a target that must not be reached is refused and says so in the log of attempts', async () => {
    const guarded = openWebhookSender({ db, box: testBox, allowedNetworks: [] });
    senders.push(guarded);
    const { eventId } = await makeEvent();
    await onPublicEvent(guarded)(message(eventId));
    expect(receiver.received).toEqual([]);
    expect(await deliveryOf(eventId)).toMatchObject({ attempts: [{ error: 'refused_address', http_status: null }] });
  });
});
