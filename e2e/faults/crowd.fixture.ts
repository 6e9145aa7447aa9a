import { randomUUID } from 'node:crypto';
import type { Invoice } from '../../contract/invoice.ts';
import type { CreateInvoiceBody } from '../../contract/new-invoice.ts';
import type { EmulatedPayment, EmulatePaymentBody } from '../../contract/sandbox.ts';
import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { parseAmount } from '../../domain/money/money.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import type { Shop } from '../shop.fixture.ts';

/** The expected end of one invoice of the crowd. */
export interface Life {
  readonly id: string;
  readonly story: string;
  readonly ends: InvoiceStatus;
  /** The money its payers sent that must arrive, in minor units. */
  readonly sentMinor: bigint;
  /** When the last payment of its payer was accepted, in Unix milliseconds. */
  readonly paidAtMs: number;
}

/** How the invoices of a crowd are paid, in turn. */
const stories = [
  { story: 'paid', ends: 'done', scenarios: ['paid'] },
  { story: 'partly, then the rest', ends: 'done', scenarios: ['partial', 'paid'] },
  { story: 'overpaid', ends: 'overpaid', scenarios: ['over'] },
  { story: 'paid', ends: 'done', scenarios: ['paid'] },
  { story: 'paid, replaced by a higher fee', ends: 'done', scenarios: ['replaced'] },
  { story: 'not paid', ends: 'expired', scenarios: [] },
  { story: 'paid', ends: 'done', scenarios: ['paid'] },
  { story: 'paid, reorganised and mined again', ends: 'done', scenarios: ['reorg'] },
] as const satisfies readonly Story[];

interface Story {
  readonly story: string;
  readonly ends: InvoiceStatus;
  readonly scenarios: readonly EmulatePaymentBody['scenario'][];
}

export interface Crowd {
  /** Marks its invoices in their metadata. */
  readonly tag: string;
  readonly lives: Life[];
  /** Calls that had to be made again, since no answer or one of 5xx came. */
  retries(): number;
}

interface CrowdOptions {
  readonly tag: string;
  /** When each invoice is requested. */
  readonly momentsMs: readonly number[];
  readonly notificationUrl: string;
  /** The number of the first one, by which each gets its asset and is paid. */
  readonly first?: number;
}

/**
 * Many invoices that are created and paid side by side by clients who do not give up: each call carries an idempotency
 * key and is made again until it is answered. There is no `reference`, so that only the key keeps an invoice from being
 * made twice.
 */
export async function gatherCrowd(shop: Shop, options: CrowdOptions): Promise<Crowd> {
  const { tag, momentsMs, notificationUrl, first = 0 } = options;
  const client = new Persistent(shop);
  const live = async (momentMs: number, at: number): Promise<Life> => {
    const index = first + at;
    await pause(momentMs - Date.now());
    const story: Story = stories[index % stories.length] ?? stories[0];
    const gateId = CRYPTO_GATES[index % CRYPTO_GATES.length];
    const invoice = await client.post<Invoice>('/api/v1/invoices', {
      amount: '20.00',
      currency: 'EUR',
      gate_id: gateId,
      metadata: { crowd: tag },
      notification_url: notificationUrl,
      ...(story.scenarios.length === 0 ? { lifetime_seconds: 10 } : {}),
    } satisfies CreateInvoiceBody);
    const sentMinor = await pay(client, invoice, story);
    return { id: invoice.id, story: story.story, ends: story.ends, sentMinor, paidAtMs: Date.now() };
  };
  const lives = await Promise.all(momentsMs.map(live));
  return { tag, lives, retries: () => client.retries };
}

async function pay(client: Persistent, { id, gate_id }: Invoice, { scenarios }: Story): Promise<bigint> {
  let sentMinor = 0n;
  for (const [index, scenario] of scenarios.entries()) {
    // The rest is known when the part was seen.
    if (index > 0) await client.untilSeen(id);
    const sent = await client.post<EmulatedPayment>(`/api/v1/sandbox/invoices/${id}/payments`, { scenario });
    if (gate_id !== null) sentMinor += parseAmount(sent.amount, gates[gate_id].decimals);
  }
  return sentMinor;
}

export const PATIENCE_MS = 180_000;

/** An answer that another try would not change. */
export class RefusedCallError extends Error {
  readonly code: unknown;

  constructor(path: string, { status, body }: { readonly status: number; readonly body: object }) {
    super(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    this.code = 'code' in body ? body.code : undefined;
  }
}

/** A client that does not give up: each call carries an idempotency key and is made again until it is answered. */
export class Persistent {
  readonly #shop: Shop;
  #retries = 0;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  get retries(): number {
    return this.#retries;
  }

  async post<Value>(path: string, body: object): Promise<Value> {
    const key = { 'idempotency-key': randomUUID() };
    const answer = await this.#again(() => this.#shop.call<{ data: Value }>('POST', path, body, key));
    if (answer.status >= 300) throw new RefusedCallError(path, answer);
    return answer.body.data;
  }

  async untilSeen(id: string): Promise<void> {
    const deadlineMs = Date.now() + PATIENCE_MS;
    for (;;) {
      const { body } = await this.#again(() => this.#shop.call<{ data: Invoice }>('GET', `/api/v1/invoices/${id}`));
      if (body.data.transactions.length > 0) return;
      if (Date.now() > deadlineMs) throw new Error(`No payment of ${id} was seen.`);
      await pause(500);
    }
  }

  /** Until an answer comes that is not "later": none, 5xx, 429, or the first call of the key still running. */
  async #again<Answer extends { status: number; body: object }>(call: () => Promise<Answer>): Promise<Answer> {
    const deadlineMs = Date.now() + PATIENCE_MS;
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2_000)) {
      let last: unknown;
      try {
        const answer = await call();
        if (!isLater(answer)) return answer;
        last = JSON.stringify(answer.body);
      } catch (error) {
        last = error;
      }
      if (Date.now() > deadlineMs) throw new Error('The API does not come back.', { cause: last });
      this.#retries += 1;
      await pause(waitMs * (0.5 + Math.random()));
    }
  }
}

function isLater({ status, body }: { status: number; body: object }): boolean {
  if (status === 409) return 'code' in body && body.code === 'idempotency_running';
  return status >= 500 || status === 429;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
