import { beforeAll, describe, expect, test } from 'vitest';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

let merchant: TestMerchant;

const api = await openTestApi();
beforeAll(async () => {
  merchant = await api.merchant();
});

const create = (body: unknown, headers: Record<string, string> = {}, as = merchant.token) =>
  api.call({ url: '/api/v1/invoices', body, headers, as });
const price = { amount: '49.90', currency: 'EUR' };

describe('creating an invoice', () => {
  test('needs only a price; everything of the coin is null before a choice', async () => {
    const { status, json } = await create(price);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      status: 'new',
      version: 1,
      paid: false,
      mode: 'sandbox',
      price: '49.90',
      total: '49.90',
      fees: { service: '0.50', network: '0.00', payer: 'merchant' },
      gate_id: null,
      amount_due: null,
      address: null,
      payment_uri: null,
      rate: null,
      transactions: [],
      refunds: [],
    });
    const { data } = json;
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(900_000);
    expect(data.checkout_url).toBe(`http://localhost:8080/invoice/${data.id}`);
  });

  test('with a gate locks the rate and gives the address at once', async () => {
    const { status, json } = await create({ ...price, gate_id: 'BTC' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      status: 'pending',
      gate_id: 'BTC',
      amount_due: '0.00099800',
      amount_remaining: '0.00099800',
      rate: { value: '50000.00', source: 'test' },
      confirmations: { current: 0, required: 2 },
    });
    expect(json.data.address).toMatch(/^bcrt1/);
    expect(json.data.payment_uri).toContain('amount=0.000998');
  });

  test('takes items, whose sum is the price', async () => {
    const items = [{ name: 'Tyre', quantity: 2, price: '10.00' }];
    expect((await create({ items, currency: 'EUR' })).json.data).toMatchObject({ price: '20.00', items });
    const differs = await create({ items, currency: 'EUR', amount: '19.98' });
    expect([differs.status, Object.keys(differs.json.errors)]).toEqual([422, ['amount']]);
  });

  test('every field that a shop sets comes back', async () => {
    const own = {
      reference: 'order-77',
      description: 'Two tyres',
      gates: ['BTC', 'XRP'],
      customer: { email: 'jane@payer.test', name: 'Jane' },
      success_url: 'https://shop.test/thanks',
      cancel_url: 'https://shop.test/cart',
      notification_url: 'https://shop.test/hook',
      autoconversion: { type: 'partial', gate_id: 'USDT_TRC20', percent: 50 },
      autocomplete: true,
      metadata: { cart: '7' },
    };
    const { status, json } = await create({ ...price, ...own, lifetime_seconds: 60 });
    expect(status).toBe(201);
    expect(json.data).toMatchObject(own);
    expect(Date.parse(json.data.expires_at) - Date.parse(json.data.created_at)).toBe(60_000);
  });

  test('a page may live up to a day, in production too; its rate is locked for 15 minutes', async () => {
    interface Lived {
      readonly created_at: string;
      readonly expires_at: string;
      readonly rate: { readonly locked_at: string; readonly expires_at: string } | null;
    }
    const between = (from: string, until: string) => Date.parse(until) - Date.parse(from);
    const lives = ({ created_at, expires_at, rate }: Lived) => [
      between(created_at, expires_at),
      rate === null ? null : between(rate.locked_at, rate.expires_at),
    ];
    const body = { ...price, gate_id: 'BTC', expires_in_seconds: 86_400 };
    expect(lives((await create(body)).json.data)).toEqual([86_400_000, 900_000]);
    expect(lives((await create({ ...body, expires_in_seconds: 600 })).json.data)).toEqual([600_000, 600_000]);
    const { token } = merchant.modes.production;
    const live = await create({ ...price, expires_in_seconds: 3_600 }, {}, token);
    expect([live.status, lives(live.json.data)]).toEqual([201, [3_600_000, null]]);
    const both = await create({ ...body, lifetime_seconds: 60 });
    expect([both.status, Object.keys(both.json.errors)]).toEqual([422, ['expires_in_seconds']]);
  });

  test('a taken reference gives its invoice again, or a conflict when the price differs', async () => {
    const first = await create({ ...price, reference: 'order-1' });
    const again = await create({ ...price, reference: 'order-1' });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json.data.id).toBe(first.json.data.id);
    const other = await create({ amount: '50.00', currency: 'EUR', reference: 'order-1' });
    expect([other.status, other.json.code]).toEqual([409, 'reference_taken']);
  });
});

