import { Client, Connection } from '@temporalio/client';
import type { MassPayout } from '../contract/mass-payouts.ts';
import { encodeSegwit } from '../domain/address/bitcoin.ts';
import { MASS_MAX_LINES } from '../domain/mass-payouts/review.ts';
import { freePort } from '../scripts/process/ports.ts';
import type { Started } from '../scripts/start/announce.ts';
import { startProduct } from '../scripts/testing/product.ts';
import { signInAt } from './account-shop.ts';
import { type Figure, percentile } from './figure.ts';
import { startPace } from './pace.ts';
import { type BenchShop, openShop } from './shop.ts';

/** Lines of one mass payout, as many as there may be, and of one on a chain that takes a transaction for each. */
const BATCHED = { gateId: 'BTC', amount: '0.00005', lines: MASS_MAX_LINES } as const;
const SINGLE = { gateId: 'XRP', amount: '1.5', lines: 500 } as const;
const MIN_PER_MINUTE = 2_000;
const MAX_EVENTS = 300;
const QUIET_MS = 30_000;
const READS_PER_SECOND = 12;
/** How much slower a list and the dashboard may be while a mass payout is sent. */
const MOST_SLOWER = 2;
/** The back office's requests, each equally often. */
const READ = [
  'sandbox/payouts?page=1&per_page=25',
  'sandbox/invoices?page=1&per_page=25',
  'sandbox/dashboard/operations-summary',
  'sandbox/charts/balance?range=1M',
] as const;

/**
 * Mass payouts over HTTP on simulated chains, from the request to the last confirmation, and what the others who use
 * the API notice of it.
 */
export async function run(): Promise<readonly Figure[]> {
  const port = await freePort();
  const product = await startProduct({ TEMPORAL_PORT: String(port), RATE_LIMIT_API_PER_MINUTE: '1000000' });
  const shop = await openShop(product.started);
  try {
    await fund(shop);
    const read = await reader(product.started);
    const quiet = await readsWhile(read, () => new Promise((resolve) => setTimeout(resolve, QUIET_MS)));
    const figures: Figure[] = [];
    for (const list of [BATCHED, SINGLE]) {
      let sent = { id: '', perMinute: 0 };
      const reads = await readsWhile(read, async () => {
        sent = await payAll(shop, list);
      });
      const events = await eventsOf(sent.id, `127.0.0.1:${port}`);
      figures.push(...figuresOf(list, { perMinute: sent.perMinute, events, reads, quiet }));
    }
    return figures;
  } finally {
    await shop.close();
    await product.stop();
  }
}

interface Measured {
  readonly perMinute: number;
  readonly events: number;
  readonly reads: number;
  readonly quiet: number;
}

function figuresOf({ gateId, lines }: typeof BATCHED | typeof SINGLE, measured: Measured): Figure[] {
  const batched = gateId === BATCHED.gateId;
  return [
    {
      name: `${lines} ${gateId} lines, from the request to the last confirmation`,
      value: measured.perMinute,
      unit: 'lines/min',
      ...(batched ? { target: `≥ ${MIN_PER_MINUTE}`, ok: measured.perMinute >= MIN_PER_MINUTE } : {}),
    },
    {
      name: `history of a mass payout of ${lines} ${gateId} lines`,
      value: measured.events,
      unit: 'events',
      target: `≤ ${MAX_EVENTS}`,
      ok: measured.events <= MAX_EVENTS,
    },
    {
      name: `lists and dashboard read meanwhile, 99th percentile`,
      value: measured.reads,
      unit: 'ms',
      reference: { name: 'the same while nothing is sent', value: measured.quiet },
      ...(batched ? { target: `≤ ${MOST_SLOWER} of it`, ok: measured.reads <= measured.quiet * MOST_SLOWER } : {}),
    },
  ];
}

/** Enough for everything, by invoices that are paid. */
async function fund(shop: BenchShop): Promise<void> {
  const invoices = [...Array.from({ length: 10 }, () => 'BTC'), 'XRP'];
  for (const gateId of invoices) {
    const id = await shop.create(gateId, undefined, '9000.00');
    await shop.pay(id);
    await shop.arrival(id, 'invoice.done');
  }
}

async function payAll(
  shop: BenchShop,
  { gateId, amount, lines }: typeof BATCHED | typeof SINGLE,
): Promise<{ id: string; perMinute: number }> {
  const startMs = performance.now();
  const id = await shop.massPayOut({
    fee_payer: 'merchant',
    lines: Array.from({ length: lines }, (_, at) => ({ gate_id: gateId, amount, address: addressOf(gateId, at) })),
  });
  for (;;) {
    const { status, lines: counts } = await shop.read<MassPayout>(`/mass-payouts/${id}`);
    if (status === 'done') break;
    if (status === 'error') throw new Error(`${counts.failed} lines failed.`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return { id, perMinute: (lines * 60_000) / (performance.now() - startMs) };
}

function addressOf(gateId: 'BTC' | 'XRP', at: number): string {
  if (gateId === 'XRP') return 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
  const program = Buffer.alloc(20);
  program.writeUInt32BE(at);
  return encodeSegwit('bcrt', 0, program);
}

/** One after the other of what is read, as the demo user. */
async function reader({ url, login }: Started): Promise<() => Promise<void>> {
  const headers = await signInAt(url, login);
  let made = 0;
  return async () => {
    const path = READ[made % READ.length] ?? READ[0];
    made += 1;
    const answer = await fetch(`${url}/spa/${path}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  };
}

/** @returns the 99th percentile of what the back office reads take while `work` goes on, in milliseconds */
async function readsWhile(read: () => Promise<void>, work: () => Promise<void>): Promise<number> {
  const pace = startPace(read, READS_PER_SECOND);
  let samples: number[] = [];
  try {
    await work();
  } finally {
    samples = await pace.stop();
  }
  return percentile(samples, 0.99);
}

async function eventsOf(id: string, address: string): Promise<number> {
  const connection = await Connection.connect({ address });
  const { historyLength } = await new Client({ connection }).workflow.getHandle(`mass-payout:${id}`).describe();
  await connection.close();
  return historyLength;
}
