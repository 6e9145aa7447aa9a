import { beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../../db/core/sql.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';

let merchant: TestMerchant;

const api = await openTestApi();
beforeAll(async () => {
  merchant = await api.merchant();
});

const read = async (url: string) => {
  const { status, json } = await api.call({ url: `/api/v1/${url}`, as: merchant.token });
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
};

// biome-ignore lint/suspicious/noExplicitAny: a schema of any route
type Schema = any;

const BY_CURSOR = ['/api/v1/events', '/api/v1/ledger-entries', '/api/v1/requests'];

/** Every list of the public API, save those that are read by cursor. */
function lists() {
  return api.app.routeTable
    .filter(({ methods, url }) => methods.includes('GET') && url.startsWith('/api/v1/') && !BY_CURSOR.includes(url))
    .map(({ url, schema }) => ({ url, query: schema?.querystring as Schema, answer: schema?.response as Schema }))
    .filter(({ answer }) => answer[200].properties?.data?.type === 'array');
}

/** Bounded otherwise: a limit in the query or the SQL, the number of assets, the size of a team. */
const SHORT = [
  // One demo invoice takes a bounded number of acts.
  ...BY_CURSOR,
  '/demo/invoices/:id/webhooks.json',
  '/spa/:profile/balances',
  '/spa/:profile/dashboard/latest',
  '/spa/:profile/invoice-recipients',
  '/spa/:profile/report-schedules',
  '/spa/:profile/requests',
  '/spa/:profile/reserves',
  '/spa/:profile/wallets',
  '/spa/currencies',
  '/spa/gates',
  '/spa/shops',
  '/spa/user/sessions',
  '/spa/users',
  '/staff/debts',
  '/staff/deletions',
  '/staff/operations/subjects',
  '/staff/saved-answers',
  '/staff/treasury',
];

describe('the one list contract', () => {
  test('every list of every area is cut into pages of a bounded length, or is short by itself', () => {
    const unbounded = api.app.routeTable
      .map(({ methods, url, schema }) => ({
        methods,
        url,
        query: schema?.querystring as Schema,
        answer: (schema?.response as Schema)?.[200],
      }))
      .filter(({ methods, answer }) => methods.includes('GET') && answer?.properties?.data?.type === 'array')
      .filter(({ query }) => !(query?.properties?.per_page?.maximum <= 100));
    expect(unbounded.map(({ url }) => url).sort()).toEqual(SHORT);
  });

  test('every list is paged', () => {
    expect(lists().length).toBeGreaterThan(8);
    for (const { url, query, answer } of lists()) {
      expect(Object.keys(answer[200].properties), url).toEqual(['data', 'pagination']);
      expect(Object.keys(query.properties), url).toEqual(expect.arrayContaining(['page', 'per_page', 'gate_id']));
    }
  });

  test('every list of what happened is sorted, searched and filtered', () => {
    // Addresses, links, endpoints and currencies have no status: they do not happen.
    const happened = lists().filter(
      ({ url }) => !/\/(gates|rates|balances|lines|addresses|payment-links|webhook-endpoints|currencies)$/.test(url),
    );
    expect(happened.map(({ url }) => url)).toContain('/api/v1/webhooks/deliveries');
    const names = ['sort', 'order', 'search', 'date_from', 'date_to', 'status'];
    for (const { url, query } of happened) {
      expect(Object.keys(query.properties), url).toEqual(expect.arrayContaining(names));
    }
  });
});

describe('webhook deliveries', () => {
  const made: string[] = [];
  beforeAll(async () => {
    const body = { amount: '49.90', currency: 'EUR', gate_id: 'LTC' };
    const invoice = (await api.call({ url: '/api/v1/invoices', body, as: merchant.token })).json.data.id;
    for (const [day, status, type, entityId] of [
      ['2026-01-01', 'failed', 'invoice.pending', invoice],
      ['2026-01-02', 'retrying', 'invoice.done', newId()],
      ['2026-01-03', 'delivered', 'payout.done', newId()],
    ] as const) {
      const id = newId(Date.parse(day));
      made.push(id);
      await execute(api.db, `INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, '{}')`, [
        id,
        merchant.profileId,
        type,
        entityId,
      ]);
      await execute(
        api.db,
        `INSERT INTO webhook_delivery (event_id, profile_id, invoice_id, type, url, status, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, merchant.profileId, entityId, type, `https://${status}.test/hook`, status, `${day}T12:00:00Z`],
      );
    }
  });
  const numbersOf = async (query: string) =>
    (await read(`webhooks/deliveries?${query}`)).data.map(({ id }: { id: string }) => made.indexOf(id) + 1);

  test.each([
    ['', [3, 2, 1]],
    ['order=asc', [1, 2, 3]],
    ['sort=status&order=asc', [3, 1, 2]],
    ['sort=created_at&order=asc&per_page=2&page=2', [3]],
    ['status=failed,retrying', [2, 1]],
    ['status=delivered', [3]],
    ['date_from=2026-01-02', [3, 2]],
    ['date_from=2026-01-02&date_to=2026-01-02', [2]],
    ['search=payout', [3]],
    ['search=RETRYING.test', [2]],
    ['gate_id=LTC', [1]],
    ['gate_id=BTC', []],
    ['kinds=invoice', [2, 1]],
    ['kinds=payout,refund', [3]],
  ])('are listed as asked: %s', async (query, numbers) => {
    expect(await numbersOf(query)).toEqual(numbers);
  });

  test('name what they are about, are found by its id and their own, and counted', async () => {
    const { data } = await read('webhooks/deliveries?kinds=payout');
    expect(data).toMatchObject([{ object: 'payout', object_id: expect.any(String) }]);
    expect(await numbersOf(`search=${data[0].object_id}`)).toEqual([3]);
    expect(await numbersOf(`search=${made[1]}`)).toEqual([2]);
    const { pagination } = await read('webhooks/deliveries?status=failed,retrying&per_page=1');
    expect(pagination).toEqual({ total: 2, page: 1, per_page: 1 });
  });

  test('of tests are about nothing, and only listed among all', async () => {
    const shop = await api.merchant();
    const id = newId();
    const { profileId } = shop;
    await execute(api.db, `INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $2, '{}')`, [
      id,
      profileId,
      'webhook.test',
    ]);
    const sql = `INSERT INTO webhook_delivery (event_id, profile_id, type, url, status)
      VALUES ($1, $2, 'webhook.test', 'https://shop.test', 'delivered')`;
    await execute(api.db, sql, [id, profileId]);
    const by = async (query: string) =>
      (await api.call({ url: `/api/v1/webhooks/deliveries?${query}`, as: shop.token })).json.data;
    expect(await by('')).toMatchObject([{ id, object: null, object_id: null }]);
    expect(await by('kinds=invoice,payout')).toEqual([]);
    expect(await by(`search=${profileId}`)).toEqual([]);
  });

  test.each(['status=failed,lost', 'sort=url', 'date_from=2026-02-30', 'until=1'])('refuse %s', async (query) => {
    const { status } = await api.call({ url: `/api/v1/webhooks/deliveries?${query}`, as: merchant.token });
    expect(status).toBe(422);
  });
});

describe('lists that are short', () => {
  test.each(['gates', 'rates', 'balances'])('%s come whole unless a page is requested', async (name) => {
    const { data, pagination } = await read(name);
    expect(pagination).toEqual({ total: data.length, page: 1, per_page: Math.max(1, data.length) });
    const second = await read(`${name}?page=2&per_page=2`);
    expect(second.data).toEqual(data.slice(2, 4));
    expect(second.pagination).toEqual({ total: data.length, page: 2, per_page: 2 });
  });

  test('gates and rates are narrowed to a gate', async () => {
    expect((await read('gates?gate_id=BTC')).data.map(({ id }: { id: string }) => id)).toEqual(['BTC']);
    expect((await read('rates?gate_id=BTC&currency=EUR')).pagination.total).toBe(1);
  });
});
