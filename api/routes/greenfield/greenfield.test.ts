import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { select } from '../../../db/core/sql.ts';
import { revokeShopKey } from '../../../db/greenfield/keys.ts';
import { paymentsChanged, recordPayment, setPayment, settleNow } from '../../../db/invoices/testing.fixture.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';
import { MAGENTO_INVOICE, openPlugin, SHOPWARE_INVOICE, type TestPlugin, WOO_INVOICE } from './greenfield.fixture.ts';

let api: TestApi;
let merchant: TestMerchant;
let plugin: TestPlugin;

beforeAll(async () => {
  api = await startTestApi({ env: { RATE_LIMIT_API_PER_MINUTE: '100000', RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000' } });
  merchant = await api.merchant();
  plugin = await openPlugin(api, merchant.profileId);
});
afterAll(() => api.close());

const create = (body: unknown = WOO_INVOICE, as = plugin) => as.inStore({ url: '/invoices', body });

describe('the key', () => {
  test('is wanted as BTCPay wants it: `token`, in any case', async () => {
    const url = '/btcpay/api/v1/server/info';
    const headers = (authorization: string) => ({ authorization });
    for (const scheme of ['token', 'Token', 'TOKEN']) {
      const answer = await api.call({ url, headers: headers(`${scheme} ${plugin.key}`) });
      expect([answer.status, answer.json]).toMatchObject([200, { version: '2.4.1', fullySynched: true }]);
    }
    const wrong = [`Bearer ${plugin.key}`, plugin.key, 'token tgb_wrong', `token ${plugin.key}x`, 'Basic dTpw', ''];
    for (const authorization of wrong) {
      const { status, json } = await api.call({ url, headers: headers(authorization) });
      expect([authorization, status, json.code]).toEqual([authorization, 401, 'unauthenticated']);
      expect(Object.keys(json).sort()).toEqual(['code', 'message']);
    }
    expect((await api.call({ url, as: merchant.token })).status).toBe(401);
  });

  test('is stored as a hash, opens nothing of `/api/v1`, and stops once it is deleted', async () => {
    const own = await openPlugin(api, merchant.profileId);
    const [row] = await select<{ id: string; text: string }>(
      api.db,
      'SELECT id, greenfield_key::text AS text FROM greenfield_key ORDER BY id DESC LIMIT 1',
      [],
    );
    expect(row?.text).not.toContain(own.key.slice(4));
    const headers = { authorization: `token ${own.key}` };
    expect((await api.call({ url: '/api/v1/invoices', headers })).status).toBe(401);
    const basic = { key: own.key, secret: own.key };
    expect((await api.call({ url: '/api/v1/invoices', as: basic })).status).toBe(401);
    const key = { id: row?.id ?? '', profileId: merchant.profileId };
    await inTransaction(api.db, (tx) => revokeShopKey(tx, key));
    // A key that was right is not looked up again within a second; this one was not used before.
    expect((await own.call({ url: '/server/info' })).status).toBe(401);
  });

  test('lists exactly its permissions, each with its store', async () => {
    const { status, json } = await plugin.call({ url: '/api-keys/current' });
    expect(status).toBe(200);
    expect(json).toEqual({
      apiKey: plugin.key,
      label: 'WooCommerce',
      permissions: [
        'btcpay.store.canviewinvoices',
        'btcpay.store.cancreateinvoice',
        'btcpay.store.canmodifyinvoices',
        'btcpay.store.canviewstoresettings',
        'btcpay.store.webhooks.canmodifywebhooks',
        'btcpay.store.cancreatenonapprovedpullpayments',
      ].map((permission) => `${permission}:${plugin.store}`),
    });
  });

  test('without a permission gets a 403 that names it', async () => {
    const reader = await openPlugin(api, merchant.profileId, ['btcpay.store.canviewinvoices']);
    const { status, json } = await create(WOO_INVOICE, reader);
    expect([status, json]).toEqual([
      403,
      {
        code: 'missing-permission',
        message: expect.any(String),
        missingPermission: 'btcpay.store.cancreateinvoice',
      },
    ]);
    expect((await reader.inStore({ url: '/invoices' })).status).toBe(200);
    expect((await reader.call({ url: '/stores' })).json.missingPermission).toBe('btcpay.store.canviewstoresettings');
  });

  test('opens no other shop and no other mode, and says the same of a shop that does not exist', async () => {
    const stranger = await api.merchant();
    const strangers = await openPlugin(api, stranger.profileId);
    const production = await openPlugin(api, merchant.modes.production.profileId);
    const made = (await create()).json.id;
    for (const store of [stranger.profileId, merchant.modes.production.profileId, newId()]) {
      for (const url of [`/stores/${store}`, `/stores/${store}/invoices`, `/stores/${store}/invoices/${made}`]) {
        const { status, json } = await plugin.call({ url });
        expect([url, status, json.code]).toEqual([url, 403, 'missing-permission']);
      }
    }
    for (const other of [strangers, production]) {
      for (const call of [other.inStore, other.call]) {
        const { status, json } = await call({ url: `/invoices/${made}` });
        expect([status, json.code]).toEqual([404, 'invoice-not-found']);
      }
      const marked = await other.inStore({ url: `/invoices/${made}/status`, body: { status: 'Invalid' } });
      expect([marked.status, marked.json.code]).toEqual([404, 'invoice-not-found']);
    }
  });
});

describe('server and store', () => {
  test('health needs no key', async () => {
    const { status, json } = await api.call({ url: '/btcpay/api/v1/health' });
    expect([status, json]).toEqual([200, { synchronized: true }]);
  });

  test('a shop in one mode is a store', async () => {
    const { json } = await plugin.call({ url: '/stores' });
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({
      id: merchant.profileId,
      name: expect.any(String),
      defaultCurrency: 'EUR',
      speedPolicy: 'MediumSpeed',
      invoiceExpiration: 900,
      paymentTolerance: expect.any(Number),
    });
    expect((await plugin.inStore({ url: '' })).json).toEqual(json[0]);
  });

  test('its payment methods have the names of BTCPay 2', async () => {
    const { status, json } = await plugin.inStore({ url: '/payment-methods?includeConfig=true' });
    expect(status).toBe(200);
    expect(json).toContainEqual({ paymentMethodId: 'BTC-CHAIN', enabled: true, cryptoCode: 'BTC', config: null });
    expect(json.map(({ paymentMethodId }: { paymentMethodId: string }) => paymentMethodId)).toContain('USDT-TRC20');
  });
});

describe('creating an invoice', () => {
  test('takes what WooCommerce sends and answers 200 in every type that PHP reads', async () => {
    const { status, json } = await create();
    expect(status).toBe(200);
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      storeId: merchant.profileId,
      amount: '49.90',
      paidAmount: '0',
      currency: 'EUR',
      type: 'Standard',
      checkoutLink: `http://localhost:8080/invoice/${json.id}`,
      createdTime: expect.any(Number),
      expirationTime: json.createdTime + 900,
      monitoringExpiration: json.createdTime + 900 + 86_400,
      status: 'New',
      additionalStatus: 'None',
      availableStatusesForManualMarking: ['Invalid'],
      archived: false,
      metadata: WOO_INVOICE.metadata,
      checkout: {
        speedPolicy: 'MediumSpeed',
        paymentMethods: ['BTC-CHAIN', 'LTC-CHAIN'],
        defaultPaymentMethod: null,
        lazyPaymentMethods: null,
        expirationMinutes: 15,
        monitoringMinutes: 1440,
        paymentTolerance: expect.any(Number),
        redirectURL: WOO_INVOICE.checkout.redirectURL,
        redirectAutomatically: false,
        defaultLanguage: null,
      },
      receipt: { enabled: null, showQR: null, showPayments: null },
    });
    expect(Number.isInteger(json.createdTime)).toBe(true);
    expect(Math.abs(json.createdTime - Date.now() / 1000)).toBeLessThan(60);
  });

  test('is the invoice that `/api/v1` shows: one way to make it', async () => {
    const { id } = (await create()).json;
    const own = (await api.call({ url: `/api/v1/invoices/${id}`, as: merchant.token })).json.data;
    expect(own).toMatchObject({
      status: 'new',
      total: '49.90',
      gates: ['BTC', 'LTC'],
      customer: { email: 'c@example.test' },
      success_url: WOO_INVOICE.checkout.redirectURL,
    });
  });

  test('takes a number as the amount, as Shopware sends it', async () => {
    const { status, json } = await create(SHOPWARE_INVOICE);
    expect([status, json.amount, json.checkout.redirectAutomatically]).toEqual([200, '49.90', true]);
  });

  test('takes zeros beyond the cent, unknown fields and nulls, as Magento sends them', async () => {
    const { status, json } = await create(MAGENTO_INVOICE);
    expect([status, json.amount]).toEqual([200, '119.00']);
    expect(json.metadata).toEqual(MAGENTO_INVOICE.metadata);
    const listed = await plugin.inStore({ url: '/invoices?orderId=000000042&orderId=000000043' });
    expect(listed.json.map(({ id }: { id: string }) => id)).toEqual([json.id]);
  });

  test.each([
    ['nothing but an amount', { amount: 10 }],
    ['nulls everywhere', { amount: '10', currency: null, metadata: null, checkout: null, receipt: null }],
    ['empty PHP arrays', { amount: '10', currency: 'eur', metadata: [], checkout: [] }],
    ['fields that nobody knows', { amount: '10', currency: 'EUR', foo: { bar: [1] }, notification: null }],
    ['an order that is a number', { amount: '10', currency: 'EUR', metadata: { orderId: 4711 } }],
    ['an email that is none', { amount: '10', currency: 'EUR', metadata: { buyerEmail: 'nobody' } }],
  ])('accepts %s', async (_, body) => {
    const { status, json } = await create(body);
    expect([status, json.amount, json.currency]).toEqual([200, '10.00', 'EUR']);
  });

  test.each([
    ['no amount: a top-up', { currency: 'EUR', amount: null }, 'amount'],
    ['zero', { currency: 'EUR', amount: 0 }, 'amount'],
    ['a negative amount', { currency: 'EUR', amount: '-5' }, 'amount'],
    ['words', { currency: 'EUR', amount: 'ten' }, 'amount'],
    ['a number in exponents', { currency: 'EUR', amount: 1e25 }, 'amount'],
    ['a lost tenth of a cent', { currency: 'EUR', amount: '10.005' }, 'amount'],
    ['a currency that is none', { currency: 'EURO', amount: '10' }, 'currency'],
    ['metadata that is a list', { currency: 'EUR', amount: '10', metadata: [1] }, 'metadata'],
    [
      'a list of methods that is text',
      { amount: '10', checkout: { paymentMethods: 'BTC' } },
      'checkout.paymentMethods',
    ],
    [
      'an address that is none',
      { amount: '10', checkout: { redirectURL: 'javascript:alert(1)' } },
      'checkout.redirectURL',
    ],
    ['a body that is a list', [], 'amount'],
    ['no body', undefined, 'amount'],
  ])('refuses %s with an array of paths', async (_, body, path) => {
    const { status, json } = await plugin.inStore({ url: '/invoices', method: 'POST', body });
    expect([status, json]).toEqual([422, [{ path, message: expect.any(String) }]]);
  });

  test('a body that is no JSON is a 400', async () => {
    const { status, json } = await create('{"amount":');
    expect([status, json]).toEqual([400, { code: 'malformed-request', message: expect.any(String) }]);
  });

  test.each([
    [['BTC_CHAIN'], ['BTC-CHAIN']],
    [
      ['BTC-CHAIN', 'ltc_chain'],
      ['BTC-CHAIN', 'LTC-CHAIN'],
    ],
    [['BTC', 'BTC_OnChain', 'BTC-CHAIN'], ['BTC-CHAIN']],
    [['BTC-LightningNetwork', 'BTC-LN', 'BTC'], ['BTC-CHAIN']],
    [
      ['USDT_TRC20', 'USDT-ERC20-CHAIN', 'XRP'],
      ['USDT-ERC20', 'USDT-TRC20', 'XRP-CHAIN'],
    ],
    [[], null],
  ])('reads the payment methods %j', async (paymentMethods, shown) => {
    const { status, json } = await create({ amount: '10', currency: 'EUR', checkout: { paymentMethods } });
    expect(status).toBe(200);
    if (shown !== null) expect(json.checkout.paymentMethods.sort()).toEqual(shown);
    else expect(json.checkout.paymentMethods.length).toBeGreaterThan(3);
  });

  test('names the payment method that nobody knows, and refuses Lightning alone', async () => {
    const unknown = await create({ amount: '10', checkout: { paymentMethods: ['BTC_CHAIN', 'DOGE_CHAIN', null] } });
    expect([unknown.status, unknown.json.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['checkout.paymentMethods[1]', 'checkout.paymentMethods[2]'],
    ]);
    const lightning = await create({ amount: '10', checkout: { paymentMethods: ['BTC_LightningNetwork'] } });
    expect([lightning.status, lightning.json[0].path]).toEqual([422, 'checkout.paymentMethods[0]']);
  });

  test('an order may have several invoices; each is another one', async () => {
    const body = { ...WOO_INVOICE, metadata: { ...WOO_INVOICE.metadata, orderId: '7001' } };
    const first = await create(body);
    const [second, third] = await Promise.all([create(body), create({ ...body, amount: '20.00' })]);
    const all = [first, second, third];
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(all.map(({ json }) => json.id)).size).toBe(3);
    expect(all.map(({ json }) => json.metadata.orderId)).toEqual(['7001', '7001', '7001']);
    const references = await Promise.all(
      all.map(async ({ json }) => {
        const answer = await api.call({ url: `/api/v1/invoices/${json.id}`, as: merchant.token });
        return answer.json.data.reference;
      }),
    );
    expect(references[0]).toBe('7001');
    expect(new Set(references).size).toBe(3);
    const listed = await plugin.inStore({ url: '/invoices?orderId=7001' });
    expect(listed.json).toHaveLength(3);
  });

  test('fills the placeholders of the return address, encoded', async () => {
    const { json } = await create({
      ...{ amount: '10', currency: 'EUR', metadata: { orderId: 'a/b?c=d' } },
      checkout: { redirectURL: 'http://shop.test/thanks?order={OrderId}&invoice={InvoiceId}' },
    });
    const { data } = (await api.call({ url: `/api/v1/invoices/${json.id}`, as: merchant.token })).json;
    expect(data.success_url).toBe(`http://shop.test/thanks?order=a%2Fb%3Fc%3Dd&invoice=${json.id}`);
    expect(json.checkout.redirectURL).toBe('http://shop.test/thanks?order={OrderId}&invoice={InvoiceId}');
  });

  test('in production it returns payers to the domain of the shop only', async () => {
    const production = await openPlugin(api, merchant.modes.production.profileId);
    const { status, json } = await create(
      { amount: '10', currency: 'EUR', checkout: { redirectURL: 'https://evil.example/' } },
      production,
    );
    expect([status, json[0].path]).toEqual([422, 'checkout.redirectURL']);
  });
});

