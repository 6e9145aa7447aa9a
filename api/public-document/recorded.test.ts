import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventText } from '../../contract/event-text.ts';
import { cardDesk } from '../../db/card-orders/testing.fixture.ts';
import { select } from '../../db/core/sql.ts';
import { makeAddress, receive, settleDeposits } from '../../db/deposits/testing.fixture.ts';
import { payInFull } from '../../db/invoices/testing.fixture.ts';
import { fund, RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { addMethod, beginTestWithdrawal, fundEuro } from '../../db/withdrawals/testing.fixture.ts';
import { API_VERSIONS, type ApiVersion } from '../../domain/versions/api-versions.ts';
import { asyncApiFile } from '../../domain/versions/documents.ts';
import { EVENT_KINDS } from '../../domain/webhooks/event-kinds.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';
import type { RecordedCall } from './examples.ts';
import { pascal } from './nodes.ts';
import { settled } from './settled.fixture.ts';

let api: TestApi;
let shop: TestMerchant;
let version: ApiVersion;
let recorded: Record<string, RecordedCall>;

interface Call {
  readonly url: string;
  readonly body?: unknown;
  readonly post?: true;
  readonly method?: 'PATCH' | 'DELETE';
  readonly key?: string;
}

/** Makes a call as the shop and keeps it under the name of the operation. Answers with its `data`. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
async function record(operationId: string, { url, body, post, method, key }: Call): Promise<any> {
  const answer = await api.call({
    url: `/api/v1${url}`,
    as: shop.token,
    ...(body === undefined ? {} : { body }),
    ...(post === undefined ? {} : { method: 'POST' }),
    ...(method === undefined ? {} : { method }),
    headers: { 'tidegate-version': version, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });
  expect(answer.status, `${operationId}: ${answer.text}`).toBeLessThan(300);
  const request = body === undefined ? {} : { request: body };
  recorded[operationId] = { status: answer.status, ...request, answer: answer.json ?? null };
  return answer.json?.data;
}

describe.each(API_VERSIONS)('in version %s', (named) => {
  beforeAll(async () => {
    version = named;
    recorded = {};
    api = await startTestApi();
    shop = await api.merchant();
  });
  afterAll(() => api.close());

  test('the examples of the public document are what the sandbox answers', async () => {
    await invoices();
    await moneyOut();
    await moneyIn();
    await sandbox();
    await reading();
    await paymentLinks();
    await paymentRequests();
    await cardOrders();
    await expect(`${JSON.stringify(settled(recorded), null, 2)}\n`).toMatchFileSnapshot(`recorded/${version}.json`);
  });

  test('the events of these calls are what the AsyncAPI document says', async () => {
    const asyncApi = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs', asyncApiFile(version)), 'utf8'));
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(asyncApi, 'events');
    const problemsOf = (schema: string, value: unknown) => {
      const isValid = ajv.validate({ $ref: `events#/components/schemas/${schema}` }, value);
      return isValid ? [] : [`${schema}: ${ajv.errorsText()}`];
    };
    const sql = `SELECT e.id, e.type, e.body, o.topic, o.payload FROM event e JOIN outbox o ON o.event_id = e.id
    WHERE o.topic LIKE 'event.%' ORDER BY e.id`;
    const events = await select<SentEvent>(api.db, sql, []);
    const seen = new Set<string>();
    for (const { id, type, body, topic, payload } of events) {
      const kind = type.split('.')[0] ?? '';
      seen.add(kind);
      const webhook = JSON.parse(eventText(body, version));
      expect(problemsOf(`${pascal(kind)}Webhook`, webhook)).toEqual([]);
      expect(problemsOf(`${pascal(kind)}Event`, { id, ...webhook })).toEqual([]);
      expect(problemsOf('BusEvent', payload)).toEqual([]);
      expect(payload.eventId).toBe(id);
      expect(asyncApi.channels.bus.parameters.type.enum.map((each: string) => `event.${each}`)).toContain(topic);
    }
    // Conversions need a treasury that trades; `db/conversions/events.test.ts` has theirs.
    expect([...seen].sort()).toEqual(EVENT_KINDS.filter((kind) => kind !== 'conversion').toSorted());
  });
});

interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly topic: string;
  readonly payload: { readonly eventId: string };
}

const WISH = { gate_id: 'BTC', address: RECIPIENTS.BTC, fee_payer: 'merchant' };

async function invoices(): Promise<void> {
  const order = { amount: '49.90', currency: 'EUR', reference: 'order-1001', description: 'Two coffee mugs' };
  const created = await record('createInvoice', {
    url: '/invoices',
    body: { ...order, gate_id: 'BTC', customer: { email: 'nora@example.com' }, metadata: { cart: '4711' } },
    key: 'order-1001-1',
  });
  const unpaid = await api.call({ url: '/api/v1/invoices', body: { amount: '5', currency: 'EUR' }, as: shop.token });
  await record('emulateInvoicePayment', {
    url: `/sandbox/invoices/${created.id}/payments`,
    body: { scenario: 'paid' },
  });
  const { id } = unpaid.json.data;
  await record('updateInvoice', { url: `/invoices/${id}`, method: 'PATCH', body: { metadata: { cart: '4712' } } });
  await record('expireInvoice', { url: `/invoices/${id}/expire`, post: true });
  const second = await api.call({ url: '/api/v1/invoices', body: { amount: '5', currency: 'EUR' }, as: shop.token });
  await record('cancelInvoice', { url: `/invoices/${second.json.data.id}/cancel`, post: true });
  await payInFull(api.db, created.id);
  await record('getInvoice', { url: `/invoices/${created.id}` });
  await record('listInvoices', { url: '/invoices?reference=order-1001' });
  const refund = await record('createRefund', {
    url: `/invoices/${created.id}/refunds`,
    body: { amount: '0.0005', address: RECIPIENTS.BTC, reason: 'One mug was broken' },
    key: 'refund-1001-1',
  });
  await api.app.writeRequestLog();
  await record('listRequests', { url: '/requests?status=2xx&path=/api/v1/invoices&limit=2' });
  await record('getRefund', { url: `/refunds/${refund.id}` });
  await record('listRefunds', { url: '/refunds' });
}

async function paymentLinks(): Promise<void> {
  const link = await record('createPaymentLink', {
    url: '/payment-links',
    body: { title: 'Harbor tour', amount: '49.90', currency: 'EUR', description: 'Two hours, two people' },
    key: 'tour-1001',
  });
  await record('getPaymentLink', { url: `/payment-links/${link.id}` });
  await record('listPaymentLinks', { url: '/payment-links?active=true' });
  await record('updatePaymentLink', { url: `/payment-links/${link.id}`, method: 'PATCH', body: { active: false } });
}

async function paymentRequests(): Promise<void> {
  const recipient = { recipient_name: 'Nora Lind', recipient_email: 'nora@example.com', language: 'de' };
  const request = await record('createPaymentRequest', {
    url: '/payment-requests',
    body: { ...recipient, amount: '49.90', currency: 'EUR', description: 'Two lamps', valid_days: 7 },
    key: 'offer-1001',
  });
  await record('getPaymentRequest', { url: `/payment-requests/${request.id}` });
  await record('listPaymentRequests', { url: '/payment-requests?status=sent' });
  await record('cancelPaymentRequest', { url: `/payment-requests/${request.id}/cancel`, post: true });
}

async function cardOrders(): Promise<void> {
  await cardDesk(api.db).delivered(shop);
  const [order] = await record('listCardOrders', { url: '/card-orders?status=delivered' });
  await record('getCardOrder', { url: `/card-orders/${order.id}` });
}

async function moneyOut(): Promise<void> {
  await fund(api.db, shop, 'BTC', 5_000_000n);
  await record('listLedgerEntries', { url: '/ledger-entries?gate_id=BTC&limit=2' });
  await record('quotePayout', { url: '/payouts/quote?gate_id=BTC&amount=0.0015&fee_payer=merchant' });
  const body = { ...WISH, amount: '0.0015', reference: 'salary-2026-11-nora' };
  const payout = await record('createPayout', { url: '/payouts', body, key: 'salary-2026-11-nora' });
  await record('getPayout', { url: `/payouts/${payout.id}` });
  await record('listPayouts', { url: '/payouts' });
  await record('cancelPayout', { url: `/payouts/${payout.id}/cancel`, post: true });
  const line = { gate_id: 'BTC', address: RECIPIENTS.BTC, amount: '0.0015', reference: 'nora' };
  const mass = await record('createMassPayout', {
    url: '/mass-payouts',
    body: { fee_payer: 'merchant', lines: [line, { ...line, amount: '0.002', reference: 'leo' }] },
    key: 'salaries-2026-11',
  });
  await record('getMassPayout', { url: `/mass-payouts/${mass.id}` });
  await record('listMassPayouts', { url: '/mass-payouts' });
  await record('listMassPayoutLines', { url: `/mass-payouts/${mass.id}/lines` });
  await record('cancelMassPayout', { url: `/mass-payouts/${mass.id}/cancel`, post: true });
  await fundEuro(api.db, shop, 100_000n);
  const { id } = await beginTestWithdrawal(api.db, { shop, method: await addMethod(api.db, shop) });
  await record('getWithdrawal', { url: `/withdrawals/${id}` });
  await record('listWithdrawals', { url: '/withdrawals' });
}

async function moneyIn(): Promise<void> {
  const body = { gate_id: 'BTC', reference: 'customer-1001', description: 'Nora’s account' };
  const address = await record('createAddress', { url: '/addresses', body });
  await record('getAddress', { url: `/addresses/${address.id}` });
  await record('listAddresses', { url: '/addresses' });
  await receive(api.db, await makeAddress(api.db, shop, 'BTC', { reference: 'customer-1001' }), {
    minor: 150_000n,
    status: 'confirmed',
  });
  await settleDeposits(api.db, Date.now());
  const [deposit] = await record('listDeposits', { url: '/deposits' });
  await record('getDeposit', { url: `/deposits/${deposit.id}` });
  await record('emulateAddressPayment', {
    url: `/sandbox/addresses/${address.id}/payments`,
    body: { amount: '0.001', scenario: 'paid' },
  });
}

async function sandbox(): Promise<void> {
  await record('mineBlocks', { url: '/sandbox/networks/BTC/blocks', body: { count: 2 } });
  await record('setNetworkFees', { url: '/sandbox/networks/BTC/fees', body: { percent: 300, seconds: 60 } });
  await record('emulateBankTransfer', {
    url: '/sandbox/bank/credits',
    body: { amount: '100.00', reference: 'RF18539007547034' },
  });
  const url = 'https://shop.example.com/webhooks';
  await record('sendTestWebhook', { url: '/webhooks/test', body: { url } });
  const endpoint = await record('createWebhookEndpoint', {
    url: '/webhook-endpoints',
    body: { url, event_types: ['invoice.done'], description: 'Orders' },
  });
  await record('getWebhookEndpoint', { url: `/webhook-endpoints/${endpoint.id}` });
  await record('listWebhookEndpoints', { url: '/webhook-endpoints' });
  const change = { description: 'Orders and refunds' };
  await record('updateWebhookEndpoint', { url: `/webhook-endpoints/${endpoint.id}`, method: 'PATCH', body: change });
  await record('rotateWebhookEndpointSecret', { url: `/webhook-endpoints/${endpoint.id}/rotate-secret`, body: {} });
  await record('deleteWebhookEndpoint', { url: `/webhook-endpoints/${endpoint.id}`, method: 'DELETE' });
}

async function reading(): Promise<void> {
  await record('getMe', { url: '/me' });
  await record('listCurrencies', { url: '/currencies?per_page=3' });
  await record('listGates', { url: '/gates?gate_id=BTC' });
  await record('listRates', { url: '/rates?gate_id=BTC&currency=EUR' });
  await record('listBalances', { url: '/balances?gate_id=BTC' });
  await record('listEvents', { url: '/events?limit=2' });
  const [event] = (await api.call({ url: '/api/v1/events?limit=1', as: shop.token })).json.data;
  await record('getEvent', { url: `/events/${event.id}` });
  await record('listWebhookDeliveries', { url: '/webhooks/deliveries?per_page=1' });
}
