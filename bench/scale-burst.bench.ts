import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from '../scripts/testing/cluster.ts';
import { type Figure, percentile } from './figure.ts';
import { residentMegabytes } from './scale/cpu-share.ts';
import { withCluster } from './scale/open-cluster.ts';
import { type BenchShop, inParallel } from './shop.ts';

/**
 * `BURST=100000` shows the memory of every process after so many creations; that takes most of an hour. An invoice
 * lives for 15 minutes, so that fewer are open where fewer than 111 a second are created.
 */
const BURST = Number(process.env.BURST ?? 20_000);
const AT_ONCE = 32;
const PAID = 30;
const PAID_AT_ONCE = 3;
/** The longest there is: none should expire while it is measured. */
const LIFETIME_SECONDS = 900;

/** The effect of a burst of new invoices on the settlement of a paid one, and on the memory of each process. */
export function run(): Promise<readonly Figure[]> {
  return withCluster(async (cluster, shop) => {
    await settlements(shop, 10);
    const quiet = await settlements(shop, PAID);
    const startMs = performance.now();
    await inParallel(BURST, AT_ONCE, async () => void (await shop.create('BTC', LIFETIME_SECONDS)));
    const perSecond = (BURST * 1000) / (performance.now() - startMs);
    // Before deadlines come. Now and then a sweep or a garbage collection runs: what is kept is what counts.
    await pause(10_000);
    const used = memory(cluster);
    const busy = await settlements(shop, PAID);
    const [value, reference] = [percentile(busy, 0.5), percentile(quiet, 0.5)];
    return [
      { name: `${BURST} invoices created in a burst, by two APIs beside all else`, value: perSecond, unit: '/s' },
      {
        name: `paid → done, after ${BURST} creations in a burst, median`,
        value,
        unit: 'ms',
        reference: { name: 'quiet', value: reference },
        target: '≤ 2 of the reference',
        ok: value <= 2 * reference,
      },
      ...used,
    ];
  });
}

/** From the payment to the webhook of the settled invoice, in milliseconds, blocks included. */
async function settlements(shop: BenchShop, count: number): Promise<number[]> {
  const found: number[] = [];
  await inParallel(count, PAID_AT_ONCE, async () => {
    const id = await shop.create('XRP');
    const startMs = Date.now();
    await shop.pay(id);
    found.push((await shop.arrival(id, 'invoice.done')).atMs - startMs);
  });
  return found;
}

function memory(cluster: TestCluster): Figure[] {
  return cluster.names
    .filter((name) => name !== 'Postgres' && name !== 'RabbitMQ')
    .map((name) => ({
      name: `memory of ${name} after ${BURST} creations`,
      value: residentMegabytes(cluster.process(name).pid()),
      unit: 'MB',
    }));
}
