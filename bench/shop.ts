import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Started } from '../scripts/start/announce.ts';

/** A webhook's content and arrival time. */
export interface Arrival {
  readonly type: string;
  readonly atMs: number;
}

/** A shop for benchmarks: asks the running product over HTTP and receives its webhooks. */
export interface BenchShop {
  /** Where it receives webhooks. */
  readonly url: string;
  /** An invoice of 49.90 EUR, unless said otherwise. */
  create(gateId: string | null, lifetimeSeconds?: number, amount?: string): Promise<string>;
  /** The same; a gateway that is too busy says after how many milliseconds to try again. */
  tryToCreate(gateId: string, lifetimeSeconds: number): Promise<{ readonly id: string } | { readonly retryMs: number }>;
  choose(invoiceId: string, gateId: string): Promise<void>;
  pay(invoiceId: string): Promise<void>;
  /** A static address of a new customer. @returns its id, by which arrivals about its deposits are known */
  address(gateId: string): Promise<string>;
  payAddress(addressId: string, amount: string): Promise<void>;
  payOut(body: Readonly<Record<string, string>>): Promise<string>;
  massPayOut(body: object): Promise<string>;
  /** The API's answer to a GET below `/api/v1`. */
  read<T>(path: string): Promise<T>;
  /** Resolves with the first webhook of the type about the invoice, payout or address, also when it came already. */
  arrival(id: string, type: string, patienceMs?: number): Promise<Arrival>;
  close(): Promise<void>;
}

export async function openShop(started: Started): Promise<BenchShop> {
  const arrivals = new Map<string, Arrival>();
  const waiting = new Map<string, (arrival: Arrival) => void>();
  const { server, port } = await receive((invoiceId, arrival) => {
    const key = `${invoiceId} ${arrival.type}`;
    if (arrivals.has(key)) return;
    arrivals.set(key, arrival);
    waiting.get(key)?.(arrival);
  });
  const hook = `http://127.0.0.1:${port}/`;
  const { post, read } = callerOf(started);
  return {
    url: hook,
    ...creations(post, hook),
    async choose(invoiceId, gateId) {
      await post(`/customer/invoices/${invoiceId}/currency`, { gate_id: gateId });
    },
    async pay(invoiceId) {
      await post(`/api/v1/sandbox/invoices/${invoiceId}/payments`, { scenario: 'paid' });
    },
    async address(gateId) {
      const { id } = await post('/api/v1/addresses', {
        gate_id: gateId,
        reference: `customer-${randomUUID()}`,
        notification_url: hook,
      });
      return id;
    },
    async payAddress(addressId, amount) {
      await post(`/api/v1/sandbox/addresses/${addressId}/payments`, { amount });
    },
    async payOut(body) {
      const { id } = await post('/api/v1/payouts', body, { 'idempotency-key': randomUUID() });
      return id;
    },
    async massPayOut(body) {
      const { id } = await post('/api/v1/mass-payouts', body, { 'idempotency-key': randomUUID() });
      return id;
    },
    read,
    arrival(invoiceId, type, patienceMs = 600_000) {
      const key = `${invoiceId} ${type}`;
      const known = arrivals.get(key);
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no webhook ${type} for ${invoiceId}`)), patienceMs);
        waiting.set(key, (arrival) => {
          clearTimeout(timer);
          resolve(arrival);
        });
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Post = ReturnType<typeof callerOf>['post'];

function creations(post: Post, hook: string): Pick<BenchShop, 'create' | 'tryToCreate'> {
  const create: BenchShop['create'] = async (gateId, lifetimeSeconds, amount = '49.90') => {
    const body = { amount, currency: 'EUR', notification_url: hook, gate_id: gateId ?? undefined };
    return (await post('/api/v1/invoices', { ...body, lifetime_seconds: lifetimeSeconds })).id;
  };
  return {
    create,
    async tryToCreate(gateId, lifetimeSeconds) {
      try {
        return { id: await create(gateId, lifetimeSeconds) };
      } catch (error) {
        if (error instanceof Refusal && error.status === 503) return { retryMs: error.retryMs };
        throw error;
      }
    },
  };
}

/** Calls of the API with the shop's token. */
function callerOf({ url, api }: Started) {
  const authorization = `Basic ${Buffer.from(`${api.key}:${api.secret}`).toString('base64')}`;

  async function call<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Refusal(path, response, text);
    return (JSON.parse(text) as { data: T }).data;
  }

  const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
    call<{ id: string }>(path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'x-visitor-id': 'bench', ...more },
      body: JSON.stringify(body),
    });
  const read = <T>(path: string) => call<T>(`/api/v1${path}`, { headers: { authorization } });
  return { post, read };
}

class Refusal extends Error {
  readonly status: number;
  readonly retryMs: number;

  constructor(path: string, { status, headers }: Response, text: string) {
    super(`${path} answered ${status}: ${text}`);
    this.status = status;
    this.retryMs = 1000 * Number(headers.get('retry-after') ?? 1);
  }
}

interface WebhookBody {
  readonly type: string;
  readonly data: { readonly id: string; readonly address_id?: string | null };
}

function receive(onArrival: (invoiceId: string, arrival: Arrival) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const atMs = Date.now();
      response.writeHead(204).end();
      const { type, data } = JSON.parse(Buffer.concat(chunks).toString()) as WebhookBody;
      onArrival(data.address_id ?? data.id, { type, atMs });
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('the receiver has no port'));
      resolve({ server, port: address.port });
    });
  });
}

/** Runs `work` for every number below `count`, so many at once. */
export async function inParallel(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
}
