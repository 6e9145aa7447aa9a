import { describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeAddress, receive, settleDeposits } from '../deposits/testing.fixture.ts';
import { chooseGate } from '../invoices/choose.ts';
import { makeInvoice, makeRates, makeShop, payInFull, testSettings } from '../invoices/testing.fixture.ts';
import { resolveTransfer } from '../ledger/resolve.ts';
import { makePayout } from '../payouts/testing.fixture.ts';
import { refundDesk } from '../refunds/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { checkDashboard } from './check.ts';
import { projectChanges, rebuildDashboard } from './project.ts';
import { balancePoints, type DashboardOf, dashboardSettings, operationSums, payerSums } from './read.ts';
import { allSums, openInvoice, projectAll, writePastNow } from './testing.fixture.ts';
import { setTimeZone } from './time-zone.ts';

const { db } = await openTestDatabase();
await makeRates(db);
await projectChanges(db);

const of = ({ merchantId, profileId, mode }: TestMerchant, currency = 'EUR'): DashboardOf => ({
  merchantId,
  profileId,
  mode,
  currency,
});
const today = async (shop: TestMerchant) => (await dashboardSettings(db, { ...of(shop), shopId: null })).today;

function inZone(shop: TestMerchant, zone: string): Promise<boolean> {
  return inTransaction(db, (tx) => setTimeZone(tx, shop.merchantId, zone));
}

function balanceDays({ merchantId }: TestMerchant) {
  return select<{ day: string; in: string; out: string }>(
    db,
    'SELECT day::text, in_minor AS in, out_minor AS out FROM balance_day WHERE merchant_id = $1 ORDER BY day',
    [merchantId],
  );
}

/** An amount on the balance at a moment. */
function creditAt(shop: TestMerchant, at: string, minor = 100n): Promise<void> {
  const credits = [[shop.merchantId, 'available', minor]] as const;
  return writePastNow(db, shop, { kind: 'settle', at: new Date(at), asset: 'BTC', credits });
}