describe('hazard 56: amounts', () => {
  test.each([
    49.9,
    49,
    '1e3',
    '-5.00',
    '+5.00',
    '49.901',
    '49,90',
    '0x10',
    '',
    'NaN',
    'Infinity',
    '007.00',
    '.5',
    '5.',
    '٤٩',
    null,
    true,
    ['49.90'],
    { value: '49.90' },
  ])('%j is a 422 that names the field', async (amount) => {
    const { status, json } = await create({ amount, currency: 'EUR' });
    expect([status, json.message, Object.keys(json.errors)]).toEqual([422, 'The given data was invalid', ['amount']]);
  });

  test.each(['0.99', '15000.01', '0.00', '9'.repeat(30)])('%s is outside 1 to 15000 EUR', async (amount) => {
    const { status, json } = await create({ amount, currency: 'EUR' });
    expect([status, Object.keys(json.errors)]).toEqual([422, ['amount']]);
  });

  test('of items are strings too', async () => {
    const { status, json } = await create({ items: [{ name: 'a', quantity: 1, price: 5 }], currency: 'EUR' });
    expect([status, Object.keys(json.errors)]).toEqual([422, ['items.0.price']]);
    const none = await create({ items: [{ name: 'a', quantity: 1e-9, price: '5.00' }], currency: 'EUR' });
    expect([none.status, Object.keys(none.json.errors)]).toEqual([422, ['items.0.quantity']]);
    const places = await create({ items: [{ name: 'a', quantity: 1, price: '5.000000001' }], currency: 'EUR' });
    expect([places.status, Object.keys(places.json.errors)]).toEqual([422, ['items.0.price']]);
  });

  test.each(['status', 'role', 'merchant_id', 'paid', 'id', '__proto__x'])('the field %s is refused', async (field) => {
    const { status, json } = await create({ ...price, [field]: 'x' });
    expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
  });
});

describe('wrong fields', () => {
  test.each<[string, unknown]>([
    ['currency', { currency: 'XXX' }],
    ['gate_id', { gate_id: 'DOGE' }],
    ['gate_id', { gate_id: 'EUR' }],
    ['gates.1', { gates: ['BTC', 'EUR'] }],
    ['success_url', { success_url: 'javascript:alert(1)' }],
    ['cancel_url', { cancel_url: 'https://a b' }],
    ['notification_url', { notification_url: 'ftp://shop.test' }],
    ['autoconversion.gate_id', { autoconversion: { type: 'full' } }],
    ['autoconversion.percent', { autoconversion: { type: 'none', percent: 5 } }],
    ['autoconversion.gate_id', { gate_id: 'BCH', autoconversion: { type: 'full', gate_id: 'ETH' } }],
    ['autoconversion.gate_id', { gates: ['TRX'], autoconversion: { type: 'full', gate_id: 'BTC' } }],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'v'])) }],
    ['metadata.k', { metadata: { k: 1.5 } }],
    ['lifetime_seconds', { lifetime_seconds: 4 }],
    ['reference', { reference: 'x'.repeat(256) }],
    ['description', { description: 'a\u0000b' }],
  ])('%s is named: %j', async (field, wrong) => {
    const { status, json } = await create({ ...price, ...(wrong as object) });
    expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
  });

  test('production takes neither http addresses nor other lifetimes', async () => {
    const { token } = merchant.modes.production;
    const http = await create({ ...price, success_url: 'http://shop.test/' }, {}, token);
    expect([http.status, Object.keys(http.json.errors)]).toEqual([422, ['success_url']]);
    const short = await create({ ...price, lifetime_seconds: 60 }, {}, token);
    expect([short.status, Object.keys(short.json.errors)]).toEqual([422, ['lifetime_seconds']]);
  });

  test('hazard 71: payers are sent back to the registered domain only', async () => {
    const shop = await api.merchant({ profile: { domain: 'shop.test' } });
    const own = await create({ ...price, success_url: 'https://www.shop.test/thanks' }, {}, shop.token);
    expect(own.status).toBe(201);
    const other = await create({ ...price, success_url: 'https://evil.test/' }, {}, shop.token);
    expect([other.status, Object.keys(other.json.errors)]).toEqual([422, ['success_url']]);
  });

  test('hazard 71: production sends payers nowhere while the profile names no domain', async () => {
    const { token } = (await api.merchant({ profile: { domain: null } })).modes.production;
    const { status, json } = await create({ ...price, cancel_url: 'https://shop.test/cart' }, {}, token);
    expect([status, json.errors]).toEqual([422, { cancel_url: [expect.stringContaining('domain of your shop')] }]);
  });
});

