import { startProduct } from '../scripts/testing/product.ts';
import { type Figure, percentile } from './figure.ts';
import { type BenchShop, inParallel, openShop } from './shop.ts';

const ONE_BY_ONE = 40;
const AT_ONCE = 50;
/** The slowest of 50 is a single event; of 250, the 99th percentile is more than one. */
const CROWDS = 5;

/**
 * From the moment the chain knows a payment (the sandbox has answered that it is in the mempool) to the arrival of
 * `invoice.confirming` or `deposit.created` at the shop, over the whole running product.
 */
export async function run(): Promise<readonly Figure[]> {
  const product = await startProduct();
  const shop = await openShop(product.started);
  try {
    await latencies(shop, 10, 1);
    await depositLatencies(shop, 10);
    const deposits = await depositLatencies(shop, ONE_BY_ONE);
    const single = await latencies(shop, ONE_BY_ONE, 1);
    const crowd: number[] = [];
    for (let round = 0; round < CROWDS; round += 1) crowd.push(...(await latencies(shop, AT_ONCE, AT_ONCE)));
    return [
      {
        name: 'payment seen → webhook received, one at a time, median',
        value: percentile(single, 0.5),
        unit: 'ms',
        target: '≤ 20 ms',
        ok: percentile(single, 0.5) <= 20,
      },
      {
        name: 'deposit seen → webhook received, one at a time, median',
        value: percentile(deposits, 0.5),
        unit: 'ms',
        reference: { name: 'the same of an invoice', value: percentile(single, 0.5) },
        target: '≤ 20 ms',
        ok: percentile(deposits, 0.5) <= 20,
      },
      {
        name: `payment seen → webhook received, ${AT_ONCE} invoices at once, 99th percentile`,
        value: percentile(crowd, 0.99),
        unit: 'ms',
        target: '≤ 200 ms',
        ok: percentile(crowd, 0.99) <= 200,
      },
    ];
  } finally {
    await shop.close();
    await product.stop();
  }
}

async function latencies(shop: BenchShop, count: number, atOnce: number): Promise<number[]> {
  const ids: string[] = [];
  await inParallel(count, 8, async () => void ids.push(await shop.create('BTC')));
  // Their workflows start in the background; what is measured is the payment.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const found: number[] = [];
  await inParallel(count, atOnce, async (index) => {
    const id = ids[index];
    if (id === undefined) return;
    await shop.pay(id);
    const knownAtMs = Date.now();
    const { atMs } = await shop.arrival(id, 'invoice.confirming');
    // With many at once the webhook may overtake the answer.
    found.push(Math.max(atMs - knownAtMs, 0));
  });
  return found;
}

async function depositLatencies(shop: BenchShop, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const id = await shop.address('BTC');
    await shop.payAddress(id, '0.01000000');
    const knownAtMs = Date.now();
    const { atMs } = await shop.arrival(id, 'deposit.created');
    found.push(Math.max(atMs - knownAtMs, 0));
  }
  return found;
}
