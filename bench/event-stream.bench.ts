import { Tidegate } from '../packages/node/src/index.ts';
import { startProduct } from '../scripts/testing/product.ts';
import { type Figure, percentile } from './figure.ts';
import { type BenchShop, openShop } from './shop.ts';

const INVOICES = 40;

/** How much later than its webhook an event arrives by the stream, over the whole running product. */
export async function run(): Promise<readonly Figure[]> {
  const product = await startProduct();
  const { url, api } = product.started;
  const shop = await openShop(product.started);
  const stop = new AbortController();
  const arrived = new Map<string, number>();
  const listening = listen(new Tidegate({ url, key: api.key, secret: api.secret }), { stop: stop.signal, arrived });
  try {
    await laterThanWebhook(shop, arrived, 10);
    const later = await laterThanWebhook(shop, arrived, INVOICES);
    const slowest = percentile(later, 1);
    return [
      {
        name: 'event by the stream after its webhook, one at a time, median',
        value: percentile(later, 0.5),
        unit: 'ms',
        target: '≤ 50 ms',
        ok: percentile(later, 0.5) <= 50,
      },
      { name: `the same, slowest of ${INVOICES}`, value: slowest, unit: 'ms' },
    ];
  } finally {
    stop.abort();
    await listening;
    await shop.close();
    await product.stop();
  }
}

interface Listening {
  readonly stop: AbortSignal;
  readonly arrived: Map<string, number>;
}

async function listen(client: Tidegate, { stop, arrived }: Listening): Promise<void> {
  try {
    for await (const { data } of client.events.live({ types: 'invoice.confirming' }, { signal: stop })) {
      arrived.set(data.id, Date.now());
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}

async function laterThanWebhook(shop: BenchShop, arrived: ReadonlyMap<string, number>, count: number) {
  const found: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const id = await shop.create('BTC');
    await shop.pay(id);
    const { atMs } = await shop.arrival(id, 'invoice.confirming');
    const patienceMs = performance.now() + 10_000;
    while (!arrived.has(id) && performance.now() < patienceMs) await new Promise((resolve) => setTimeout(resolve, 2));
    found.push((arrived.get(id) ?? Number.POSITIVE_INFINITY) - atMs);
  }
  return found;
}