describe('reading invoices', () => {
  test('one by its id, below the store and without it', async () => {
    const { json: made } = await create();
    expect((await plugin.inStore({ url: `/invoices/${made.id}` })).json).toEqual(made);
    expect((await plugin.call({ url: `/invoices/${made.id}` })).json).toEqual(made);
    for (const id of [newId(), 'nonsense']) {
      const { status, json } = await plugin.inStore({ url: `/invoices/${id}` });
      expect([status, json]).toEqual([404, { code: 'invoice-not-found', message: expect.any(String) }]);
    }
  });

  test('a list is a bare array, filtered by status, text and date, and bounded', async () => {
    const own = await openPlugin(api, (await api.merchant()).profileId);
    const made: string[] = [];
    for (const orderId of ['a-1', 'a-2', 'order-3']) {
      made.push((await create({ amount: '10', metadata: { orderId } }, own)).json.id);
    }
    await own.inStore({ url: `/invoices/${made[0]}/status`, body: { status: 'Invalid' } });
    const ids = async (query: string) =>
      (await own.inStore({ url: `/invoices${query}` })).json.map(({ id }: { id: string }) => id);
    expect((await ids('')).sort()).toEqual([...made].sort());
    expect(await ids('?status=invalid')).toEqual([made[0]]);
    expect((await ids('?status=New&status=Processing')).sort()).toEqual([made[1], made[2]].sort());
    expect(await ids('?textSearch=order-')).toEqual([made[2]]);
    expect(await ids('?take=1&skip=0')).toHaveLength(1);
    expect(await ids('?take=1000000&skip=2')).toHaveLength(1);
    expect(await ids('?startDate=4000000000')).toEqual([]);
    expect(await ids('?endDate=4000000000')).toHaveLength(3);
    const wrong = await own.inStore({ url: '/invoices?status=Paid' });
    expect([wrong.status, wrong.json[0].path]).toEqual([422, 'status']);
  });

  test('a GET with a JSON body is answered', async () => {
    const response = await api.app.inject({
      method: 'GET',
      url: `/btcpay/api/v1/stores/${plugin.store}/invoices?take=1`,
      headers: { authorization: `token ${plugin.key}`, 'content-type': 'application/json' },
      payload: '{"includeArchived":false}',
    });
    expect(response.statusCode).toBe(200);
  });

  test('invoices of the API are there, too: their reference is the order', async () => {
    const body = { amount: '12.00', currency: 'EUR', reference: 'own-1', metadata: { cart: '7' } };
    const { id } = (await api.call({ url: '/api/v1/invoices', body, as: merchant.token })).json.data;
    const { json } = await plugin.inStore({ url: '/invoices?orderId=own-1' });
    expect(json).toMatchObject([{ id, metadata: { cart: '7', orderId: 'own-1' } }]);
  });
});

