import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, percentile } from './figure.ts';
import { withCluster } from './scale/open-cluster.ts';
import { type BenchShop, inParallel } from './shop.ts';

const STORM_CONNECTIONS = 32;
const PAID = 40;
const PAID_AT_ONCE = 3;
/** So that queues that the storm makes are there before anything is measured. */
const BEFORE_MS = 20_000;
/** Nothing should expire while it is measured. */
const LIFETIME_SECONDS = 900;

/** How long a payment takes to be settled while a shop creates as many unpaid invoices as it is allowed to. */
export function run(): Promise<readonly Figure[]> {
  return withCluster(async (_cluster, shop) => {
    await settlements(shop, 10);
    const quiet = await settlements(shop, PAID);
    const storm = startStorm(shop);
    await pause(BEFORE_MS);
    const busy = await settlements(shop, PAID);
    const { created, refused, seconds } = await storm.stop();
    const [value, reference] = [percentile(busy, 0.5), percentile(quiet, 0.5)];
    const worst = Math.max(...busy);
    return [
      { name: `invoices created at ${STORM_CONNECTIONS} connections meanwhile`, value: created / seconds, unit: '/s' },
      { name: 'creations answered with 503 and Retry-After', value: refused / seconds, unit: '/s' },
      {
        name: 'paid → done beside them, median',
        value,
        unit: 'ms',
        reference: { name: 'quiet', value: reference },
        target: '≤ 1.5 of the reference',
        ok: value <= 1.5 * reference,
      },
      {
        name: 'paid → done beside them, slowest',
        value: worst,
        unit: 'ms',
        reference: { name: 'the quiet median', value: reference },
        target: '≤ 4 of the reference',
        ok: worst <= 4 * reference,
      },
    ];
  });
}

interface Storm {
  readonly created: number;
  readonly refused: number;
  readonly seconds: number;
}

/** Creates invoices one after another on each connection; who is refused waits as long as the answer says. */
function startStorm(shop: BenchShop): { stop(): Promise<Storm> } {
  const startMs = performance.now();
  let created = 0;
  let refused = 0;
  let isOver = false;
  const connection = async () => {
    while (!isOver) {
      const answer = await shop.tryToCreate('BTC', LIFETIME_SECONDS);
      if ('id' in answer) created += 1;
      else {
        refused += 1;
        await pause(answer.retryMs);
      }
    }
  };
  const running = Promise.all(Array.from({ length: STORM_CONNECTIONS }, connection));
  return {
    async stop() {
      isOver = true;
      await running;
      return { created, refused, seconds: (performance.now() - startMs) / 1000 };
    },
  };
}

/** From the payment to the webhook of the settled invoice, in milliseconds, blocks included. */
async function settlements(shop: BenchShop, count: number): Promise<number[]> {
  const found: number[] = [];
  await inParallel(count, PAID_AT_ONCE, async () => {
    const id = await insist(shop);
    const startMs = Date.now();
    await shop.pay(id);
    found.push((await shop.arrival(id, 'invoice.done')).atMs - startMs);
  });
  return found;
}

async function insist(shop: BenchShop): Promise<string> {
  for (;;) {
    const answer = await shop.tryToCreate('XRP', LIFETIME_SECONDS);
    if ('id' in answer) return answer.id;
    await pause(answer.retryMs);
  }
}
