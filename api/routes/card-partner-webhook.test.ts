import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardWebhookOf } from '../../activities/card-partner/accounts.ts';
import { signedAuthorization } from '../../activities/card-partner/signature.ts';
import { cardDesk } from '../../db/card-orders/testing.fixture.ts';
import { execute, one } from '../../db/core/sql.ts';
import { newId } from '../../domain/ids.ts';
import { until } from '../../scripts/testing/until.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { CARD_SIMULATOR_PORT: '4199' } });
});
afterAll(() => api.close());

interface Sent {
  readonly body: string;
  readonly secret?: string;
  readonly atMs?: number;
  readonly mode?: 'sandbox' | 'production';
}

async function send({ body, secret, atMs = Date.now(), mode = 'sandbox' }: Sent): Promise<number> {
  const expected = cardWebhookOf(api.deps.config, 'sandbox');
  if (expected === null) throw new Error('the sandbox has a simulated seller');
  const request = { method: 'POST', path: expected.path, nonce: String(atMs), body: Buffer.from(body) };
  const authorization = signedAuthorization({ key: 'key', secret: secret ?? expected.secret }, request);
  const url = `/webhooks/card-partner/${mode}`;
  return (await api.call({ method: 'POST', url, body: Buffer.from(body), headers: { authorization } })).status;
}

async function placed() {
  const shop = await api.merchant({ mode: 'sandbox' });
  const id = await cardDesk(api.db).placing(shop);
  const due = async () =>
    (await one<{ due: boolean }>(api.db, 'SELECT next_check_at IS NOT NULL AS due FROM card_order WHERE id = $1', [id]))
      .due;
  const signals = async () =>
    (
      await one<{ n: number }>(api.db, `SELECT count(*)::int AS n FROM outbox WHERE payload::text LIKE $1`, [
        `%card-order:${id}%`,
      ])
    ).n;
  return { id, due, signals };
}

const news = (order: string, reference: string, status = 'complete') =>
  JSON.stringify({ order_id: order, external_id: reference, status, status_date: '2026-01-16 04:04:21' });

test('news make the order due at once, and nothing of them is believed', async () => {
  const { id, due, signals } = await placed();
  const before = await signals();
  expect(await due()).toBe(false);
  expect(await send({ body: news('p-1', id) })).toBe(204);
  expect(await due()).toBe(true);
  expect(await signals()).toBeGreaterThan(before);
  expect(await one(api.db, 'SELECT status, partner_order_id FROM card_order WHERE id = $1', [id])).toEqual({
    status: 'placing',
    partner_order_id: null,
  });
  // Doubled and out of order: one more look, and no more.
  expect(await send({ body: news('p-1', id) })).toBe(204);
  expect(await send({ body: news('p-1', id, 'pendingPayment') })).toBe(204);
});

test('forged, old and moved ones are refused and do nothing', async () => {
  const { id, due } = await placed();
  const body = news('p-2', id);
  expect(await send({ body, secret: 'guessed' })).toBe(401);
  expect(await send({ body, atMs: Date.now() - 11 * 60_000 })).toBe(401);
  expect(await send({ body, mode: 'production' })).toBe(401);
  const url = '/webhooks/card-partner/sandbox';
  expect((await api.call({ method: 'POST', url, body: Buffer.from(body) })).status).toBe(401);
  expect(await due()).toBe(false);
});

test('what is about none of our orders needs nothing', async () => {
  expect(await send({ body: news('p-3', newId()) })).toBe(204);
  expect(await send({ body: news('p-3', "'; DROP TABLE card_order; --") })).toBe(204);
  expect(await send({ body: '{"account": "verified"}' })).toBe(204);
  expect(await send({ body: 'no JSON' })).toBe(204);
});

test('the page of a customer has the news within a second', async () => {
  const { id } = await placed();
  let told = 0;
  const leave = api.live.subscribe(id, () => {
    told += 1;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const began = performance.now();
  await execute(api.db, 'UPDATE card_order SET next_check_at = NULL WHERE id = $1', [id]);
  await send({ body: news('p-4', id) });
  await until(async () => told > 0, 'the page is told');
  expect(performance.now() - began).toBeLessThan(1_000);
  leave();
});
