import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples, timeForExamples } from '../../domain/examples.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { type Exact, exactOf, parseExact } from '../../domain/treasury/exact.ts';
import { HEDGED_ASSETS, type HedgedAsset, ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import { moneyTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { bookFills, type ReportedFill } from './fills.ts';
import { exchangeBooks, positionIn, positionsOf } from './positions.ts';
import { type HedgeOrderRow, hedgeOrdersTable } from './rows.ts';

const { db } = await openTestDatabase();

const decimal = (most: number) => fc.bigInt(1n, BigInt(most) * 10n ** 10n).map((value): Exact => value * 10n ** 8n);
const fill = fc.record({
  amount: decimal(3),
  cost: decimal(100_000),
  fee: fc.option(fc.record({ currency: fc.constantFrom('EUR', 'BTC', 'BNB'), amount: decimal(2) }), { nil: null }),
});
const history = fc.array(
  fc.record({
    asset: fc.constantFrom(...HEDGED_ASSETS),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    fills: fc.array(fill, { minLength: 1, maxLength: 5 }),
    /** In which parts they are reported: each names a beginning of the list, some of it known already. */
    reports: fc.array(fc.nat({ max: 5 }), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 6 },
);

test('whatever is filled, and however often it is reported, the books are exact', {
  timeout: timeForExamples(120_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (orders) => {
      await execute(db, 'DELETE FROM hedge_fill');
      const before = await exchangeBooks(db, { mode: 'sandbox', exchange: 'kraken' });
      const positionsBefore = await positionsOf(db, 'sandbox');
      const expected = new Map<string, Exact>(before);
      const traded = new Map<HedgedAsset, Exact>();
      const add = (currency: string, amount: Exact) => expected.set(currency, (expected.get(currency) ?? 0n) + amount);
      for (const { asset, side, fills, reports } of orders) {
        const order = await makeOrder(asset, side);
        const reported = fills.map((each): ReportedFill => ({ ...each, tradeId: newId(), atMs: Date.now() }));
        for (const upTo of [...reports, reported.length, reported.length]) {
          await moneyTransaction(db, (tx) => bookFills(tx, order, reported.slice(0, upTo)));
        }
        const sign = side === 'buy' ? 1n : -1n;
        for (const { amount, cost, fee } of reported) {
          add(asset, sign * amount);
          add('EUR', -sign * cost);
          if (fee !== null) add(fee.currency, -fee.amount);
          traded.set(asset, (traded.get(asset) ?? 0n) + sign * amount);
        }
      }
      const books = await exchangeBooks(db, { mode: 'sandbox', exchange: 'kraken' });
      for (const [currency, amount] of expected)
        expect([currency, books.get(currency) ?? 0n]).toEqual([currency, amount]);
      const positions = await positionsOf(db, 'sandbox');
      for (const [asset, amount] of traded) {
        const moved = positionIn(asset, positions) - positionIn(asset, positionsBefore);
        // Fees in coins share the remainder.
        const unit = 2n * exactOf(1n, ledgerAssetOf(asset).decimals);
        const off = moved - amount;
        expect(off > -unit && off < unit).toBe(true);
      }
    }),
    { numRuns: examples(25) },
  );
  expect((await trialBalance(db)).mismatches).toEqual([]);
});

test('a trade that belongs to another order is refused', async () => {
  const [one, other] = [await makeOrder('BTC', 'sell'), await makeOrder('LTC', 'sell')];
  const reported = { tradeId: newId(), amount: parseExact('1'), cost: parseExact('2'), fee: null, atMs: Date.now() };
  await moneyTransaction(db, (tx) => bookFills(tx, one, [reported]));
  await expect(moneyTransaction(db, (tx) => bookFills(tx, other, [reported]))).rejects.toThrow('another order');
});

async function makeOrder(asset: HedgedAsset, side: 'buy' | 'sell'): Promise<HedgeOrderRow> {
  return hedgeOrdersTable.create(db, {
    id: newId(),
    mode: 'sandbox',
    exchange: 'kraken',
    kind: 'order_book',
    asset,
    side,
    amount: '1',
    bound: '1',
    mid: '1',
    deadlineAt: new Date(),
    status: 'canceled',
    closedAt: new Date(),
  });
}
