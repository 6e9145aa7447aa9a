import { Client, Connection } from '@temporalio/client';
import { freePort } from '../scripts/process/ports.ts';
import { startProduct } from '../scripts/testing/product.ts';
import { openBare } from './bare-rate.ts';
import type { Figure } from './figure.ts';
import { type BenchShop, inParallel, openShop } from './shop.ts';
import { inTurns, overallRates } from './turns.ts';

const ROUNDS = 3;
const LIVES = 200;
const AT_ONCE = 32;

/**
 * Whole lives over HTTP: create with the asset chosen, pay, confirm, done, webhook received; beside bare workflows with
 * as many signals and local activities on the same Temporal.
 */
export async function run(): Promise<readonly Figure[]> {
  const port = await freePort();
  const product = await startProduct({ TEMPORAL_PORT: String(port) });
  const address = `127.0.0.1:${port}`;
  const shop = await openShop(product.started);
  try {
    await livesPerSecond(shop, 40);
    const bare = await openBare(address, { workflowType: 'bareWorkflow', signals: 2, atOnce: AT_ONCE });
    const turns = await inTurns(ROUNDS, {
      value: () => livesPerSecond(shop, LIVES),
      reference: () => bare.rate(LIVES),
    });
    const rates = overallRates(turns);
    await bare.close();
    const events = await historyFigures(shop, address);
    return [
      {
        name: 'whole invoice lives',
        value: rates.value,
        unit: '/s',
        reference: { name: 'bare workflows', value: rates.reference },
        target: '≥ 0.60 of the reference',
        ok: rates.value / rates.reference >= 0.6,
      },
      ...events,
    ];
  } finally {
    await shop.close();
    await product.stop();
  }
}

async function livesPerSecond(shop: BenchShop, count: number): Promise<number> {
  const startMs = performance.now();
  const done: Promise<unknown>[] = [];
  await inParallel(count, AT_ONCE, async () => {
    const id = await shop.create('XRP');
    await shop.pay(id);
    done.push(shop.arrival(id, 'invoice.done'));
  });
  await Promise.all(done);
  return (count * 1_000) / (performance.now() - startMs);
}

async function historyFigures(shop: BenchShop, address: string): Promise<Figure[]> {
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const unpaid = await shop.create(null, 5);
  const chosen = await shop.create(null, 5);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await shop.choose(chosen, 'BTC');
  const eventsOf = async (id: string) => {
    await shop.arrival(id, 'invoice.expired');
    await client.workflow.getHandle(`invoice:${id}`).result();
    return (await client.workflow.getHandle(`invoice:${id}`).describe()).historyLength;
  };
  const figure = (name: string, value: number, bound: number): Figure => ({
    name: `history events of an invoice nobody pays, ${name}`,
    value,
    unit: 'events',
    target: `≤ ${bound}`,
    ok: value <= bound,
  });
  const figures = [
    figure('no asset chosen', await eventsOf(unpaid), 12),
    figure('an asset chosen', await eventsOf(chosen), 17),
  ];
  await connection.close();
  return figures;
}
