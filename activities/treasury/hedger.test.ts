import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { alertsTable } from '../../db/core/rows.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { hedgeOrdersTable, hedgeStopsTable } from '../../db/treasury/rows.ts';
import { releaseHedging } from '../../db/treasury/stops.ts';
import { resultsByDay, valuePositions } from '../../db/treasury/valuation.ts';
import { newId } from '../../domain/ids.ts';
import { parseExact } from '../../domain/treasury/exact.ts';
import { DEADLINE_GRACE_MS } from '../../domain/treasury/hedge-order.ts';
import { setTestRates, startSimulatedExchange } from '../exchanges/exchanges.fixture.ts';
import { type HedgerDeps, hedgeOnce } from './hedger.ts';
import { expectAgreement, leavePosition, openAccounts, ordersOf, positionNow } from './treasury.fixture.ts';

const { db } = await openTestDatabase();
await setTestRates(db);
const kraken = await startSimulatedExchange(db, 'kraken');
const binance = await startSimulatedExchange(db, 'binance');
const all = [kraken, binance];
const exchanges = all.map(({ exchange }) => exchange);
await openAccounts(db, exchanges);
afterAll(() => Promise.all(all.map(({ simulator }) => simulator.close())));

let nowMs = Date.now();
const deps: HedgerDeps = { db, exchanges, nowMs: () => nowMs };
const btc = { mode: 'sandbox', asset: 'BTC' } as const;

