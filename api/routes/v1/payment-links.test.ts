import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { select } from '../../../db/core/sql.ts';
import { createApiToken } from '../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { presetPermissions } from '../../../domain/accounts/token-presets.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import type { TestCall } from '../../testing/server.fixture.ts';

let shop: TestMerchant;
const api = await openTestApi();
beforeEach(async () => {
  shop = await api.merchant({ profile: { domain: 'quay.example' } });
});

const PATH = '/api/v1/payment-links';
const body = { title: 'Harbor tour', amount: '49.90', currency: 'EUR' };

const call = (more: Partial<TestCall> = {}) => api.call({ url: PATH, as: shop.token, ...more });
const change = (id: string, changes: object) => call({ method: 'PATCH', url: `${PATH}/${id}`, body: changes });

async function made(more: object = {}) {
  const answer = await call({ body: { ...body, ...more } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

const ids = async (query: string): Promise<string[]> =>
  (await call({ url: `${PATH}?${query}` })).json.data.map(({ id }: { id: string }) => id);

const acts = async () =>
  (
    await select<{ act: string }>(
      api.db,
      `SELECT action || ' ' || actor_kind AS act FROM audit_log WHERE chain = $1 AND action LIKE 'link.%' ORDER BY seq`,
      [shop.merchantId],
    )
  ).map(({ act }) => act);

describe('a payment link by API', () => {
  test('can be paid by everyone who has its address, and says how often', async () => {
    const link = await made({ description: 'Two hours', gates: ['BTC'], success_url: 'https://quay.example/thanks' });
    expect(link).toMatchObject({
      ...body,
      description: 'Two hours',
      gates: ['BTC'],
      success_url: 'https://quay.example/thanks',
      active: true,
      invoice_count: 0,
      url: expect.stringMatching(new RegExp(`/pay/${link.id}$`)),
    });
    const page = await api.call({ method: 'POST', url: `/pay/${link.id}` });
    const invoiceId = /invoice\/([0-9a-f-]{36})/.exec(String(page.headers.location ?? page.text))?.[1];
    const invoice = await call({ url: `/api/v1/invoices/${invoiceId}` });
    expect(invoice.json.data).toMatchObject({ metadata: { payment_link: link.id }, currency: 'EUR' });
    expect((await call({ url: `${PATH}/${link.id}` })).json.data).toEqual({ ...link, invoice_count: 1 });
  });

  test('is made once by one key, and the log names the token', async () => {
    const headers = { 'idempotency-key': 'tour-1' };
    const [one, other] = [await call({ body, headers }), await call({ body, headers })];
    expect(other.json).toEqual(one.json);
    expect(await ids('')).toHaveLength(1);
    expect(await acts()).toEqual(['link.created token']);
  });

  test('changes only what is named, and its old price stays on the invoices that it made', async () => {
    const { id } = await made({ description: 'Two hours' });
    const { json } = await change(id, { amount: '59.90', description: null });
    expect(json.data).toMatchObject({ title: 'Harbor tour', amount: '59.90', description: null, active: true });
    expect((await change(id, { active: false })).json.data).toMatchObject({ amount: '59.90', active: false });
    expect((await api.call({ url: `/pay/${id}` })).status).toBe(404);
    expect((await change(id, { active: false })).status).toBe(200);
    expect((await change(id, { active: true })).json.data.active).toBe(true);
    expect(await acts()).toEqual([
      'link.created token',
      'link.updated token',
      'link.paused token',
      'link.activated token',
    ]);
  });

  test.each([
    ['a title of blanks', { title: '  ' }, 'title'],
    ['no title', { title: undefined }, 'title'],
    ['a price as a number', { amount: 49.9 }, 'amount'],
    ['a price of nothing', { amount: '0' }, 'amount'],
    ['too many decimals', { amount: '49.905' }, 'amount'],
    ['a currency that nobody has', { currency: 'XXX' }, 'currency'],
    ['a coin that nobody has', { gates: ['DOGE'] }, 'gates.0'],
    ['a way back to another site', { success_url: 'https://elsewhere.example/' }, 'success_url'],
    ['a field that nobody knows', { prize: '1' }, 'prize'],
  ])('with %s is refused by the name of the field, and changes nothing', async (_what, wrong, field) => {
    // Only production is strict about the shop's own site.
    if (field === 'success_url') shop = await api.merchant({ mode: 'production', profile: { domain: 'quay.example' } });
    const answer = await call({ body: { ...body, ...wrong } });
    expect(answer.status, answer.text).toBe(422);
    expect(Object.keys(answer.json.errors)).toEqual([field]);
    const { id } = await made();
    if (field !== 'title' || 'title' in wrong) {
      const given = Object.entries(wrong).some(([, value]) => value !== undefined);
      if (given) expect((await change(id, wrong)).status).toBe(422);
    }
    expect((await call({ url: `${PATH}/${id}` })).json.data).toMatchObject({ ...body, success_url: null });
  });

  test('lists by words, state, coin, day and order', async () => {
    const tour = await made({ gates: ['BTC'] });
    const lamp = await made({ title: 'Lamp', description: 'A warm light' });
    await change(tour.id, { active: false });
    expect(await ids('')).toEqual([lamp.id, tour.id]);
    expect(await ids('order=asc')).toEqual([tour.id, lamp.id]);
    expect(await ids('sort=title&order=asc')).toEqual([tour.id, lamp.id]);
    expect(await ids('active=false')).toEqual([tour.id]);
    expect(await ids('active=true')).toEqual([lamp.id]);
    expect(await ids('search=warm')).toEqual([lamp.id]);
    expect(await ids('gate_id=ETH')).toEqual([lamp.id]);
    expect(await ids('gate_id=BTC')).toEqual([lamp.id, tour.id]);
    expect(await ids('date_to=2020-01-01')).toEqual([]);
    const page = await call({ url: `${PATH}?per_page=1&page=2` });
    expect(page.json).toMatchObject({ data: [{ id: tour.id }], pagination: { total: 2, page: 2, per_page: 1 } });
  });

  test('of another shop is not there, and keys that only read cannot make one', async () => {
    const { id } = await made();
    const other = await api.merchant();
    for (const method of ['GET', 'PATCH'] as const) {
      const sent = method === 'GET' ? {} : { body: { active: false } };
      expect((await call({ method, url: `${PATH}/${id}`, as: other.token, ...sent })).status).toBe(404);
    }
    const reads = await inTransaction(api.db, (tx) =>
      createApiToken(tx, {
        profileId: shop.profileId,
        mode: shop.mode,
        name: 'reads',
        createdBy: shop.user.id,
        permissions: presetPermissions('read_only', null),
      }),
    );
    expect((await call({ as: reads, body })).status).toBe(403);
    expect((await call({ as: reads, url: `${PATH}/${id}` })).status).toBe(200);
    expect((await call({ as: reads, method: 'PATCH', url: `${PATH}/${id}`, body: { active: false } })).status).toBe(
      403,
    );
  });
});
