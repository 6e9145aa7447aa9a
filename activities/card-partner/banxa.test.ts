import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBanxa } from './banxa.ts';
import { orderRequest } from './card-partner.fixture.ts';
import { CardPartnerAwayError, CardPartnerRefusedError, CardPartnerUnclearError } from './port.ts';
import { isAuthorized } from './signature.ts';
import { minorIn, timeIn } from './values.ts';

// Bodies in the published forms, as they were seen by integrators: numbers as texts and as numbers, both names of one
// status, a hash of "0", an empty object as a list.

interface Reply {
  readonly status?: number;
  readonly body: string;
}
const replies: Reply[] = [];
/** Answers by what the path contains, before those in order. */
const byPath = new Map<string, Reply>();
const requests: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    requests.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
    const ofPath = [...byPath].find(([part]) => request.url?.includes(part))?.[1];
    const { status = 200, body } = ofPath ?? replies.shift() ?? { status: 500, body: '' };
    response.writeHead(status, { location: '/elsewhere' }).end(body);
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterEach(() => {
  replies.length = 0;
  byPath.clear();
  requests.length = 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const open = () =>
  openBanxa({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    partner: 'shop & co',
    key: 'k',
    secret: 's',
    nowMs: () => Date.parse('2026-03-01T00:30:00Z'),
  });
const reply = (body: unknown, status = 200) => replies.push({ status, body: JSON.stringify(body) });

const order = {
  id: '191fa5b4b1f45e1cf784422e09317d56',
  externalId: 'our-1',
  externalCustomerId: 'customer-1',
  country: 'DE',
  orderType: 'BUY',
  orderStatusUrl: 'https//banxa.status/a4b4',
  status: 'coinTransferred',
  createdAt: '2026-02-28T09:10:43.724Z',
  updatedAt: '2026-02-2809:13:56',
  crypto: { id: 'USDT', blockchain: 'TRON', address: '0x0', network: '1' },
  fiat: 'EUR',
  fiatAmount: '100',
  cryptoAmount: '67.1000000000000000',
  paymentMethodId: 'debit-credit-card',
  processingFee: '0.30',
  networkFee: '1.67',
  partnerFee: '',
  walletAddress: 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj',
  walletAddressTag: '',
  transactionHash: '0',
  metadata: "{'tracking_id': 'x'}",
};

test('an order is read as it is written', async () => {
  reply(order);
  expect(await open().order(order.id)).toEqual({
    partnerId: order.id,
    reference: 'our-1',
    customerId: 'customer-1',
    status: 'sent',
    statusText: 'coinTransferred',
    gateId: 'USDT_TRC20',
    currency: 'EUR',
    fiatMinor: 10_000n,
    cryptoMinor: 67_100_000n,
    address: order.walletAddress,
    destinationTag: null,
    txid: null,
    payerUrl: null,
    createdAtMs: Date.parse('2026-02-28T09:10:43.724Z'),
    updatedAtMs: Date.parse('2026-02-28T09:13:56Z'),
  });
  expect(requests[0]?.url).toBe(`/shop%20%26%20co/v2/orders/${order.id}`);
  expect(requests[0]?.headers['x-api-key']).toBe('k');
  expect(requests[0]?.headers.authorization).toBeUndefined();
});

test.each([
  ['pendingPayment', 'awaiting_payment'],
  ['waitingPayment', 'payment_pending'],
  ['extraVerification', 'verifying'],
  ['paymentReceived', 'paid'],
  ['inProgress', 'paid'],
  ['coinTransferred', 'sent'],
  ['cryptoTransferred', 'sent'],
  ['complete', 'complete'],
  ['completed', 'complete'],
  ['cancelled', 'canceled'],
  ['declined', 'declined'],
  ['expired', 'expired'],
  ['refunded', 'refunded'],
  ['IN-PROGRESS', 'paid'],
  ['constructor', null],
  ['holdForReview', null],
])('the status %s is %s', async (status, ours) => {
  reply({ ...order, status });
  expect(await open().order(order.id)).toMatchObject({ status: ours, statusText: status });
});

test('numbers lose no digit, and what does not fit is never invented', async () => {
  replies.push({
    body: `{"data": {"id": "${order.id}", "status": "complete", "fiat": "EUR", "fiatAmount": 100.10,
      "crypto": {"id": "eth", "blockchain": "eth"}, "cryptoAmount": 0.123456789012345678, "walletAddressTag": 77,
      "transactionHash": "0x5ea06c47"}}`,
  });
  expect(await open().order(order.id)).toMatchObject({
    fiatMinor: 10_010n,
    gateId: 'ETH',
    cryptoMinor: 123_456_789_012_345_678n,
    destinationTag: 77n,
    txid: '0x5ea06c47',
    customerId: null,
    address: null,
  });
  reply({ ...order, crypto: 'XRP', blockchain: 'XRP', cryptoAmount: '1.5' });
  expect(await open().order(order.id)).toMatchObject({ gateId: 'XRP', cryptoMinor: 1_500_000n });
  reply({ ...order, fiatAmount: '100.005', cryptoAmount: 'a lot', crypto: { id: 'ETH', blockchain: 'ARB' } });
  expect(await open().order(order.id)).toMatchObject({ fiatMinor: null, cryptoMinor: null, gateId: null });
});

test.each([
  ['1e-7', 8, 'exact', 10n],
  ['1.5E+2', 2, 'exact', 15_000n],
  ['0.123456785', 8, 'down', 12_345_678n],
  ['0.123456785', 8, 'up', 12_345_679n],
  ['0.123456785', 8, 'exact', null],
  ['0.12345678000', 8, 'exact', 12_345_678n],
  ['-1', 2, 'exact', null],
  ['1,000.00', 2, 'exact', null],
  ['0x10', 2, 'exact', null],
  ['1e999', 2, 'exact', null],
  ['', 2, 'exact', null],
] as const)('the amount %s with %i places, %s', (text, decimals, excess, minor) => {
  expect(minorIn(text, decimals, excess)).toBe(minor);
});

test.each([
  ['2022-08-22T09:10:43.724Z', '2022-08-22T09:10:43.724Z'],
  ['2024-01-31 12:48:36', '2024-01-31T12:48:36.000Z'],
  ['2026-01-1604:04:21', '2026-01-16T04:04:21.000Z'],
  ['2026-01-16T04:04:21+02:00', '2026-01-16T02:04:21.000Z'],
  ['2026-01-16T04:04:21.1234567Z', '2026-01-16T04:04:21.123Z'],
  ['2026-13-16 04:04:21', null],
  ['16.01.2026', null],
])('the time %s', (text, iso) => {
  const atMs = timeIn(text);
  expect(atMs === null ? null : new Date(atMs).toISOString()).toBe(iso);
});

test('another order than the requested one is not taken for it', async () => {
  reply({ ...order, id: 'other' });
  await expect(open().order(order.id)).rejects.toBeInstanceOf(CardPartnerAwayError);
});

test('a quote keeps its money exact, cuts coins down and fees up', async () => {
  const request = {
    gateId: 'BTC',
    currency: 'EUR',
    method: 'card',
    amount: { kind: 'crypto', minor: 3_564_700n },
  } as const;
  reply({
    paymentMethodId: 'debit-credit-card',
    cryptoAmount: '0.035647009',
    fiatAmount: '200.00',
    processingFee: '0.921',
    networkFee: '1.67',
  });
  expect(await open().quote(request)).toEqual({
    gateId: 'BTC',
    currency: 'EUR',
    fiatMinor: 20_000n,
    cryptoMinor: 3_564_700n,
    processingFeeMinor: 93n,
    networkFeeMinor: 167n,
  });
  expect(new URL(requests[0]?.url ?? '', 'http://x').searchParams.toString()).toBe(
    'crypto=BTC&blockchain=BTC&fiat=EUR&paymentMethodId=debit-credit-card&cryptoAmount=0.035647',
  );
  for (const wrong of [{ fiatAmount: '200.001' }, { fiatAmount: '0' }, { cryptoAmount: '0.000000001' }, {}]) {
    reply({ cryptoAmount: '0.1', ...wrong });
    await expect(open().quote(request)).rejects.toBeInstanceOf(CardPartnerAwayError);
  }
});

test('an order is created with our reference, and only whole answers count', async () => {
  const request = orderRequest({ gateId: 'XRP', reference: 'our-2', customerId: 'c', metadata: 'm' });
  reply({ id: order.id, checkoutUrl: 'https://checkout.banxa.com/order/f0df' });
  expect(await open().createOrder(request)).toEqual({
    partnerId: order.id,
    checkoutUrl: 'https://checkout.banxa.com/order/f0df',
  });
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    crypto: 'XRP',
    blockchain: 'XRP',
    fiat: 'EUR',
    paymentMethodId: 'debit-credit-card',
    fiatAmount: '100.00',
    walletAddress: request.address,
    walletAddressTag: '77',
    redirectUrl: request.returnUrl,
    externalCustomerId: 'c',
    externalOrderId: 'our-2',
    metadata: 'm',
  });
  for (const partial of [
    {},
    { id: 'a' },
    { id: 'a', checkoutUrl: 'javascript:alert(1)' },
    { id: 'a', checkoutUrl: 'http://evil.example/' },
    [],
  ]) {
    reply(partial);
    await expect(open().createOrder(request)).rejects.toBeInstanceOf(CardPartnerUnclearError);
  }
});

