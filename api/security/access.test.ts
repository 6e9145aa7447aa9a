import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { cardDesk } from '../../db/card-orders/testing.fixture.ts';
import { claimDesk } from '../../db/claims/testing.fixture.ts';
import { openCase } from '../../db/compliance/cases.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { depositsAt, makeAddress, receive } from '../../db/deposits/testing.fixture.ts';
import { paymentsChanged, recordPayment, setPayment, settleNow } from '../../db/invoices/testing.fixture.ts';
import { fund, RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { addMethod, beginTestWithdrawal, fundEuro } from '../../db/withdrawals/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import { addColleague } from '../testing/accounts.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import type { TestAnswer, TestApi, TestCall } from '../testing/server.fixture.ts';

let owner: TestMerchant;
let stranger: TestMerchant;
/** Objects of the owner, by the word before the id in a path. */
let objects: Record<string, string>;

const api = await openTestApi();
beforeAll(async () => {
  owner = await api.merchant();
  stranger = await api.merchant();
  const body = { amount: '49.90', currency: 'EUR', gate_id: 'BTC' };
  const invoice = (await api.call({ url: '/api/v1/invoices', body, as: owner.token })).json.data.id;
  const payout = await payoutOf(owner);
  const [{ event_id: delivery } = { event_id: '' }] = await select<{ event_id: string }>(
    api.db,
    `INSERT INTO webhook_delivery (event_id, profile_id, invoice_id, type, url, status)
     SELECT id, profile_id, entity_id, type, 'https://shop.test/hook', 'failed' FROM event
     WHERE entity_id = $1 RETURNING event_id`,
    [invoice],
  );
  const session = createHash('sha256').update('a browser of the owner').digest();
  await execute(
    api.db,
    "INSERT INTO session (id_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')",
    [session, owner.user.id],
  );
  const bySession = await api.signIn(owner);
  const token = { name: 'another', permissions: ['invoice_get'] };
  const link = { title: 'Lamp', amount: '49.90', currency: 'EUR' };
  const recipient = { recipient_name: 'Ada', recipient_email: 'ada@lund.example', description: 'Lamp' };
  const request = { ...recipient, amount: '49.90', currency: 'EUR' };
  const invitation = { full_name: 'Ana Pier', email: 'ana@quay.example', role: 'viewer' };
  await inTransaction(api.db, (tx) => openCase(tx, owner.merchantId));
  const verification = '/spa/merchant/verification';
  const person = (await bySession({ url: `${verification}/people`, body: PERSON })).json.data.people[0].id;
  const file = { url: `${verification}/documents?kind=ownership&file_name=owners.pdf`, body: '%PDF-1.7' };
  const headers = { 'content-type': 'application/pdf' };
  const paper = (await bySession({ ...file, headers })).json.data.documents[0].id;
  const target = { gate_id: 'BTC', address: RECIPIENTS.BTC };
  const confirmed = { ownership_confirmed: true, correctness_confirmed: true };
  const method = { operation: 'payout', title: 'Treasury', ...target, ...confirmed };
  const refund = await refundOf(owner);
  const report = (await bySession({ url: '/spa/sandbox/reports', body: { kind: 'events', time_zone: 'UTC' } })).json
    .data.id;
  const endpoint = { url: 'https://shop.example/hook' };
  const [happened] = await select<{ id: string }>(
    api.db,
    'SELECT id FROM event WHERE profile_id = $1 ORDER BY id LIMIT 1',
    [owner.profileId],
  );
  const schedule = { kind: 'events', period: 'day', time_zone: 'UTC' };
  objects = {
    refunds: refund,
    claims: await claimOf(owner),
    // Of a customer: found by its secret alone.
    orders: newId(),
    'card-orders': await cardDesk(api.db).placing(owner),
    'report-schedules': (await bySession({ url: '/spa/sandbox/report-schedules', body: schedule })).json.data.id,
    reports: report,
    // A day, the same for everybody; the answer holds what the caller's own merchant is owed.
    reserves: '2026-11-28',
    // A month; the answer is about the caller's own account, too.
    statements: '2026-11',
    'payment-methods': (await bySession({ url: '/spa/sandbox/payment-methods', body: method })).json.data.id,
    'address-book': (await bySession({ url: '/spa/sandbox/address-book', body: target })).json.data.id,
    people: person,
    ...(await ticketOf(bySession)),
    documents: paper,
    users: (await addColleague(api, owner, 'viewer')).id,
    invitations: (await bySession({ url: '/spa/invitations', body: invitation })).json.data.id,
    invoices: invoice,
    payouts: payout,
    'mass-payouts': await massPayoutOf(owner),
    ...(await withdrawalOf(owner)),
    ...(await depositOf(owner)),
    'manual-conversions': newId(),
    deliveries: delivery,
    events: happened?.id ?? '',
    sessions: session.toString('hex'),
    'plugin-keys': (await bySession({ url: '/spa/sandbox/plugin-keys', body: { label: 'WooCommerce' } })).json.data.id,
    'api-tokens': (await bySession({ url: '/spa/sandbox/api-tokens', body: token })).json.data.id,
    'payment-requests': (await bySession({ url: '/spa/sandbox/payment-requests', body: request })).json.data.id,
    'payment-links': (await bySession({ url: '/spa/sandbox/payment-links', body: link })).json.data.id,
    'webhook-endpoints': (await bySession({ url: '/spa/sandbox/webhook-endpoints', body: endpoint })).json.data.id,
    shops: (await bySession({ url: '/spa/shops', body: { name: 'Harbor' } })).json.data.id,
  };
});

/** A ticket with a file. */
async function ticketOf(bySession: (call: TestCall) => Promise<TestAnswer>): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/pdf' };
  const upload = { url: '/spa/ticket-files?file_name=receipt.pdf', body: '%PDF-1.7', headers };
  const file = (await bySession(upload)).json.data.id;
  const body = { message_id: newId(), subject: 'A question', text: 'Where is it?', files: [file] };
  return { tickets: (await bySession({ url: '/spa/tickets', body })).json.data.id, files: file };
}