describe('how an invoice is paid', () => {
  test('a single method is chosen at once: with address, link and rate as text', async () => {
    const { json: made } = await create({ amount: '49.90', checkout: { paymentMethods: ['BTC_CHAIN'] } });
    const { status, json } = await plugin.inStore({ url: `/invoices/${made.id}/payment-methods` });
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        paymentMethodId: 'BTC-CHAIN',
        currency: 'BTC',
        destination: expect.stringMatching(/^bcrt1/),
        paymentLink: expect.stringMatching(/^bitcoin:/),
        rate: '50000.00',
        paymentMethodPaid: '0.0',
        totalPaid: '0.0',
        due: '0.000998',
        amount: '0.000998',
        paymentMethodFee: '0.0',
        payments: [],
        activated: true,
        additionalData: {},
      },
    ]);
  });

  test('several have no address before the payer chooses, and never a null where PHP reads text', async () => {
    const { json: made } = await create();
    const { json } = await plugin.call({ url: `/invoices/${made.id}/payment-methods` });
    expect(json).toMatchObject([
      { paymentMethodId: 'BTC-CHAIN', activated: false, destination: '', rate: '50000.00', due: '0.000998' },
      { paymentMethodId: 'LTC-CHAIN', activated: false, destination: '', rate: '80.00' },
    ]);
    for (const method of json) expect(Object.values(method)).not.toContain(null);
  });

  test('payments are listed by transaction and output; the invoice follows them', async () => {
    const { json: made } = await create({ amount: '49.90', checkout: { paymentMethods: ['BTC'] } });
    const shown = async () => (await plugin.inStore({ url: `/invoices/${made.id}` })).json;
    const payment = await recordPayment(api.db, { invoiceId: made.id, minor: 40_000n });
    await paymentsChanged(api.db, made.id);
    expect(await shown()).toMatchObject({ status: 'New', additionalStatus: 'PaidPartial', paidAmount: '20.00' });
    const rest = await recordPayment(api.db, { invoiceId: made.id, minor: 59_800n });
    await paymentsChanged(api.db, made.id);
    expect(await shown()).toMatchObject({ status: 'Processing', additionalStatus: 'None', paidAmount: '49.90' });
    const [method] = (await plugin.inStore({ url: `/invoices/${made.id}/payment-methods` })).json;
    expect(method).toMatchObject({ due: '0.0', totalPaid: '0.000998', payments: [{ status: 'Processing' }, {}] });
    expect(method.payments[0]).toEqual({
      id: expect.stringMatching(/-0$/),
      receivedDate: expect.any(Number),
      value: '0.0004',
      fee: '0.0',
      status: 'Processing',
      destination: method.destination,
    });
    for (const each of [payment, rest]) await setPayment(api.db, each, 'confirmed');
    await paymentsChanged(api.db, made.id);
    await settleNow(api.db, made.id);
    expect(await shown()).toMatchObject({
      status: 'Settled',
      additionalStatus: 'None',
      availableStatusesForManualMarking: [],
    });
  });
});