test.each([
  [422, { code: 4002, message: 'Validation error' }, 'invalid'],
  [400, { code: '4005', message: 'The feature is not enabled' }, 'not_enabled'],
  [422, { code: '5034', message: 'Coin restriction' }, 'unavailable_here'],
  [422, { errors: { status: 422, code: 42200, title: 'The amount exceeds your limit' } }, 'above_maximum'],
  [422, { errors: [{ title: 'Minimum order is 30 EUR' }] }, 'below_minimum'],
  [422, { message: 'Wallet address is invalid' }, 'address_invalid'],
  [400, '<html>', 'invalid'],
])('the refusal %i %j is %s', async (status, body, reason) => {
  reply(body, status);
  const error = await open()
    .createOrder(orderRequest())
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CardPartnerRefusedError);
  expect(error).toMatchObject({ reason });
});

test.each([
  [302, CardPartnerUnclearError],
  [408, CardPartnerUnclearError],
  [500, CardPartnerUnclearError],
  [401, CardPartnerAwayError],
  [429, CardPartnerAwayError],
])('the status %i of a create', async (status, kind) => {
  reply({}, status);
  await expect(open().createOrder(orderRequest())).rejects.toBeInstanceOf(kind);
  expect(requests).toHaveLength(1);
});

test('the list of orders covers more days than needed, and only our reference counts', async () => {
  reply({ orders: [{ ...order, externalId: 'other' }, { id: null }, order], pageTotal: 3, total: '3' });
  const sought = { reference: 'our-1', customerId: 'customer-1', sinceMs: Date.parse('2026-02-28T23:59:00Z') };
  expect(await open().findOrder(sought)).toMatchObject({ partnerId: order.id });
  const query = new URL(requests[0]?.url ?? '', 'http://x').searchParams;
  expect(Object.fromEntries(query)).toEqual({
    start: '2026-02-27',
    end: '2026-03-02',
    externalCustomerId: 'customer-1',
    limit: '100',
    skip: '0',
  });
  for (let page = 0; page < 10; page += 1) reply({ orders: [{ ...order, externalId: 'other' }], total: 5_000 });
  await expect(open().findOrder(sought)).rejects.toBeInstanceOf(CardPartnerAwayError);
});

