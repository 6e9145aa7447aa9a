import { Client, Connection } from '@temporalio/client';
import { connect } from '../db/connect.ts';
import { execute } from '../db/core/sql.ts';
import { freePort } from '../scripts/process/ports.ts';
import { startProduct } from '../scripts/testing/product.ts';
import { openBare } from './bare-rate.ts';
import type { Figure } from './figure.ts';
import { type BenchShop, inParallel, openShop } from './shop.ts';
import { inTurns, overallRates } from './turns.ts';

const ROUNDS = 3;
const PAYOUTS = 200;
const AT_ONCE = 32;
/** No tag, one confirmation of the chain at once: what is left is the gateway's own work. */
const RECIPIENT = { gate_id: 'XRP', address: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe' } as const;

/**
 * Single payouts over HTTP on a simulated chain: asked, held, signed, sent, confirmed, webhook received; beside bare
 * workflows with as many activities and signals on the same Temporal.
 */
export async function run(): Promise<readonly Figure[]> {
  const port = await freePort();
  const product = await startProduct({ TEMPORAL_PORT: String(port) });
  const address = `127.0.0.1:${port}`;
  const shop = await openShop(product.started);
  try {
    await notifyAt(product.servers.databaseUrl, shop.url);
    await fund(shop);
    await payoutsPerSecond(shop, 40);
    const bare = await openBare(address, { workflowType: 'barePayoutWorkflow', signals: 1, asks: 2, atOnce: AT_ONCE });
    const turns = await inTurns(ROUNDS, {
      value: () => payoutsPerSecond(shop, PAYOUTS),
      reference: () => bare.rate(PAYOUTS),
    });
    const rates = overallRates(turns);
    await bare.close();
    const events = await eventsOf(shop, address);
    const bareEvents = await lengthOf(address, 'bare:0');
    return [
      {
        name: 'single payouts',
        value: rates.value,
        unit: '/s',
        reference: { name: 'bare workflows', value: rates.reference },
        target: '≥ 0.60 of the reference',
        ok: rates.value / rates.reference >= 0.6,
      },
      {
        name: 'history events of a payout',
        value: events,
        unit: 'events',
        reference: { name: 'bare workflow', value: bareEvents },
        target: 'no more than the reference',
        ok: events <= bareEvents,
      },
    ];
  } finally {
    await shop.close();
    await product.stop();
  }
}

/** Sets the notification URL, as a merchant does in the integration settings. */
async function notifyAt(databaseUrl: string, url: string): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1 });
  await execute(db, `UPDATE profile SET notification_url = $1 WHERE mode = 'sandbox'`, [url]);
  await db.close();
}

/** Enough for every payout, by an invoice that is paid. */
async function fund(shop: BenchShop): Promise<void> {
  const id = await shop.create('XRP', undefined, '9000.00');
  await shop.pay(id);
  await shop.arrival(id, 'invoice.done');
}

async function payoutsPerSecond(shop: BenchShop, count: number): Promise<number> {
  const startMs = performance.now();
  const done: Promise<unknown>[] = [];
  await inParallel(count, AT_ONCE, async () => {
    const id = await shop.payOut({ ...RECIPIENT, amount: '1.5', fee_payer: 'merchant' });
    done.push(shop.arrival(id, 'payout.done'));
  });
  await Promise.all(done);
  return (count * 1_000) / (performance.now() - startMs);
}

async function eventsOf(shop: BenchShop, address: string): Promise<number> {
  const id = await shop.payOut({ ...RECIPIENT, amount: '1.5', fee_payer: 'merchant' });
  await shop.arrival(id, 'payout.done');
  return lengthOf(address, `payout:${id}`);
}

/** The events of a workflow that ends by itself. */
async function lengthOf(address: string, workflowId: string): Promise<number> {
  const connection = await Connection.connect({ address });
  const handle = new Client({ connection }).workflow.getHandle(workflowId);
  await handle.result();
  const { historyLength } = await handle.describe();
  await connection.close();
  return historyLength;
}