describe('the sums of the dashboard', () => {
  test('count what merchants do: invoices with their fees, deposits, payouts, refunds and conversions of payers', async () => {
    const shop = await makeShop(db);
    const paid = (await makeInvoice(db, shop)).id;
    await payInFull(db, paid);
    const opened = await openInvoice(db, shop);
    const nowMs = Date.now();
    for (const gateId of ['LTC', 'BTC'] as const) {
      await inTransaction(db, (tx) => chooseGate(tx, testSettings, { invoiceId: opened, gateId, nowMs }));
    }
    await openInvoice(db, shop);
    const address = await makeAddress(db, shop, 'LTC');
    await receive(db, address, { minor: 200_000_000n, status: 'confirmed' });
    await settleDeposits(db, nowMs);
    await makePayout(db, shop);
    await finishMoneyOut(db);
    const desk = refundDesk(db);
    await desk.refund(shop, paid, { amount: { type: 'part', amountMinor: 20_000n } });
    await finishMoneyOut(db);
    await projectAll(db);

    const day = await today(shop);
    const sums = await operationSums(db, of(shop), [(await dayBefore(day)) ?? '', day]);
    // 0.002 BTC at 50 000, 2 LTC at 100; fees 1 % and 0.5 %.
    expect(sums).toMatchObject([
      { kind: 'deposit', count: 1, grossMinor: 20_000n, feeMinor: 100n },
      { kind: 'invoice', count: 1, grossMinor: 10_000n, feeMinor: 100n },
      { kind: 'payout', count: 1 },
      { kind: 'refund', count: 1 },
    ]);
    expect(await payerSums(db, shop.profileId, { from: day, to: day })).toEqual([
      { gateId: null, opened: 3, chosen: 2, paid: 1 },
      { gateId: 'BTC', opened: 0, chosen: 2, paid: 1 },
      { gateId: 'LTC', opened: 0, chosen: 1, paid: 0 },
    ]);
    expect(await checkDashboard(db)).toEqual([]);
  });

  test('are valued in the currency of the profile, at the rate of each day, rounded towards zero', async () => {
    const shop = await makeShop(db);
    await execute(
      db,
      `INSERT INTO rate_day VALUES ('sandbox', 'BTC', 'EUR', '2026-01-05', 1000),
         ('sandbox', 'BTC', 'USD', '2026-01-05', 1300)`,
    );
    await creditAt(shop, '2026-01-05T12:00:00Z', 100_000_999n);
    await creditAt(shop, '2026-01-06T12:00:00Z', -1_000n);
    await projectAll(db);
    const days = ['2026-01-04', '2026-01-05', '2026-01-06'];
    const values = async (currency: string) =>
      (await balancePoints(db, of(shop, currency), { days, step: 'day' })).map(({ day, valueMinor }) => [
        day,
        valueMinor,
      ]);
    // Of the sixth there is no rate, so that of the day before counts: 0.99999999 less is a cent less.
    expect(await values('EUR')).toEqual([
      ['2026-01-04', 0n],
      ['2026-01-05', 100_000n],
      ['2026-01-06', 99_999n],
    ]);
    expect((await values('USD')).at(-1)).toEqual(['2026-01-06', 129_999n]);
  });

  test('by month say what those by day say, at the end of each month and on the last day', async () => {
    const shop = await makeShop(db);
    await inZone(shop, 'Pacific/Auckland');
    for (const at of ['2025-11-30T10:59:59Z', '2025-11-30T11:00:00Z', '2026-01-31T10:59:00Z', '2026-02-03T00:00:00Z'])
      await creditAt(shop, at, 100_000_000n);
    await creditAt(shop, '2026-01-31T12:00:00Z', -1_000n);
    await projectAll(db);
    const days = ['2025-10-31', '2025-11-30', '2025-12-31', '2026-01-31', '2026-02-01', '2026-02-03'];
    const byDay = await balancePoints(db, of(shop), { days, step: 'day' });
    expect(byDay.map(({ valueMinor }) => valueMinor > 0n)).toEqual([false, true, true, true, true, true]);
    expect(new Set(byDay.map(({ valueMinor }) => valueMinor)).size).toBe(6);
    expect(await balancePoints(db, of(shop), { days: days.toSpliced(4, 1), step: 'month' })).toEqual(
      byDay.toSpliced(4, 1),
    );
    const { firstDay } = await dashboardSettings(db, { ...of(shop), shopId: null });
    expect(firstDay).toBe('2025-11-30');
  });

  test('count days of the merchant, which have 23 and 25 hours when clocks change', async () => {
    const shop = await makeShop(db);
    await inZone(shop, 'Europe/Berlin');
    // The first and the last second of each day, and the second after it.
    for (const at of ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z']) await creditAt(shop, at);
    for (const at of ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']) await creditAt(shop, at);
    await projectAll(db);
    expect((await balanceDays(shop)).map(({ day, in: came }) => [day, came])).toEqual([
      ['2026-03-29', '200'],
      ['2026-03-30', '100'],
      ['2026-10-25', '200'],
      ['2026-10-26', '100'],
    ]);
  });

  test('are counted again when the merchant moves to another zone, and others keep theirs', async () => {
    const [shop, other] = [await makeShop(db), await makeShop(db)];
    for (const each of [shop, other]) await creditAt(each, '2026-05-01T22:30:00Z');
    await makeInvoice(db, shop, { nowMs: Date.now() });
    await projectAll(db);
    const before = await balanceDays(other);
    expect((await balanceDays(shop)).map(({ day }) => day)).toEqual(['2026-05-01']);
    expect(await inZone(shop, 'Mars/Olympus')).toBe(false);
    expect(await inZone(shop, 'Asia/Kathmandu')).toBe(true);
    // A change before the days are counted again is counted once.
    for (const each of [shop, other]) await creditAt(each, '2026-05-03T22:30:00Z');
    await projectAll(db);
    expect((await balanceDays(shop)).map(({ day }) => day)).toEqual(['2026-05-02', '2026-05-04']);
    expect(await balanceDays(other)).toEqual([...before, { day: '2026-05-03', in: '100', out: '0' }]);
    expect(await checkDashboard(db)).toEqual([]);
    expect(await select(db, 'SELECT FROM dashboard_change')).toEqual([]);
  });

  test('keep a payment that was settled twice as one, and one that was reorganized as none of the money', async () => {
    const shop = await makeShop(db);
    const { id: invoiceId } = await makeInvoice(db, shop);
    const move = (kind: 'settle' | 'unsettle', at: string, minor: bigint) =>
      writePastNow(db, shop, {
        kind,
        at: new Date(at),
        asset: 'BTC',
        invoiceId,
        credits: [
          [shop.merchantId, `invoice:${invoiceId}`, -minor],
          [shop.merchantId, 'available', (minor * 99n) / 100n],
          ['gateway', 'fees:service', minor / 100n],
        ],
      });
    await move('settle', '2026-02-01T10:00:00Z', 1_000n);
    await projectAll(db);
    await move('settle', '2026-02-02T10:00:00Z', 500n);
    await move('unsettle', '2026-02-03T10:00:00Z', -1_500n);
    await projectAll(db);
    const days = ['2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03'];
    const rows = await select(
      db,
      `SELECT day::text, count, gross_minor AS gross, fee_minor AS fee FROM operation_day
       WHERE profile_id = $1 ORDER BY day`,
      [shop.profileId],
    );
    expect(rows).toEqual([
      { day: days[1], count: '1', gross: '1000', fee: '10' },
      { day: days[2], count: '0', gross: '500', fee: '5' },
      { day: days[3], count: '0', gross: '-1500', fee: '-15' },
    ]);
    // Between two accounts of one merchant, only the fee leaves.
    expect((await balanceDays(shop)).map(({ in: came, out }) => [came, out])).toEqual([
      ['0', '10'],
      ['0', '5'],
      ['15', '0'],
    ]);
    expect(await checkDashboard(db)).toEqual([]);
  });

  test('are the same after a rebuild, and readers never see them empty meanwhile', async () => {
    const before = await allSums(db);
    expect(before.balances.length).toBeGreaterThan(5);
    await execute(db, 'UPDATE operation_day SET gross_minor = gross_minor + 1');
    await execute(db, `DELETE FROM payer_day WHERE gate_id = ''`);
    const found = await checkDashboard(db);
    expect(new Set(found.map(({ table }) => table))).toEqual(new Set(['operation_day', 'payer_day']));
    let isDone = false;
    const rebuilt = rebuildDashboard(db).finally(() => {
      isDone = true;
    });
    while (!isDone) expect((await allSums(db)).balances).toEqual(before.balances);
    expect(await rebuilt).toBeGreaterThan(10);
    expect(await allSums(db)).toEqual(before);
    expect(await checkDashboard(db)).toEqual([]);
  });

  test('a difference is named with both numbers, also a row too many', async () => {
    const shop = await makeShop(db);
    await creditAt(shop, '2026-06-01T10:00:00Z', 7n);
    await projectAll(db);
    await execute(db, 'UPDATE balance_day SET in_minor = 8 WHERE merchant_id = $1', [shop.merchantId]);
    await execute(db, 'DELETE FROM balance_month WHERE merchant_id = $1', [shop.merchantId]);
    await execute(db, `INSERT INTO payer_day VALUES ($1, '2026-06-01', 'XRP', 0, 1, 0)`, [shop.profileId]);
    expect(await checkDashboard(db)).toEqual([
      { table: 'balance_day', subject: `${shop.merchantId} sandbox BTC 2026-06-01`, expected: '7 0', found: '8 0' },
      { table: 'balance_month', subject: `${shop.merchantId} sandbox BTC 2026-06-01`, expected: '7 0', found: null },
      { table: 'payer_day', subject: `${shop.profileId} 2026-06-01 XRP`, expected: null, found: '0 1 0' },
    ]);
    await rebuildDashboard(db);
    expect(await checkDashboard(db)).toEqual([]);
  });
});

async function dayBefore(day: string): Promise<string | undefined> {
  return (await one<{ day: string }>(db, 'SELECT ($1::date - 1)::text AS day', [day])).day;
}

/** Ends every hold as the chain does. */
async function finishMoneyOut(on: Db): Promise<void> {
  const holds = await select<{ key: string }>(
    on,
    `SELECT key FROM transfer t WHERE state = 'pending'
       AND NOT EXISTS (SELECT FROM transfer r WHERE r.resolves = t.id)`,
  );
  for (const { key } of holds) {
    await inTransaction(on, (tx) => resolveTransfer(tx, { key: newId(), pendingKey: key, outcome: 'post' }));
  }
}
