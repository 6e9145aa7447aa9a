import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { execute } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { setTestRates, startSimulatedExchange } from '../exchanges/exchanges.fixture.ts';
import type { ExchangeFault } from '../exchanges/simulator/faults.ts';
import type { HedgeFaultPoint } from './follow-order.ts';
import { hedgeOnce } from './hedger.ts';
import { expectAgreement, leavePosition, openAccounts, ordersOf, positionNow } from './treasury.fixture.ts';

// Each call of an exchange fails before, during and after its work, and the hedger dies at each of its steps. Whatever
// happens, every trade is booked once, and books and exchanges agree.

const { db } = await openTestDatabase();
await setTestRates(db);
const kraken = await startSimulatedExchange(db, 'kraken', { timeoutMs: 400 });
const binance = await startSimulatedExchange(db, 'binance', { timeoutMs: 400 });
const all = [kraken, binance];
const exchanges = all.map(({ exchange }) => exchange);
const patient = all.map((each) => each.patient);
await openAccounts(db, exchanges);
afterAll(() => Promise.all(all.map(({ simulator }) => simulator.close())));

const btc = { mode: 'sandbox', asset: 'BTC' } as const;
const tally = { tried: 0, died: 0, canceled: 0 };
let nowMs = 0;

beforeEach(async () => {
  nowMs = Date.now();
  for (const { simulator } of all) simulator.faults.clear();
  await execute(db, `UPDATE hedge_order SET created_at = created_at - interval '1 minute'`);
});

class Died extends Error {}

/** Rounds until nothing is under way; the hedger dies once at the point, and starts again. */
async function hedgeThrough(diesAt: HedgeFaultPoint | null, doubled = false): Promise<void> {
  let mayDie = diesAt !== null;
  const faultPoint = (name: HedgeFaultPoint) => {
    if (!mayDie || name !== diesAt) return;
    mayDie = false;
    tally.died += 1;
    throw new Died();
  };
  const round = () =>
    hedgeOnce({ db, exchanges, nowMs: () => nowMs, faultPoint }, btc).catch((error: unknown) => {
      if (error instanceof Died) return { isUnderWay: true };
      throw error;
    });
  tally.tried += 1;
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const results = await Promise.all(doubled ? [round(), round(), round()] : [round()]);
    if (results.every(({ isUnderWay }) => !isUnderWay)) return;
    nowMs += 6_000;
  }
  throw new Error('It is still under way.');
}

const POINTS = ['after_create', 'before_place', 'after_place', 'before_book', 'after_book'] as const;
const TRADE_FAULTS: readonly ExchangeFault[] = [
  'outage',
  'rate_limit',
  'silence',
  'lost_answer',
  'error_after_work',
  'not_json',
  'reject',
  'partial',
  'rests',
  'slow',
];

describe.each(['kraken', 'binance'])('at %s', (name) => {
  const here = name === 'kraken' ? kraken : binance;
  const other = name === 'kraken' ? binance : kraken;
  const only = async () => {
    other.simulator.faults.isDown = true;
    await leavePosition(db, { gateId: 'BTC', minor: 1_000_000n });
  };

  test.each(TRADE_FAULTS.flatMap((fault) => [null, ...POINTS].map((point) => [fault, point] as const)))(
    'an order with %s, and a death %s',
    async (fault, point) => {
      await only();
      here.simulator.faults.add('trade', fault);
      await hedgeThrough(point);
      await checkEnd();
    },
  );

  test.each(['outage', 'lost_answer', 'not_json', 'slow', 'rate_limit'] as const)(
    'a look that meets %s',
    async (fault) => {
      await only();
      here.simulator.faults.add('look_up', fault, fault);
      await hedgeThrough(null);
      await checkEnd();
    },
  );

  test.each(POINTS)('three hedgers at once, one of which dies %s', async (point) => {
    await only();
    here.simulator.faults.add('trade', 'lost_answer');
    await hedgeThrough(point, true);
    await checkEnd();
  });

  async function checkEnd(): Promise<void> {
    const last = (await ordersOf(db, 'BTC')).at(-1);
    expect(['done', 'canceled']).toContain(last?.status);
    if (last?.status === 'canceled') tally.canceled += 1;
    other.simulator.faults.isDown = false;
    for (const { simulator } of all) simulator.faults.clear();
    await expectAgreement(db, patient);
  }
});

test('in the end the position is hedged, and nothing was lost or booked twice', async () => {
  for (let rounds = 0; rounds < 60 && (await positionNow(db, 'BTC')) !== 0n; rounds += 1) {
    nowMs += 400_000;
    await execute(db, `UPDATE hedge_order SET created_at = created_at - interval '1 minute'`);
    await hedgeThrough(null);
  }
  expect(await positionNow(db, 'BTC')).toBe(0n);
  const { fills, lost, twice } = await expectAgreement(db, patient);
  const { tried, died, canceled } = tally;
  const counts = { tried, deaths: died, canceled, fills, lost, twice };
  process.stdout.write(`hedger faults: ${JSON.stringify(counts)}\n`);
});
