import { openBare } from './bare-rate.ts';
import type { Figure } from './figure.ts';
import { type Cost, openMeter } from './scale/meter.ts';
import { withCluster } from './scale/open-cluster.ts';
import { type BenchShop, inParallel } from './shop.ts';

const INVOICES = 200;
const AT_ONCE = 16;
const LIFETIME_SECONDS = 30;
const KB = 1_000;

/**
 * The cost of one invoice: statements in Temporal's database, beside a workflow of one local activity; the size of its
 * visibility records; and the figures of docs/scale.md: processor time by process, and space in the databases.
 */
export function run(): Promise<readonly Figure[]> {
  return withCluster(async (cluster, shop) => {
    const meter = await openMeter(cluster);
    const bare = await openBare(cluster.temporalAddress, {
      workflowType: 'bareStepWorkflow',
      signals: 0,
      atOnce: AT_ONCE,
    });
    const nothing = await meter.measure(INVOICES, async () => void (await bare.rate(INVOICES)));
    await bare.close();
    await invoices(shop, 20, true);
    const unpaid = await meter.measure(INVOICES, () => invoices(shop, INVOICES, false));
    const paid = await meter.measure(INVOICES, () => invoices(shop, INVOICES, true));
    return [...figures('nobody pays', unpaid, nothing), ...figures('that is paid', paid, nothing)];
  });
}

async function invoices(shop: BenchShop, count: number, arePaid: boolean): Promise<void> {
  const ends: Promise<unknown>[] = [];
  await inParallel(count, AT_ONCE, async () => {
    const id = await shop.create('XRP', arePaid ? undefined : LIFETIME_SECONDS);
    if (arePaid) await shop.pay(id);
    ends.push(shop.arrival(id, arePaid ? 'invoice.done' : 'invoice.expired'));
  });
  await Promise.all(ends);
}

function figures(which: string, cost: Cost, nothing: Cost): Figure[] {
  const kilobytes = cost.visibilityBytes / KB;
  return [
    {
      name: `Temporal's statements for an invoice ${which}`,
      value: cost.statements,
      unit: 'statements',
      reference: { name: 'a workflow of one local activity', value: nothing.statements },
      target: '≤ 25',
      ok: cost.statements <= 25,
    },
    {
      name: `visibility of an invoice ${which}`,
      value: kilobytes,
      unit: 'kB',
      target: '≤ 4 kB',
      ok: kilobytes <= 4,
    },
    ...[...cost.processorMs].map(([part, value]) => ({
      name: `processor time of ${part} for an invoice ${which}`,
      value,
      unit: 'ms',
    })),
    ...[...cost.databaseBytes].map(([database, bytes]) => ({
      name: `room in the database ${database} for an invoice ${which}`,
      value: bytes / KB,
      unit: 'kB',
    })),
  ];
}
