import { setTestRates, startSimulatedExchange, testOrder } from '../activities/exchanges/exchanges.fixture.ts';
import type { Exchange } from '../activities/exchanges/port.ts';
import { type HedgerDeps, hedgeOnce } from '../activities/treasury/hedger.ts';
import {
  expectAgreement,
  leavePosition,
  openAccounts,
  ordersOf,
  positionNow,
} from '../activities/treasury/treasury.fixture.ts';
import type { Db } from '../db/core/sequelize.ts';
import { parseExact } from '../domain/treasury/exact.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';

/**
 * A minute with a thousand conversions of one asset: into how many orders they are netted, how long an order takes
 * from the decision to its booked fills beside the bare calls of the exchange, and what a round without work costs.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ db }) => {
    await setTestRates(db);
    const all = [await startSimulatedExchange(db, 'kraken'), await startSimulatedExchange(db, 'binance')];
    const exchanges = all.map(({ exchange }) => exchange);
    try {
      await openAccounts(db, exchanges);
      return await measure(db, exchanges);
    } finally {
      for (const { simulator } of all) await simulator.close();
    }
  });
}

const CONVERSIONS = 1_000;
const MINUTE_MS = 60_000;
const MOST_ORDERS = 10;
const BTC = { mode: 'sandbox', asset: 'BTC' } as const;
/** The positions that conversions leave, in satoshi: most balance each other. */
const LEFT = [2_000_000n, -1_800_000n, 900_000n, -500_000n, 300_000n];

async function measure(db: Db, exchanges: readonly Exchange[]): Promise<Figure[]> {
  const deps: HedgerDeps = { db, exchanges, nowMs: Date.now };
  const rounds = { idle: [] as number[], orders: [] as number[] };
  let isOver = false;
  const hedging = (async () => {
    while (!isOver) {
      const start = performance.now();
      const before = (await ordersOf(db, 'BTC')).length;
      await hedgeOnce(deps, BTC);
      const made = (await ordersOf(db, 'BTC')).length > before;
      (made ? rounds.orders : rounds.idle).push(performance.now() - start);
      await pause(200);
    }
  })();
  const start = performance.now();
  for (let n = 0; n < CONVERSIONS; n += 1) {
    await leavePosition(db, { gateId: 'BTC', minor: LEFT[n % LEFT.length] ?? 0n });
    const early = (n + 1) * (MINUTE_MS / CONVERSIONS) - (performance.now() - start);
    if (early > 0) await pause(early);
  }
  const orders = (await ordersOf(db, 'BTC')).length;
  isOver = true;
  await hedging;
  await expectAgreement(db, exchanges);
  const left = await positionNow(db, 'BTC');
  const bare = await medianOf(9, () => bareOrder(exchanges));
  return [
    {
      name: `orders for ${CONVERSIONS} conversions in a minute`,
      value: orders,
      unit: '',
      target: `≤ ${MOST_ORDERS}`,
      ok: orders > 0 && orders <= MOST_ORDERS,
    },
    { name: 'position left at the end of the minute', value: Number(left / 10n ** 12n) / 1_000_000, unit: 'BTC' },
    {
      name: 'an order, from the decision to its booked fills',
      value: median(rounds.orders),
      unit: 'ms',
      reference: { name: 'the same calls of the exchanges alone', value: bare },
    },
    { name: 'a round with nothing to do', value: median(rounds.idle), unit: 'ms' },
  ];
}

/** Requests a price for every pair at every exchange, then places and looks up the order at one. */
async function bareOrder(exchanges: readonly Exchange[]): Promise<void> {
  const request = { asset: 'BTC', side: 'sell', amount: parseExact('0.05'), mid: parseExact('80000') } as const;
  const ways = exchanges.flatMap((exchange) => exchange.ways);
  await Promise.all(ways.map((way) => way.offer({ ...request, bound: parseExact('79600') })));
  const order = testOrder({ amount: request.amount });
  const way = ways.find(({ kind }) => kind === 'order_book');
  await way?.place(order);
  await way?.find(order);
}

async function medianOf(times: number, work: () => Promise<void>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    await work();
    took.push(performance.now() - start);
  }
  return median(took);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
