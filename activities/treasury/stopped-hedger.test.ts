import { afterAll, afterEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { operatorsOf } from '../../db/restores/stopped.fixture.ts';
import type { HedgeOrderRow } from '../../db/treasury/rows.ts';
import { simulatedOrdersTable } from '../../db/treasury/simulated-rows.ts';
import { parseExact } from '../../domain/treasury/exact.ts';
import { setTestRates, startSimulatedExchange } from '../exchanges/exchanges.fixture.ts';
import type { HedgeFaultPoint } from './follow-order.ts';
import { type HedgerDeps, hedgeOnce } from './hedger.ts';
import { expectAgreement, leavePosition, openAccounts, ordersOf, positionNow } from './treasury.fixture.ts';

const { db } = await openTestDatabase();
await setTestRates(db);
const kraken = await startSimulatedExchange(db, 'kraken');
const exchanges = [kraken.exchange];
await openAccounts(db, exchanges);
afterAll(() => kraken.simulator.close());

let laterMs = 0;
const deps: HedgerDeps = { db, exchanges, nowMs: () => Date.now() + laterMs };
const btc = { mode: 'sandbox', asset: 'BTC' } as const;
const { stop, restore, goOn } = operatorsOf(db);
afterEach(async () => {
  await goOn();
  laterMs = 0;
});

/** Until nothing is under way; each order is later than the pause between two. */
async function hedge(): Promise<string> {
  laterMs += 10_000;
  for (let round = 0; round < 40; round += 1) {
    const { did, isUnderWay } = await hedgeOnce(deps, btc);
    if (!isUnderWay) return did;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return 'It is still under way.';
}
const dieAt = (point: HedgeFaultPoint) => (name: HedgeFaultPoint) => {
  if (name === point) throw new Error(`It died at ${name}.`);
};
const placed = () => simulatedOrdersTable.count(db, { asset: 'BTC' });
/** An order that is stored, and was not sent by this database. */
async function stored(): Promise<HedgeOrderRow> {
  laterMs += 10_000;
  await leavePosition(db, { gateId: 'BTC', minor: 10_000_000n });
  await expect(hedgeOnce({ ...deps, faultPoint: dieAt('after_create') }, btc)).rejects.toThrow('It died');
  const order = (await ordersOf(db, 'BTC')).at(-1);
  if (order?.status !== 'new') throw new Error('There is no new order.');
  return order;
}

test('no order is made or sent while all money is stopped', async () => {
  const before = await placed();
  const order = await stored();
  await stop();
  expect((await hedgeOnce(deps, btc)).did).toContain('is canceled');
  expect(await hedge()).toContain('All outgoing money is stopped.');
  expect(await placed()).toBe(before);
  expect((await ordersOf(db, 'BTC')).at(-1)).toMatchObject({ id: order.id, reason: 'All outgoing money is stopped.' });
  await goOn();
  expect(await hedge()).toContain('is done');
});

test('restored positions are not traded before the exchanges were compared', async () => {
  const before = await placed();
  await leavePosition(db, { gateId: 'BTC', minor: 10_000_000n });
  await restore();
  expect(await hedge()).toContain('All outgoing money is stopped.');
  expect(await placed()).toBe(before);
  await goOn();
  expect(await hedge()).toContain('is done');
});

test('an order that was sent after the moment of the backup is found with its fills, and is not sent again', async () => {
  const order = await stored();
  const before = await placed();
  const { id, asset, side, quoteId } = order;
  await kraken.exchange.ways[0]?.place({
    id,
    asset,
    side,
    quoteId,
    amount: parseExact(order.amount),
    bound: parseExact(order.bound),
    deadlineMs: Date.now() + 10_000,
    sentAtMs: Date.now(),
  });
  await restore();
  laterMs += 3_600_000;
  await hedge();
  expect((await ordersOf(db, 'BTC')).at(-1)).toMatchObject({ id, status: 'done' });
  expect(await placed()).toBe(before + 1);
  expect(await positionNow(db, 'BTC')).toBe(0n);
  await expectAgreement(db, exchanges);
});
