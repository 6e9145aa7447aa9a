import type { Invoice } from '../contract/invoice.ts';
import type { CreateInvoiceBody } from '../contract/new-invoice.ts';
import type { EmulatedPayment, EmulatePaymentBody } from '../contract/sandbox.ts';
import type { Network } from '../domain/assets/assets.ts';
import type { InvoiceStatus } from '../domain/state/invoice-status.ts';
import type { Started } from '../scripts/start/announce.ts';

/** An answer of the API with its whole body. */
/** A bound for what hangs: on a busy machine, blocks and workflows take their time. */
const PATIENCE_MS = 180_000;

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface Data<Value> {
  readonly data: Value;
}

/** An event with what its webhook carried. */
export type EventRow = { readonly id: string; readonly type: string; readonly data: Invoice };

/** A shop as the product's API sees it, with the token of `started.json`. */
export interface Shop {
  call<Body>(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** @throws Error unless the answer is 201. */
  create(body?: Partial<CreateInvoiceBody>): Promise<Invoice>;
  read(id: string): Promise<Invoice>;
  /** Plays the payer. @throws Error unless the answer is 202. */
  pay(id: string, scenario: EmulatePaymentBody['scenario'], amount?: string): Promise<EmulatedPayment>;
  makeBlocks(network: Network, count: number): Promise<void>;
  /** Reads until the invoice has the status; fails with what it has instead. */
  until(id: string, status: InvoiceStatus, timeoutMs?: number): Promise<Invoice>;
  /** Reads until a payment is seen, whatever the status is by then: where blocks come fast it may be done already. */
  untilSeen(id: string, timeoutMs?: number): Promise<Invoice>;
  /** The events of an invoice in the order of its versions. */
  events(id: string): Promise<EventRow[]>;
}

export function openShop({ url, api }: Pick<Started, 'url' | 'api'>): Shop {
  const authorization = `Basic ${btoa(`${api.key}:${api.secret}`)}`;
  const shop: Shop = {
    call: async (method, path, body, headers = {}) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    },
    create: async (body = {}) => {
      const answer = await shop.call<Data<Invoice>>('POST', '/api/v1/invoices', {
        amount: '20.00',
        currency: 'EUR',
        ...body,
      });
      return dataOf(answer, 201);
    },
    read: async (id) => dataOf(await shop.call<Data<Invoice>>('GET', `/api/v1/invoices/${id}`), 200),
    pay: async (id, scenario, amount) => {
      const body = { scenario, amount };
      return dataOf(
        await shop.call<Data<EmulatedPayment>>('POST', `/api/v1/sandbox/invoices/${id}/payments`, body),
        202,
      );
    },
    makeBlocks: async (network, count) => {
      dataOf(await shop.call<Data<object>>('POST', `/api/v1/sandbox/networks/${network}/blocks`, { count }), 202);
    },
    until: (id, status, timeoutMs = PATIENCE_MS) => {
      return until(shop, id, { words: status, holds: (invoice) => invoice.status === status, timeoutMs });
    },
    untilSeen: (id, timeoutMs = PATIENCE_MS) => {
      return until(shop, id, { words: 'paid', holds: ({ transactions }) => transactions.length > 0, timeoutMs });
    },
    events: (id) => eventsOf(shop, id),
  };
  return shop;
}

function dataOf<Value>({ status, body }: Answer<Data<Value>>, expected: number): Value {
  if (status !== expected) throw new Error(`The answer is ${status}, not ${expected}: ${JSON.stringify(body)}`);
  return body.data;
}

interface Expectation {
  readonly words: string;
  readonly holds: (invoice: Invoice) => boolean;
  readonly timeoutMs: number;
}

async function until(shop: Shop, id: string, { words, holds, timeoutMs }: Expectation): Promise<Invoice> {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const invoice = await shop.read(id);
    if (holds(invoice)) return invoice;
    if (Date.now() > deadlineMs) {
      const { gate_id, status, status_reason, transactions } = invoice;
      throw new Error(
        `Invoice ${id} (${gate_id}) is ${status} (${status_reason}), not ${words}, after ${timeoutMs} ms: ` +
          JSON.stringify(transactions),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

interface EventPage {
  readonly data: readonly EventRow[];
  readonly has_more: boolean;
  readonly next?: string;
}

async function eventsOf(shop: Shop, id: string): Promise<EventRow[]> {
  const found = await filterEvents(shop, ({ data }) => data.id === id);
  return found.sort((a, b) => a.data.version - b.data.version);
}

/** All events of the shop, a page after the other: there may be hundreds. */
export async function filterEvents(shop: Shop, matches: (event: EventRow) => boolean): Promise<EventRow[]> {
  const found: EventRow[] = [];
  let after: string | undefined;
  do {
    const query: string = after === undefined ? '' : `&after=${after}`;
    const page: EventPage = (await shop.call<EventPage>('GET', `/api/v1/events?limit=100${query}`)).body;
    found.push(...page.data.filter(matches));
    after = page.has_more ? page.next : undefined;
  } while (after !== undefined);
  return found;
}