describe('every route', () => {
  test('says who may call it; the server does not start with one that does not', async () => {
    expect(api.app.routeTable.length).toBeGreaterThan(40);
    expect(api.app.routeTable.filter(({ access }) => access === undefined)).toEqual([]);
    const { default: Fastify } = await import('fastify');
    const { useRouteTable } = await import('../plugins/route-table.ts');
    const app = Fastify();
    useRouteTable(app);
    expect(() => app.get('/open', () => '')).toThrow('does not say who may call it');
    await app.close();
  });

  test('under /api/v1 needs a token, under /spa a session, under /staff one of the staff', async () => {
    for (const route of callsOf(api)) {
      const answer = await api.call(callOf(route, objects));
      // Of these, the caller needs the secret of the order.
      const isProven = /^\/customer\/card-payment\//.test(route.url);
      const open = [200, 302, 404, 419, 503, 204, 409, 422, ...(isProven ? [401] : [])];
      const expected = route.access.by === 'anyone' ? open : [401];
      expect(expected, `${route.methods} ${route.url} answers ${answer.status}`).toContain(answer.status);
      if (route.url.startsWith('/api/v1')) expect(route.access.by).toBe('token');
      // Visitors write by forms whose paths the spec names.
      const isForm = /^\/spa\/(contact|newsletter)\b/.test(route.url);
      if (route.url.startsWith('/spa') && !isForm) expect(route.access.by, route.url).toBe('user');
      if (/^\/staff\/(?!auth)/.test(route.url)) expect(route.access.by, route.url).toBe('staff');
    }
  });
});

describe('hazard 57: an object of another merchant', () => {
  test('is a 404 on every route with an id, by token', async () => {
    const routes = withId(api, 'token');
    expect(routes.length).toBeGreaterThanOrEqual(4);
    for (const route of routes) {
      const call = callOf(route, objects);
      for (const as of [stranger.token, stranger.modes.production.token, owner.modes.production.token]) {
        const { status, json } = await api.call({ ...call, as });
        const answer = `${route.methods} ${route.url} answers ${status} ${json?.code}`;
        // A production token gets the answer that the route is for the sandbox before any object is looked up.
        expect(json?.code === 'sandbox_only' ? 404 : status, answer).toBe(404);
      }
    }
  });

  test('is a 404 on every route with an id, by session', async () => {
    const routes = withId(api, 'user');
    expect(routes.length).toBeGreaterThanOrEqual(5);
    const as = await api.signIn(stranger);
    for (const route of routes) {
      const { status, json } = await as(callOf(route, objects));
      // Actions that are possible in production only are refused before any object is looked up.
      expect(json?.code === 'production_only' ? 404 : status, `${route.methods} ${route.url}`).toBe(404);
    }
  });

  test('and its owner finds it on each of them', async () => {
    const byToken = (call: TestCall) => api.call({ ...call, as: owner.token });
    const bySession = await api.signIn(owner);
    const found: [RouteEntry, TestAnswer][] = [];
    // Routes that delete an object are called last, by session.
    const ofTokens = withId(api, 'token').filter(({ methods }) => !methods.includes('DELETE'));
    for (const route of ofTokens) found.push([route, await byToken(callOf(route, objects))]);
    // Nothing is converted in sandbox.
    const ofUsers = withId(api, 'user').filter(({ url }) => !url.includes('/manual-conversions/'));
    for (const route of ofUsers) found.push([route, await bySession(callOf(route, objects))]);
    for (const [route, { status, text }] of found) {
      expect([200, 202, 204, 409], `${route.methods} ${route.url} answers ${status} ${text}`).toContain(status);
    }
  });
});

