import { afterAll, describe, expect, test } from 'vitest';
import {
  MAGENTO_INVOICE,
  openPlugin,
  SHOPWARE_INVOICE,
  startShopWithPlugin,
  WOO_INVOICE,
} from './greenfield.fixture.ts';

const { api, merchant, plugin } = await startShopWithPlugin();
afterAll(() => api.close());

const create = (body: unknown = WOO_INVOICE, as = plugin) => as.inStore({ url: '/invoices', body });

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

  test.each([
    [60, 60],
    [1, 1],
    [0.5, 1],
    [100_000, 1440],
  ])('lives %s minutes, as far as that is possible: %s', async (expirationMinutes, minutes) => {
    const { json } = await create({ amount: '10', checkout: { expirationMinutes } });
    expect([json.checkout.expirationMinutes, json.expirationTime - json.createdTime]).toEqual([minutes, minutes * 60]);
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
      amount: '10',
      currency: 'EUR',
      metadata: { orderId: 'a/b?c=d' },
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

  test('bytes that are not UTF-8 are refused, so that no name loses its letters', async () => {
    const body = Buffer.from('{"amount":"5.00","currency":"EUR","metadata":{"itemDesc":"Caf\xe9"}}', 'latin1');
    const { status, json } = await plugin.inStore({ url: '/invoices', method: 'POST', body });
    expect([status, json.code]).toEqual([400, 'not-utf8']);
  });
});
