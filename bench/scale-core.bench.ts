import type { TestCluster } from '../scripts/testing/cluster.ts';
import type { Figure } from './figure.ts';
import { limitProcessor } from './scale/cpu-share.ts';
import { withCluster } from './scale/open-cluster.ts';
import { type BenchShop, inParallel } from './shop.ts';
import { inTurns, overallRates } from './turns.ts';

const ROUNDS = 2;
const INVOICES = 1_000;
/** Workers begin before they are measured; enough must be left then. */
const LEAST_LEFT = 300;
const AT_ONCE = 24;
/** So small that two workers and everything they work with fit on two cores. */
const SHARE = 0.3;
const WORKERS = ['worker-core-1', 'worker-core-2'];

/**
 * Paid invoices that wait for a worker of the core queue, settled by two of a small share of a core each, beside one of
 * them.
 */
export function run(): Promise<readonly Figure[]> {
  return withCluster(async (cluster, shop) => {
    await drained(cluster, shop, WORKERS);
    const rates = overallRates(
      await inTurns(ROUNDS, {
        value: () => drained(cluster, shop, WORKERS),
        reference: () => drained(cluster, shop, WORKERS.slice(0, 1)),
      }),
    );
    return [
      {
        name: `paid invoices settled by two core workers, ${SHARE} of a core each`,
        value: rates.value,
        unit: '/s',
        reference: { name: 'one of them', value: rates.reference },
        target: '≥ 1.6 of the reference',
        ok: rates.value / rates.reference >= 1.6,
      },
    ];
  });
}

/**
 * Pays invoices while no core worker runs, then starts some. @returns how many a second are done once all have started
 */
async function drained(cluster: TestCluster, shop: BenchShop, names: readonly string[]): Promise<number> {
  const all = WORKERS.map((name) => cluster.process(name));
  const ids: string[] = [];
  await inParallel(INVOICES, AT_ONCE, async () => void ids.push(await shop.create('XRP')));
  for (const worker of all) await worker.stop();
  await inParallel(INVOICES, AT_ONCE, async (index) => shop.pay(ids[index] ?? ''));
  const used = names.map((name) => cluster.process(name));
  for (const worker of used) await worker.start();
  const releases = used.map((worker) => limitProcessor(worker.pid(), SHARE));
  let done = 0;
  const arrivals = ids.map((id) => shop.arrival(id, 'invoice.done').then(() => (done += 1)));
  // Those that came already have counted after this.
  await new Promise((resolve) => setImmediate(resolve));
  const left = INVOICES - done;
  if (left < LEAST_LEFT) throw new Error(`Only ${left} of ${INVOICES} invoices were left to be measured.`);
  const startMs = performance.now();
  await Promise.all(arrivals);
  const perSecond = (left * 1000) / (performance.now() - startMs);
  for (const release of releases) release();
  for (const worker of all) if (!used.includes(worker)) await worker.start();
  return perSecond;
}