async function payoutOf(shop: TestMerchant): Promise<string> {
  await fund(api.db, shop, 'BTC', 1_000_000n);
  const body = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' };
  const headers = { 'idempotency-key': 'a payout of the owner' };
  return (await api.call({ url: '/api/v1/payouts', body, headers, as: shop.token })).json.data.id;
}

/** A refund of an invoice that was paid too much. */
async function refundOf({ profileId, token }: TestMerchant): Promise<string> {
  const body = { amount: '49.90', currency: 'EUR', gate_id: 'BTC' };
  const { id: invoiceId } = (await api.call({ url: '/api/v1/invoices', body, as: token })).json.data;
  const payment = await recordPayment(api.db, { invoiceId, minor: 300_000n });
  await setPayment(api.db, payment, 'confirmed');
  await paymentsChanged(api.db, invoiceId);
  await settleNow(api.db, invoiceId);
  const made = await api.call({
    url: `/api/v1/invoices/${invoiceId}/refunds`,
    as: token,
    headers: { 'idempotency-key': profileId },
    body: { amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'recipient' },
  });
  return made.json.data.id;
}

async function massPayoutOf(shop: TestMerchant): Promise<string> {
  const line = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC };
  const headers = { 'idempotency-key': 'a mass payout of the owner' };
  const body = { lines: [line], fee_payer: 'merchant' };
  return (await api.call({ url: '/api/v1/mass-payouts', body, headers, as: shop.token })).json.data.id;
}

async function claimOf(shop: TestMerchant): Promise<string> {
  const { stray, claim } = claimDesk(api.db);
  return (await claim(await stray(shop))).id;
}

async function depositOf(shop: TestMerchant) {
  const address = await makeAddress(api.db, shop, 'BTC');
  await receive(api.db, address, { minor: 100_000n, status: 'confirmed' });
  const [deposit] = await depositsAt(api.db, address.id);
  return { addresses: address.id, deposits: deposit?.id ?? '' };
}

/** In sandbox nobody can request one, so it is written as if somebody had. */
async function withdrawalOf(shop: TestMerchant) {
  await fundEuro(api.db, shop, 100_000n);
  const method = await addMethod(api.db, shop);
  const { id } = await beginTestWithdrawal(api.db, { shop, method });
  return { withdrawals: id, 'withdrawal-methods': method.id };
}

const PERSON = {
  full_name: 'Nora Quay',
  birth_date: '1984-05-17',
  nationality: 'DE',
  country: 'DE',
  street: 'Am Kai 9',
  city: 'Hamburg',
  postal_code: '20457',
  politically_exposed: false,
  is_owner: true,
  is_representative: true,
  share_percent: 80,
};

/** Streams do not end, and files and pages are no calls. */
function callsOf({ app }: TestApi): RouteEntry[] {
  return app.routeTable.filter(
    ({ schema, methods, url }) => schema?.hide !== true && !methods.includes('HEAD') && !/\/(events|live)$/.test(url),
  );
}

function withId(of: TestApi, by: 'token' | 'user'): RouteEntry[] {
  return callsOf(of).filter(({ access, url }) => access.by === by && url.includes('/:id'));
}

function callOf(route: RouteEntry, ids: Record<string, string>): TestCall {
  const url = route.url.replaceAll(
    /([\w-]+)\/:(\w+)|:(\w+)/g,
    (_whole, before?: string, after?: string, alone?: string) => {
      const name = after ?? alone ?? '';
      const known = { profile: 'sandbox', mode: 'sandbox', network: 'BTC', type: 'login_attempt' }[name];
      // Objects of the gateway's staff belong to no merchant; who may see them is in the matrix. Greenfield keys see
      // those of their own store: api/routes/greenfield/greenfield.test.ts.
      const isOther = route.access.by === 'staff' || route.access.by === 'shop_key';
      const value = known ?? ids[before ?? ''] ?? (isOther ? newId() : undefined);
      if (value === undefined) throw new Error(`This test does not know an object for ${route.url}.`);
      return before === undefined ? value : `${before}/${value}`;
    },
  );
  const body = route.schema?.body === undefined ? undefined : exampleOf(route.schema.body);
  // Where money is sent away nobody may do without a key.
  const required = (route.schema?.headers as ExampleSchema | undefined)?.required ?? [];
  const headers = Object.fromEntries(required.map((name) => [name, newId()]));
  return { method: (route.methods[0] ?? 'GET') as 'GET', url, headers, ...(body === undefined ? {} : { body }) };
}

/** The least value that a schema takes: required fields only. */
function exampleOf(schema: unknown): unknown {
  const { type: types, properties = {}, required = [], examples, enum: values } = schema as ExampleSchema;
  const [type] = [types].flat();
  if (values !== undefined) return values[0];
  if (examples !== undefined) return examples[0];
  if (type === 'boolean') return false;
  if (type !== 'object') return type === 'string' ? 'a@shop.test' : 1;
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name])]));
}

interface ExampleSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
}
