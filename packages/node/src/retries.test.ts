import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../domain/ids.ts';
import { openGateway, type TestGateway } from './gateway.fixture.ts';
import { ConflictError, ConnectionError, RateLimitError, ServerError, ValidationError } from './index.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

type Send = typeof fetch;
type Fault = 'answer lost' | 'no connection' | Response | undefined;

/** Sends with the faults, one for each attempt, and keeps the idempotency key of each. */
function faulty(faults: readonly Fault[]): { fetch: Send; keys: (string | null)[] } {
  const keys: (string | null)[] = [];
  const send: Send = async (url, init) => {
    const fault = faults[keys.length];
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    if (fault === 'no connection') throw new TypeError('fetch failed');
    if (fault instanceof Response) return fault;
    const response = await fetch(url, init);
    if (fault === 'answer lost') throw new TypeError('terminated');
    return response;
  };
  return { fetch: send, keys };
}

const price = { amount: '49.90', currency: 'EUR' };
const busy = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ message: 'Later', code: 'service_unavailable', request_id: newId() }, { status, headers });

test('an invoice whose answer was lost is created once', async () => {
  const shop = await gateway.api.merchant();
  const { fetch, keys } = faulty(['answer lost', 'answer lost']);
  const client = gateway.client({ ...shop.token, fetch });
  const invoice = await client.invoices.create(price);
  expect(invoice.lastResponse).toMatchObject({ isReplayed: true, status: 201 });
  expect([keys.length, new Set(keys).size, keys[0]]).toEqual([3, 1, invoice.lastResponse.idempotencyKey]);
  expect(await client.invoices.list().toArray()).toEqual([invoice]);
});

test('a refusal is sent once', async () => {
  const { fetch, keys } = faulty([]);
  const client = gateway.client({ fetch });
  await expect(client.invoices.create({ amount: '1.999', currency: 'EUR' })).rejects.toBeInstanceOf(ValidationError);
  expect(keys).toHaveLength(1);
});

test('a busy gateway is asked again after the seconds that it names', async () => {
  const { fetch, keys } = faulty([busy(503, { 'retry-after': '1' })]);
  const startedMs = Date.now();
  expect((await gateway.client({ fetch }).invoices.create(price)).status).toBe('new');
  expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1000);
  expect(keys).toHaveLength(2);
});

test('a longer wait than a minute is for the caller to decide', async () => {
  const { fetch, keys } = faulty([busy(429, { 'retry-after': '3600' })]);
  const refused = gateway.client({ fetch }).invoices.create(price);
  await expect(refused).rejects.toBeInstanceOf(RateLimitError);
  await expect(refused).rejects.toMatchObject({ retryAfterSeconds: 3600 });
  expect(keys).toHaveLength(1);
});

test('after the last attempt the error names the key, so that the caller can go on with it', async () => {
  const { fetch, keys } = faulty(Array.from({ length: 9 }, () => 'no connection' as const));
  const error = await gateway
    .client({ fetch, maxRetries: 1 })
    .invoices.create(price)
    .catch((each: unknown) => each);
  expect(error).toBeInstanceOf(ConnectionError);
  expect([keys.length, (error as ConnectionError).idempotencyKey]).toEqual([2, keys[0]]);
  const failing = faulty([busy(500), busy(502), busy(504)]);
  await expect(gateway.client({ fetch: failing.fetch }).invoices.create(price)).rejects.toBeInstanceOf(ServerError);
  expect(failing.keys).toHaveLength(3);
});

test('a conflict is sent again only while the first request is running', async () => {
  const running = Response.json({ message: 'Running', code: 'idempotency_running' }, { status: 409 });
  const waiting = faulty([running]);
  expect((await gateway.client({ fetch: waiting.fetch }).invoices.create(price)).status).toBe('new');
  const reference = newId();
  const client = gateway.client();
  await client.invoices.create({ ...price, reference });
  const taken = faulty([]);
  const second = gateway.client({ fetch: taken.fetch }).invoices.create({ ...price, amount: '50.00', reference });
  await expect(second).rejects.toBeInstanceOf(ConflictError);
  expect([waiting.keys.length, taken.keys.length]).toEqual([2, 1]);
});

test('a redirect is not followed: it would take the secret along', async () => {
  const { createServer } = await import('node:http');
  const server = createServer((_request, response) => response.writeHead(307, { location: gateway.url }).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const lost = gateway.client({ url: `http://127.0.0.1:${port}`, maxRetries: 0 }).invoices.list();
  await expect(lost).rejects.toBeInstanceOf(ConnectionError);
  server.close();
});

test('an attempt ends after its time, and a caller can end all of them', async () => {
  const silent: Send = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const client = gateway.client({ fetch: silent, maxRetries: 0 });
  await expect(client.invoices.create(price, { timeoutMs: 20 })).rejects.toThrow('No answer in time');
  const stop = new AbortController();
  const ended = client.invoices.create(price, { signal: stop.signal });
  stop.abort();
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
});
