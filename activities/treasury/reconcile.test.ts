import { afterAll, beforeEach, expect, test } from 'vitest';
import { alertsTable } from '../../db/core/rows.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { bookCapital } from '../../db/treasury/capital.ts';
import { exchangeChecksTable, hedgeStopsTable } from '../../db/treasury/rows.ts';
import { releaseHedging } from '../../db/treasury/stops.ts';
import { newId } from '../../domain/ids.ts';
import { ONE, parseExact } from '../../domain/treasury/exact.ts';
import { setTestRates, startSimulatedExchange, testOrder } from '../exchanges/exchanges.fixture.ts';
import { hedgeOnce } from './hedger.ts';
import { reconcileExchange } from './reconcile.ts';
import { leavePosition, openAccounts } from './treasury.fixture.ts';
import { newTreasuryMemory, watchTreasuryOnce } from './watch.ts';

const { db } = await openTestDatabase();
await setTestRates(db);
const { exchange, simulator } = await startSimulatedExchange(db, 'kraken');
await openAccounts(db, [exchange]);
afterAll(() => simulator.close());

let nowMs = Date.now();
const deps = { db, nowMs: () => nowMs, graceMs: 60_000 };
const all = { mode: 'sandbox', asset: '*' } as const;

/** As many comparisons as a difference needs to be believed. */
async function compare(times = 4): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect(await reconcileExchange(deps, exchange)).toBe(true);
    nowMs += 60_000;
  }
}

const openAlerts = () => alertsTable.find(db, { kind: 'exchange_balance', resolvedAt: null });

beforeEach(async () => {
  simulator.faults.clear();
  await inTransaction(db, (tx) => releaseHedging(tx, all));
});

test('an exchange that agrees with the books is noted, currency by currency', async () => {
  await compare(1);
  const checks = await exchangeChecksTable.find(db, { exchange: 'kraken' });
  expect(checks.map(({ currency }) => currency).sort()).toEqual(['BCH', 'BTC', 'ETH', 'EUR', 'LTC', 'USDT', 'XRP']);
  expect(checks.every(({ differenceMinor }) => differenceMinor === 0n)).toBe(true);
});

test.each([
  ['less', -ONE],
  ['more', ONE],
])('an exchange that says %s than the books stops hedging once it is believed', async (_what, lie) => {
  simulator.faults.lies.set('ETH', lie);
  await compare(2);
  expect(await hedgeStopsTable.count(db, { mode: 'sandbox' })).toBe(0);
  await compare(2);
  expect(await hedgeStopsTable.find(db, {})).toMatchObject([
    { ...all, stoppedBy: 'reconciliation', reason: 'kraken and the books differ: ETH.' },
  ]);
  expect(await openAlerts()).toMatchObject([{ subject: 'sandbox:kraken:ETH' }]);
  await leavePosition(db, { gateId: 'BTC', minor: 10_000_000n });
  const hedger = { db, exchanges: [exchange], nowMs: () => nowMs };
  expect((await hedgeOnce(hedger, { mode: 'sandbox', asset: 'BTC' })).did).toContain('Hedging is stopped');
  await leavePosition(db, { gateId: 'BTC', minor: -10_000_000n });
  simulator.faults.clear();
  await compare(1);
  expect(await openAlerts()).toEqual([]);
  // Only staff release it.
  expect(await hedgeStopsTable.count(db, { mode: 'sandbox' })).toBe(1);
});

test('a trade that is not ours is found, and listed as what may explain the difference', async () => {
  const [way] = exchange.ways;
  const stranger = testOrder({ amount: parseExact('0.01') });
  await way?.place(stranger);
  await compare();
  const [alert] = (await openAlerts()).filter(({ subject }) => subject.endsWith(':BTC'));
  expect(alert?.message).toMatch(/Trade T\w+ is not booked: sell 0\.01 BTC\/EUR for 799\.6/);
});

test('own money that was brought there is booked, and explains a surplus', async () => {
  await inTransaction(db, (tx) => releaseHedging(tx, all));
  simulator.faults.lies.set('XRP', 100n * ONE);
  await compare();
  const by = { actor: { kind: 'system', id: null, name: 'ann' }, origin: null, note: 'Brought by hand' } as const;
  const capital = { mode: 'sandbox', exchange: 'kraken', currency: 'XRP', minor: 100_000_000n, id: newId() } as const;
  await inTransaction(db, (tx) => bookCapital(tx, capital, by));
  await inTransaction(db, (tx) => bookCapital(tx, capital, by));
  await compare(1);
  expect((await openAlerts()).filter(({ subject }) => subject.endsWith(':XRP'))).toEqual([]);
  await inTransaction(db, (tx) => bookCapital(tx, { ...capital, minor: -100_000_000n, id: newId() }, by));
  simulator.faults.clear();
  await compare(1);
});

test('an exchange that does not answer raises an alert after a quarter of an hour', async () => {
  const memory = newTreasuryMemory(nowMs);
  const treasury = { ...deps, mode: 'sandbox', exchanges: [exchange], isSimulated: true } as const;
  simulator.faults.isDown = true;
  await watchTreasuryOnce(treasury, memory);
  nowMs += 901_000;
  await watchTreasuryOnce(treasury, memory);
  const away = () => alertsTable.count(db, { kind: 'exchange_away', resolvedAt: null });
  expect(await away()).toBe(1);
  simulator.faults.clear();
  await watchTreasuryOnce(treasury, memory);
  expect(await away()).toBe(0);
});

test('a closed order is looked up once more', async () => {
  await inTransaction(db, (tx) => releaseHedging(tx, all));
  await leavePosition(db, { gateId: 'LTC', minor: 10_000_000_000n });
  const hedger = { db, exchanges: [exchange], nowMs: () => nowMs };
  await hedgeOnce(hedger, { mode: 'sandbox', asset: 'LTC' });
  nowMs += 61_000;
  const treasury = { ...deps, mode: 'sandbox', exchanges: [exchange], isSimulated: true } as const;
  expect(await watchTreasuryOnce(treasury, newTreasuryMemory(nowMs))).toMatchObject({ rechecked: 1 });
  expect(await watchTreasuryOnce(treasury, newTreasuryMemory(nowMs))).toMatchObject({ rechecked: 0 });
});
