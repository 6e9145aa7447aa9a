import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CryptoGateId, Mode } from '../../../domain/assets/assets.ts';
import type { CardBehavior } from './faults.ts';

/** The statuses as Banxa writes them, and `underReview`, which it does not document. */
export type SimulatedStatus =
  | 'pendingPayment'
  | 'waitingPayment'
  | 'extraVerification'
  | 'paymentReceived'
  | 'inProgress'
  | 'underReview'
  | 'cryptoTransferred'
  | 'complete'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'refunded';

/** Amounts are decimal texts, as in the interface. */
export interface SimulatedOrder {
  readonly id: string;
  readonly mode: Mode;
  readonly reference: string | null;
  readonly customerId: string;
  readonly gateId: CryptoGateId;
  readonly crypto: string;
  readonly blockchain: string;
  readonly fiat: string;
  readonly method: string;
  readonly fiatAmount: string;
  readonly cryptoAmount: string;
  readonly processingFee: string;
  readonly networkFee: string;
  readonly address: string;
  readonly tag: string | null;
  readonly returnUrl: string;
  readonly metadata: string | null;
  readonly createdAtMs: number;
  /** Opens the order's page. */
  readonly pageToken: string;
  /** Of the checkout URL; null once it was used. */
  checkoutToken: string | null;
  readonly checkoutUntilMs: number;
  email: string | null;
  name: string | null;
  step: 'email' | 'identity' | 'identity_pending' | 'card' | 'three_d_secure' | 'done';
  behavior: CardBehavior | null;
  status: SimulatedStatus;
  statusAtMs: number;
  expiresAtMs: number;
  /** When the order goes on by itself; null: it waits for the payer. */
  nextAtMs: number | null;
  transactionHash: string;
}

export interface SimulatedWebhook {
  readonly id: number;
  readonly mode: Mode;
  readonly body: string;
  readonly isForged: boolean;
  attempts: number;
  dueAtMs: number;
}

interface Stored {
  readonly orders: readonly SimulatedOrder[];
  readonly webhooks: readonly SimulatedWebhook[];
  /** Customers whose identity is known. */
  readonly known: readonly string[];
}

/** The oldest orders that ended are forgotten beyond this many. */
const MAX_ORDERS = 2_000;
const MAX_WEBHOOKS = 10_000;
const ENDED: ReadonlySet<SimulatedStatus> = new Set(['complete', 'declined', 'cancelled', 'expired', 'refunded']);

/**
 * Orders and unsent webhooks, in memory and in a file: after a restart every order goes on where it was. Without a file
 * a restart forgets them, and the partner answers that it has no such order.
 */
export class SimulatorState {
  readonly orders = new Map<string, SimulatedOrder>();
  webhooks: SimulatedWebhook[] = [];
  readonly known = new Set<string>();
  readonly #file: string | null;
  #lastWebhook = 0;

  constructor(file: string | null) {
    this.#file = file;
    const stored = file === null ? null : readStored(file);
    for (const order of stored?.orders ?? []) this.orders.set(order.id, order);
    for (const customerId of stored?.known ?? []) this.known.add(customerId);
    this.webhooks = [...(stored?.webhooks ?? [])];
    this.#lastWebhook = Math.max(0, ...this.webhooks.map(({ id }) => id));
  }

  add(order: SimulatedOrder): void {
    this.orders.set(order.id, order);
    for (const [id, { status }] of this.orders) {
      if (this.orders.size <= MAX_ORDERS) break;
      if (ENDED.has(status)) this.orders.delete(id);
    }
  }

  addWebhook(webhook: Omit<SimulatedWebhook, 'id' | 'attempts'>): void {
    this.#lastWebhook += 1;
    this.webhooks.push({ ...webhook, id: this.#lastWebhook, attempts: 0 });
    if (this.webhooks.length > MAX_WEBHOOKS) this.webhooks.shift();
  }

  /** Written whole beside the file and moved there, so that a crash leaves the old or the new one. */
  save(): void {
    if (this.#file === null) return;
    const stored: Stored = { orders: [...this.orders.values()], webhooks: this.webhooks, known: [...this.known] };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.part`, JSON.stringify(stored));
    renameSync(`${this.#file}.part`, this.#file);
  }
}

function readStored(file: string): Stored | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