/** Rounds with the time between orders in between, until nothing is under way. */
async function hedge(subject: Parameters<typeof hedgeOnce>[1] = btc, with_: Partial<HedgerDeps> = {}) {
  for (let round = 0; round < 12; round += 1) {
    const { did, isUnderWay } = await hedgeOnce({ ...deps, ...with_ }, subject);
    if (!isUnderWay) return did;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return 'It is still under way.';
}

beforeEach(async () => {
  nowMs = Date.now();
  for (const { simulator } of all) simulator.faults.clear();
  await execute(db, `UPDATE hedge_order SET created_at = created_at - interval '1 minute'`);
  await execute(db, 'DELETE FROM hedge_position');
  for (const asset of ['BTC', 'USDT'] as const) {
    const left = await positionNow(db, asset);
    const minor = left / (asset === 'BTC' ? 10n ** 10n : 10n ** 12n);
    if (minor !== 0n) await leavePosition(db, { gateId: asset === 'BTC' ? 'BTC' : 'USDT_TRC20', minor: -minor });
  }
});

describe('a position', () => {
  test('above its threshold is sold at the exchange that pays most; books and exchange agree', async () => {
    await leavePosition(db, { gateId: 'BTC', minor: 20_000_000n });
    expect(await hedge()).toBe('The order to sell 0.2 BTC at binance is done.');
    expect(await positionNow(db, 'BTC')).toBe(0n);
    await expectAgreement(db, exchanges);
  });

  test('that is missing is bought', async () => {
    await leavePosition(db, { gateId: 'BTC', minor: -20_000_000n });
    await hedge();
    expect(await positionNow(db, 'BTC')).toBe(0n);
    await expectAgreement(db, exchanges);
  });

  test('of USDT is netted over its networks, and traded as one', async () => {
    await leavePosition(db, { gateId: 'USDT_ERC20', minor: 3_000_000_000n });
    await leavePosition(db, { gateId: 'USDT_TRC20', minor: -1_000_000_000n });
    const did = await hedge({ mode: 'sandbox', asset: 'USDT' });
    expect(did).toMatch(/^The order to sell 2000 USDT at binance is done\.$/);
    expect(await positionNow(db, 'USDT')).toBe(0n);
    await expectAgreement(db, exchanges);
  });

  test('is hedged by a quote where there is no order book', async () => {
    kraken.simulator.faults.isDown = true;
    await leavePosition(db, { gateId: 'USDT_TRC20', minor: -2_000_000_000n });
    expect(await hedge({ mode: 'sandbox', asset: 'USDT' })).toContain('at binance is done.');
    const [last] = (await ordersOf(db, 'USDT')).slice(-1);
    expect(last).toMatchObject({ kind: 'quote', side: 'buy' });
    kraken.simulator.faults.isDown = false;
    await expectAgreement(db, exchanges);
  });

  test('below its threshold waits for its age', async () => {
    await leavePosition(db, { gateId: 'BTC', minor: 100_000n });
    expect(await hedge()).toContain('below its threshold');
    nowMs += 301_000;
    expect(await hedge()).toContain('is done.');
  });

  test('is not hedged twice by two hedgers at once', async () => {
    await leavePosition(db, { gateId: 'BTC', minor: 10_000_000n });
    const before = (await ordersOf(db, 'BTC')).length;
    await Promise.all([hedge(), hedge(), hedge()]);
    expect((await ordersOf(db, 'BTC')).length).toBe(before + 1);
    expect(await positionNow(db, 'BTC')).toBe(0n);
    await expectAgreement(db, exchanges);
  });

  test('that is smaller than any exchange trades is no position that is behind', async () => {
    await leavePosition(db, { gateId: 'BTC', minor: 1n });
    await hedge();
    for (const afterMs of [301_000, 950_000, 1_700_000]) {
      nowMs = Date.now() + afterMs;
      expect(await hedge()).toBe('The position is smaller than what an exchange trades.');
    }
    expect(await openAlerts('hedging_behind')).toEqual([]);
    // Together with more it is hedged.
    await leavePosition(db, { gateId: 'BTC', minor: 19_999_999n });
    nowMs += 7_000;
    expect(await hedge()).toContain('sell 0.2 BTC');
  });

  test('that no exchange can take raises an alert after ten minutes', async () => {
    for (const { simulator } of all) simulator.faults.isDown = true;
    await leavePosition(db, { gateId: 'BTC', minor: 10_000_000n });
    expect(await hedge()).toContain('No exchange offers a price');
    nowMs += 601_000;
    await hedge();
    expect(await openAlerts('hedging_behind')).toEqual(['sandbox:BTC']);
    for (const { simulator } of all) simulator.faults.isDown = false;
    nowMs = Date.now();
    await hedge();
    await hedge();
    expect(await openAlerts('hedging_behind')).toEqual([]);
  });
});

describe('an order', () => {
  test('that is filled in part leaves the rest to the next one', async () => {
    binance.simulator.faults.add('trade', 'partial');
    await leavePosition(db, { gateId: 'BTC', minor: 20_000_000n });
    await hedge();
    expect(await positionNow(db, 'BTC')).toBe(parseExact('0.1'));
    expect(await hedge()).toContain('moments ago');
    nowMs += 7_000;
    await hedge();
    expect(await positionNow(db, 'BTC')).toBe(0n);
    await expectAgreement(db, exchanges);
  });

  test('that stays open is canceled, looked up and booked', async () => {
    binance.simulator.faults.add('trade', 'rests');
    await leavePosition(db, { gateId: 'BTC', minor: 20_000_000n });
    expect((await hedgeOnce(deps, btc)).did).toContain('is open.');
    nowMs += 6_000;
    expect((await hedgeOnce(deps, btc)).did).toContain('is canceled.');
    expect(await positionNow(db, 'BTC')).toBe(parseExact('0.2'));
  });

  test('that was refused leaves the position, and the reason', async () => {
    binance.simulator.faults.add('trade', 'reject');
    await leavePosition(db, { gateId: 'BTC', minor: 20_000_000n });
    expect(await hedge()).toContain('is canceled.');
    const [last] = (await ordersOf(db, 'BTC')).slice(-1);
    expect(last?.reason).toContain('This action is disabled');
    expect(await positionNow(db, 'BTC')).toBe(parseExact('0.2'));
  });

  test('whose answer was lost is found by our id, and is not sent again', async () => {
    binance.simulator.faults.add('trade', 'lost_answer');
    await leavePosition(db, { gateId: 'BTC', minor: 20_000_000n });
    await hedge();
    expect(await positionNow(db, 'BTC')).toBe(0n);
    await expectAgreement(db, exchanges);
  });

  test('that never arrived is given up after its deadline, not before', async () => {
    binance.simulator.faults.add('trade', 'outage');
    await leavePosition(db, { gateId: 'BTC', minor: 20_000_000n });
    expect((await hedgeOnce(deps, btc)).did).toContain('does not know the order');
    nowMs += 10_000;
    expect((await hedgeOnce(deps, btc)).did).toContain('does not know the order');
    nowMs += DEADLINE_GRACE_MS + 1;
    expect((await hedgeOnce(deps, btc)).did).toContain('is canceled.');
    nowMs = Date.now() + 7_000;
    await execute(db, `UPDATE hedge_order SET created_at = created_at - interval '1 minute'`);
    await hedge();
    expect(await positionNow(db, 'BTC')).toBe(0n);
    await expectAgreement(db, exchanges);
  });

  test('whose outcome stays unknown raises an alert, and nothing else is sent for the asset', async () => {
    binance.simulator.faults.add('trade', 'lost_answer');
    binance.simulator.faults.add('look_up', 'outage', 'outage', 'outage');
    await leavePosition(db, { gateId: 'BTC', minor: 20_000_000n });
    expect((await hedgeOnce(deps, btc)).did).toContain('is not known yet');
    nowMs += 301_000;
    expect((await hedgeOnce(deps, btc)).did).toContain('is not known yet');
    expect(await openAlerts('hedge_order_unknown')).toHaveLength(1);
    const orders = (await ordersOf(db, 'BTC')).length;
    await hedgeOnce(deps, btc);
    expect((await ordersOf(db, 'BTC')).length).toBe(orders);
    await hedge();
    expect(await openAlerts('hedge_order_unknown')).toEqual([]);
    await expectAgreement(db, exchanges);
  });
});

describe('limits', () => {
  test('stop an asset whose position is too large, until staff release it', async () => {
    await leavePosition(db, { gateId: 'BTC', minor: 130_000_000n });
    expect(await hedge()).toContain('worth €104000.00');
    expect(await hedge()).toContain('Hedging is stopped');
    expect(await openAlerts('hedging_stopped')).toEqual(['sandbox:BTC']);
    await leavePosition(db, { gateId: 'BTC', minor: -110_000_000n });
    expect(await hedge()).toContain('Hedging is stopped');
    await inTransaction(db, (tx) => releaseHedging(tx, btc));
    expect(await openAlerts('hedging_stopped')).toEqual([]);
    expect(await hedge()).toContain('is done.');
  });

  test('stop everything when the day has lost too much', async () => {
    await leavePosition(db, { gateId: 'EUR', minor: -90_000_000n });
    await leavePosition(db, { gateId: 'BTC', minor: 10_000_000n });
    expect(await hedge()).toMatch(/The day has lost €/);
    expect(await hedgeStopsTable.find(db, {})).toMatchObject([{ mode: 'sandbox', asset: '*', stoppedBy: 'hedger' }]);
    await inTransaction(db, (tx) => releaseHedging(tx, { mode: 'sandbox', asset: '*' }));
    await leavePosition(db, { gateId: 'EUR', minor: 90_000_000n });
  });

  test('of a stop count for an order that was stored, too', async () => {
    await leavePosition(db, { gateId: 'BTC', minor: 10_000_000n });
    const crash = () => {
      throw new Error('died');
    };
    await expect(hedgeOnce({ ...deps, faultPoint: crash }, btc)).rejects.toThrow('died');
    await execute(
      db,
      `INSERT INTO hedge_stop (mode, asset, reason, stopped_by) VALUES ('sandbox', '*', 'Because', 'ann')`,
    );
    expect((await hedgeOnce(deps, btc)).did).toContain('is canceled.');
    await inTransaction(db, (tx) => releaseHedging(tx, { mode: 'sandbox', asset: '*' }));
  });
});

test('positions are valued: afterwards they are worth nothing, and the day has the result', async () => {
  await inTransaction(db, (tx) => valuePositions(tx, 'sandbox'));
  const before = (await resultsByDay(db, 'sandbox', 1))[0]?.pnlMinor ?? 0n;
  // A coin for 79,000 euro that is worth 80,000.
  await leavePosition(db, { gateId: 'BTC', minor: 100_000_000n });
  await leavePosition(db, { gateId: 'EUR', minor: -7_900_000n });
  expect(await inTransaction(db, (tx) => valuePositions(tx, 'sandbox'))).toBe(100_000n);
  expect(await inTransaction(db, (tx) => valuePositions(tx, 'sandbox'))).toBe(0n);
  expect((await resultsByDay(db, 'sandbox', 1))[0]?.pnlMinor).toBe(before + 100_000n);
  await leavePosition(db, { gateId: 'BTC', minor: -100_000_000n });
  expect(await inTransaction(db, (tx) => valuePositions(tx, 'sandbox'))).toBe(-8_000_000n);
});

test('the database refuses a second open order of an asset', async () => {
  const order = {
    ...({ mode: 'sandbox', exchange: 'kraken', kind: 'order_book', asset: 'LTC', side: 'buy' } as const),
    id: newId(),
    amount: '1',
    bound: '1',
    mid: '1',
    deadlineAt: new Date(),
  };
  await hedgeOrdersTable.create(db, order);
  await expect(hedgeOrdersTable.create(db, { ...order, id: newId() })).rejects.toThrow();
});

async function openAlerts(kind: string): Promise<string[]> {
  return (await alertsTable.find(db, { kind, resolvedAt: null } as never)).map(({ subject }) => subject);
}