describe('changing an invoice', () => {
  test('PUT replaces the metadata', async () => {
    const { json: made } = await create();
    const metadata = { orderId: 'moved-1', nested: { deep: [1, null, true] } };
    const answer = await plugin.inStore({ url: `/invoices/${made.id}`, method: 'PUT', body: { metadata } });
    expect([answer.status, answer.json]).toEqual([200, { ...made, metadata }]);
    expect((await plugin.inStore({ url: '/invoices?orderId=moved-1' })).json).toHaveLength(1);
  });

  test('Invalid cancels what nobody paid; the order is free for another one', async () => {
    const body = { ...WOO_INVOICE, metadata: { orderId: '9001' } };
    const { json: made } = await create(body);
    const marked = await plugin.inStore({ url: `/invoices/${made.id}/status`, body: { status: 'Invalid' } });
    expect([marked.status, marked.json]).toMatchObject([200, { status: 'Invalid', additionalStatus: 'Marked' }]);
    const own = (await api.call({ url: `/api/v1/invoices/${made.id}`, as: merchant.token })).json.data;
    expect(own.status).toBe('canceled');
    const next = await create(body);
    const after = (await api.call({ url: `/api/v1/invoices/${next.json.id}`, as: merchant.token })).json.data;
    expect(after.reference).toBe('9001');
  });

  test('a status that the rules do not allow is a 422 on `status`', async () => {
    const { json: made } = await create();
    for (const status of ['Settled', 'Expired', 'nonsense', null, 7]) {
      const answer = await plugin.inStore({ url: `/invoices/${made.id}/status`, body: { status } });
      expect([status, answer.status, answer.json[0].path]).toEqual([status, 422, 'status']);
    }
    const paid = (await create({ amount: '49.90', checkout: { paymentMethods: ['BTC'] } })).json;
    await recordPayment(api.db, { invoiceId: paid.id, minor: 1_000n });
    await paymentsChanged(api.db, paid.id);
    const answer = await plugin.inStore({ url: `/invoices/${paid.id}/status`, body: { status: 'Invalid' } });
    expect([answer.status, answer.json[0].path]).toEqual([422, 'status']);
  });

  test('archiving takes it out of lists, and back', async () => {
    const { json: made } = await create({ amount: '10', metadata: { orderId: 'old-1' } });
    const listed = async (more = '') => (await plugin.inStore({ url: `/invoices?orderId=old-1${more}` })).json.length;
    const archived = await plugin.inStore({ url: `/invoices/${made.id}`, method: 'DELETE' });
    expect([archived.status, archived.json.archived]).toEqual([200, true]);
    expect([await listed(), await listed('&includeArchived=true')]).toEqual([0, 1]);
    const back = await plugin.inStore({ url: `/invoices/${made.id}/unarchive`, method: 'POST' });
    expect([back.status, back.json.archived, back.json.metadata]).toEqual([200, false, { orderId: 'old-1' }]);
    expect(await listed()).toBe(1);
  });
});