describe('hazard 55: an Idempotency-Key', () => {
  test('makes 32 identical POSTs one invoice and one answer', async () => {
    const body = { ...price, gate_id: 'LTC' };
    const headers = { 'idempotency-key': 'order-32' };
    const answers = await Promise.all(Array.from({ length: 32 }, () => create(body, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers: each }) => each['idempotent-replayed'] === 'true')).toHaveLength(31);
    const { total } = (await api.call({ url: '/api/v1/invoices?gate_id=LTC', as: merchant.token })).json.pagination;
    expect(total).toBe(1);
  });

  test('with another body is a conflict, and in another mode or merchant another request', async () => {
    const headers = { 'idempotency-key': 'order-33' };
    const first = await create(price, headers);
    const other = await create({ amount: '1.00', currency: 'EUR' }, headers);
    expect([other.status, other.json.code]).toEqual([409, 'idempotency_mismatch']);
    const production = await create(price, headers, merchant.modes.production.token);
    const stranger = await create(price, headers, (await api.merchant()).token);
    const ids = [first, production, stranger].map(({ json }) => json.data.id);
    expect(new Set(ids).size).toBe(3);
  });

  test('is itself checked', async () => {
    expect((await create(price, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(422);
  });
});

describe('reading and canceling', () => {
  test('get and list tell the same, and reading changes nothing', async () => {
    const { data } = (await create({ ...price, gate_id: 'ETH', reference: 'order-read' })).json;
    const get = await api.call({ url: `/api/v1/invoices/${data.id}`, as: merchant.token });
    expect(get.json.data).toEqual(data);
    const upper = await api.call({ url: `/api/v1/invoices/${data.id.toUpperCase()}`, as: merchant.token });
    expect(upper.json.data.id).toBe(data.id);
    const list = await api.call({ url: '/api/v1/invoices?reference=order-read', as: merchant.token });
    expect(list.json).toEqual({ data: [data], pagination: { total: 1, page: 1, per_page: 25 } });
  });

  test('lists are paged, sorted, searched and filtered', async () => {
    const shop = await api.merchant();
    for (const amount of ['3.00', '1.00', '2.00'])
      await create({ amount, currency: 'EUR', description: `d${amount}` }, {}, shop.token);
    const list = async (query: string) => (await api.call({ url: `/api/v1/invoices?${query}`, as: shop.token })).json;
    const prices = (json: { data: { price: string }[] }) => json.data.map((each) => each.price);
    expect(prices(await list('sort=total&order=asc'))).toEqual(['1.00', '2.00', '3.00']);
    const second = await list('sort=total&order=asc&per_page=2&page=2');
    expect([prices(second), second.pagination]).toEqual([['3.00'], { total: 3, page: 2, per_page: 2 }]);
    expect(prices(await list('search=d2.0'))).toEqual(['2.00']);
    expect((await list('status=new,done')).pagination.total).toBe(3);
    expect((await list('status=done')).data).toEqual([]);
    const days = (await list('')).data.map((each: { created_at: string }) => each.created_at.slice(0, 10)).sort();
    expect((await list(`date_from=${days[0]}&date_to=${days[2]}`)).pagination.total).toBe(3);
    expect((await list('date_from=2099-01-01')).pagination.total).toBe(0);
  });

  test('lists find metadata: a value by the search, to the letter, and a key with its value', async () => {
    const shop = await api.merchant();
    const note = 'a "b" \\ 50%_x';
    for (const metadata of [{ cart: 'c:1', note }, { cart: 'c:12' }, undefined]) {
      await create({ ...price, metadata }, {}, shop.token);
    }
    const found = async (query: Record<string, string>) => {
      const url = `/api/v1/invoices?${new URLSearchParams(query)}`;
      const { data, pagination } = (await api.call({ url, as: shop.token })).json;
      expect(pagination.total).toBe(data.length);
      return data.map(({ metadata }: { metadata: Record<string, string> }) => metadata.cart);
    };
    expect(await found({ search: 'c:1' })).toEqual(['c:1']);
    expect(await found({ search: ` ${note} ` })).toEqual(['c:1']);
    for (const search of ['c:', 'C:1', 'cart', 'a "b"']) expect(await found({ search }), search).toEqual([]);
    expect(await found({ metadata: 'cart:c:12' })).toEqual(['c:12']);
    expect(await found({ metadata: `note:${note}` })).toEqual(['c:1']);
    expect(await found({ metadata: 'note:c:12' })).toEqual([]);
    expect(await found({ metadata: 'cart:c:12', search: 'c:1' })).toEqual([]);
  });

  test.each([
    'per_page=101',
    'per_page=0',
    'page=x',
    'sort=secret',
    'status=paid',
    'order=up',
    'date_from=yesterday',
    'date_from=2026-02-30',
    'ids=------',
    'x=1',
    'search=%00',
    'metadata=cart',
    'metadata=:x',
  ])('the query %s is a 422', async (query) => {
    expect((await api.call({ url: `/api/v1/invoices?${query}`, as: merchant.token })).status).toBe(422);
  });

  test('cancel ends it once; again it is a conflict', async () => {
    const { data } = (await create(price)).json;
    const url = `/api/v1/invoices/${data.id}/cancel`;
    const canceled = await api.call({ method: 'POST', url, as: merchant.token });
    expect(canceled.json.data).toMatchObject({ status: 'canceled', version: 2 });
    const again = await api.call({ method: 'POST', url, as: merchant.token });
    expect(again.status).toBe(409);
  });

  test('events tell what happened, in order and from a cursor', async () => {
    const shop = await api.merchant();
    const { data } = (await create({ ...price, gate_id: 'BTC' }, {}, shop.token)).json;
    await api.call({ method: 'POST', url: `/api/v1/invoices/${data.id}/cancel`, as: shop.token });
    const read = async (query = '') => (await api.call({ url: `/api/v1/events${query}`, as: shop.token })).json;
    const all = { data: await api.events(shop, 2) };
    expect(all.data.map((event: { type: string }) => event.type)).toEqual(['invoice.pending', 'invoice.canceled']);
    expect(all.data[0].data).toEqual(data);
    const first = await read('?limit=1');
    expect([first.has_more, first.next]).toEqual([true, all.data[0].id]);
    const rest = await read(`?after=${first.next}`);
    expect([rest.data, rest.has_more]).toEqual([[all.data[1]], false]);
    const blind = await api.merchant({ permissions: ['payout'] });
    await create(price);
    expect((await api.call({ url: '/api/v1/events', as: blind.token })).json.data).toEqual([]);
  });

  test('sandbox payments answer with the transaction', async () => {
    const { data } = (await create({ ...price, gate_id: 'XRP' })).json;
    const url = `/api/v1/sandbox/invoices/${data.id}/payments`;
    const { status, json } = await api.call({ url, body: { scenario: 'paid' }, as: merchant.token });
    expect(status).toBe(202);
    expect(json.data).toMatchObject({
      invoice_id: data.id,
      network: 'XRP',
      gate_id: 'XRP',
      address: data.address,
      destination_tag: data.destination_tag,
      amount: data.amount_due,
    });
    expect(json.data.txid).toMatch(/^[0-9A-F]{64}$/i);
    const late = await api.call({ url, body: { scenario: 'late' }, as: merchant.token });
    expect([late.status, late.json.code]).toEqual([409, 'invoice_not_expired']);
    const blocks = await api.call({
      url: '/api/v1/sandbox/networks/XRP/blocks',
      body: { count: 2 },
      as: merchant.token,
    });
    expect([blocks.status, blocks.json.data]).toEqual([202, { network: 'XRP', count: 2 }]);
  });
});