test('lists leave out what we do not know', async () => {
  const fiats = [
    {
      id: 'EUR',
      supportedPaymentMethods: [
        { id: 'sepa-bank-transfer', minimum: '1' },
        { id: 'debit-credit-card', minimum: '10.001', maximum: 50_000 },
      ],
    },
    { id: 'XXX' },
    { id: 'USD' },
  ];
  const coins = [
    { id: 'USDT', blockchains: [{ id: 'TRX', minimum: '1', unsupportedCountries: [] }, { id: 'ARB' }] },
    { id: 'AAVE', blockchains: [{ id: 'ETH' }] },
    { id: 'BTC' },
  ];
  byPath.set('/fiats/', { body: JSON.stringify(fiats) });
  byPath.set('/crypto/', { body: JSON.stringify({ data: coins }) });
  expect(await open().currencies()).toEqual({
    fiats: [
      { currency: 'EUR', methods: [{ method: 'card', minMinor: 1_001n, maxMinor: 5_000_000n }] },
      { currency: 'USD', methods: [] },
    ],
    coins: [{ gateId: 'USDT_TRC20', minMinor: 1_000_000n, excluded: new Map() }],
  });
});

test('an identity is shared with the HMAC, and accepted without words', async () => {
  const share = {
    customerId: 'c',
    provider: 'sumsub',
    token: 't',
    email: 'n@example.com',
    mobileNumber: '+491',
  } as const;
  replies.push({ status: 202, body: '' });
  await open().shareIdentity(share);
  const [request] = requests;
  const path = '/shop%20%26%20co/v2/identities/token/share';
  expect(request?.url).toBe(path);
  expect(JSON.parse(request?.body ?? '')).toEqual({
    externalCustomerId: 'c',
    email: 'n@example.com',
    mobileNumber: '+491',
    provider: { vendor: 'sumsub', token: 't' },
  });
  const signed = { method: 'POST', path, body: Buffer.from(request?.body ?? '') };
  const nowMs = Date.parse('2026-03-01T00:30:00Z');
  expect(isAuthorized(request?.headers.authorization, signed, { secret: 's', nowMs, windowMs: 1_000 })).toBe(true);
});

test('an endless answer is cut off', async () => {
  replies.push({ body: `"${'x'.repeat(8_000_001)}"` });
  await expect(open().countries()).rejects.toBeInstanceOf(CardPartnerAwayError);
});
