import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pgClientOf } from '../../../db/core/pg-client.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute } from '../../../db/core/sql.ts';
import { detachOldestMonth } from '../../../db/growth/archive.ts';
import { ensureMonths } from '../../../db/growth/months.ts';
import { createApiToken, revokeApiToken } from '../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import type { TokenPermission } from '../../../domain/accounts/permissions.ts';
import { newId } from '../../../domain/ids.ts';
import { until } from '../../../scripts/testing/until.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { basic } from '../../testing/server.fixture.ts';

let origin: string;
let shop: TestMerchant;
const api = await openTestApi();
beforeAll(async () => {
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  shop = await api.merchant();
});

const FROM_START = '00000000-0000-0000-0000-000000000000';

const read = async (query = '', as = shop.token) => (await api.call({ url: `/api/v1/events${query}`, as })).json;
const makeInvoice = async (as = shop.token) =>
  (await api.call({ url: '/api/v1/invoices', body: { amount: '20', currency: 'EUR', gate_id: 'BTC' }, as })).json.data;
const cancel = (id: string) => api.call({ method: 'POST', url: `/api/v1/invoices/${id}/cancel`, as: shop.token });
const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
const tokenWith = (...permissions: TokenPermission[]) =>
  inTransaction(api.db, (tx) =>
    createApiToken(tx, {
      profileId: shop.profileId,
      mode: shop.mode,
      name: 'Narrow',
      permissions,
      createdBy: shop.user.id,
    }),
  );

/** Events as they are written by a process, `ageMs` ago. */
async function addEvent(type: string, { entityId = newId(), ageMs = 0, to = shop } = {}): Promise<string> {
  const id = newId(Date.now() - ageMs);
  const body = `{"type":"${type}","timestamp":"2026-11-20T10:00:00.000Z","data":{}}`;
  const at = new Date(Date.now() - ageMs);
  const sql = `INSERT INTO event (id, profile_id, type, entity_id, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)`;
  await execute(api.db, sql, [id, to.profileId, type, entityId, body, at]);
  return id;
}

/** A reader of the stream: its events so far, and whether it was sent away. */
async function follow(query = '', headers: Record<string, string> = {}, as = shop.token) {
  const leave = new AbortController();
  const answer = await fetch(`${origin}/api/v1/events/live${query}`, {
    headers: { authorization: basic(as), ...headers },
    signal: leave.signal,
  });
  const got: { id: string; event: string; data: { id: string; type: string } }[] = [];
  const state = { ended: false };
  const listen = async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
        if (field('id') !== '') got.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) });
      }
    }
  };
  listen().then(
    () => {
      state.ended = true;
    },
    () => undefined,
  );
  return { got, state, leave: () => leave.abort() };
}

test('a page names where to continue, also when it is empty', async () => {
  expect(await read()).toEqual({ data: [], has_more: false, next: FROM_START });
  const { id } = await makeInvoice();
  await api.events(shop, 1);
  const first = await read(`?after=${FROM_START}`);
  expect(first.data).toMatchObject([{ type: 'invoice.pending', data: { id } }]);
  expect(await read(`?after=${first.next}`)).toEqual({ data: [], has_more: false, next: first.next });
});

test('`latest` starts from now, and misses nothing that comes after it', async () => {
  await makeInvoice();
  await api.events(shop, 1);
  const start = await read('?after=latest');
  expect(start.data).toEqual([]);
  const { id } = await makeInvoice();
  await api.events(shop, 2);
  expect((await read(`?after=${start.next}`)).data).toMatchObject([{ data: { id } }]);
});

test('events are narrowed by type, object and time', async () => {
  const entityId = newId();
  const old = await addEvent('invoice.expired', { entityId, ageMs: 3_600_000 });
  const [paid, refunded] = [await addEvent('invoice.done', { entityId }), await addEvent('refund.done')];
  await until(async () => (await read()).data.length === 3, 'the events are visible');
  expect(idsOf(await read('?types=invoice.done,refund.*')).toSorted()).toEqual([paid, refunded].toSorted());
  expect(idsOf(await read(`?object_id=${entityId}`)).toSorted()).toEqual([old, paid].toSorted());
  const since = encodeURIComponent(new Date(Date.now() - 60_000).toISOString());
  expect(idsOf(await read(`?created_after=${since}&types=invoice.*`))).toEqual([paid]);
});

test('what a token may not read is refused by name, and in no list', async () => {
  const id = await addEvent('payout.done');
  const narrow = await tokenWith('invoice_get');
  const refused = await api.call({ url: '/api/v1/events?types=payout.done', as: narrow });
  expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
  expect((await api.call({ url: '/api/v1/events?types=invoice.paid', as: narrow })).status).toBe(422);
  expect((await api.call({ url: `/api/v1/events/${id}`, as: narrow })).status).toBe(404);
  expect((await api.call({ url: '/api/v1/events/live?types=payout.*', as: narrow })).status).toBe(403);
  expect((await read('', narrow)).data).toEqual([]);
});

test('one event is read by its id; of another shop it is unknown, also as a cursor', async () => {
  const id = await addEvent('invoice.done');
  expect((await api.call({ url: `/api/v1/events/${id}`, as: shop.token })).json.data).toMatchObject({ id });
  const stranger = (await api.merchant()).token;
  for (const url of [`/api/v1/events/${id}`, `/api/v1/events?after=${id}`, `/api/v1/events/live?after=${id}`]) {
    expect((await api.call({ url, as: stranger })).status).toBe(404);
  }
});

test('a cursor of a time to come is refused, and one that is none', async () => {
  const future = newId(Date.now() + 86_400_000);
  for (const path of ['/api/v1/events', '/api/v1/events/live']) {
    const refused = await api.call({ url: `${path}?after=${future}`, as: shop.token });
    expect([refused.status, refused.json.errors?.after?.[0]]).toEqual([422, expect.stringContaining('time to come')]);
  }
  const byHeader = await api.call({ url: '/api/v1/events/live', as: shop.token, headers: { 'last-event-id': future } });
  expect(byHeader.status).toBe(422);
  const nonsense = { 'last-event-id': `${future}'; DROP TABLE event` };
  expect((await api.call({ url: '/api/v1/events/live', as: shop.token, headers: nonsense })).status).toBe(422);
});

test('a stream has what comes from now on, in order, and another shop nothing', async () => {
  await makeInvoice();
  await api.events(shop, 1);
  const [mine, others] = [await follow(), await follow('', {}, (await api.merchant()).token)];
  const { id } = await makeInvoice();
  await cancel(id);
  await until(async () => mine.got.length >= 2, 'both events are there');
  expect(mine.got.map(({ event }) => event)).toEqual(['invoice.pending', 'invoice.canceled']);
  expect(mine.got.every(({ id: known, data, event }) => known === data.id && event === data.type)).toBe(true);
  expect(others.got).toEqual([]);
  mine.leave();
  others.leave();
});

test('a reader that comes back with Last-Event-ID has missed nothing', async () => {
  const { id } = await makeInvoice();
  const [first] = await api.events(shop, 1);
  await cancel(id);
  await api.events(shop, 2);
  const back = await follow('?types=invoice.*', { 'last-event-id': first.id });
  await until(async () => back.got.length >= 1, 'the event is there');
  expect(back.got.map(({ event }) => event)).toEqual(['invoice.canceled']);
  back.leave();
});

test('a stream ends with its token, and hears nothing after it', async () => {
  const token = await tokenWith('invoice_get');
  const reader = await follow('', {}, token);
  await inTransaction(api.db, (tx) => revokeApiToken(tx, { id: token.id, profileId: shop.profileId }));
  await until(async () => reader.state.ended, 'the stream has ended');
  expect(reader.got).toEqual([]);
});

test('a token may have thirty streams', async () => {
  const open = await Promise.all(Array.from({ length: 30 }, () => follow()));
  expect((await api.call({ url: '/api/v1/events/live', as: shop.token })).status).toBe(429);
  for (const { leave } of open) leave();
});

// The last one: the month that it takes out is the present one.
test('a cursor whose month is archived is gone', async () => {
  // Nothing is archived yet: an old id was never one.
  const old = newId(Date.parse('2020-01-01'));
  expect((await api.call({ url: `/api/v1/events?after=${old}`, as: shop.token })).status).toBe(404);
  await inTransaction(api.db, (tx) => ensureMonths(pgClientOf(tx), Date.now()));
  await execute(api.db, 'DELETE FROM outbox');
  const detached = await inTransaction(api.db, (tx) => detachOldestMonth(tx, Date.parse('2100-01-01')));
  expect(detached.month).not.toBeNull();
  for (const url of [`/api/v1/events?after=${old}`, `/api/v1/events/${old}`, `/api/v1/events/live?after=${old}`]) {
    const gone = await api.call({ url, as: shop.token });
    expect([gone.status, gone.json.code]).toEqual([410, 'cursor_archived']);
  }
});
