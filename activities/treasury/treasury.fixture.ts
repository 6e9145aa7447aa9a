import { expect } from 'vitest';
import { type Db, moneyTransaction } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { GATEWAY } from '../../db/ledger/accounts.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { exchangeBooks, positionIn, positionsOf } from '../../db/treasury/positions.ts';
import { type HedgeOrderRow, hedgeFillsTable, hedgeOrdersTable } from '../../db/treasury/rows.ts';
import type { GateId, Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { type Exact, exactOf } from '../../domain/treasury/exact.ts';
import { type HedgedAsset, ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import { until } from '../../scripts/testing/until.ts';
import type { Exchange } from '../exchanges/port.ts';
import { newTreasuryMemory, watchTreasuryOnce } from './watch.ts';

/** The result of a conversion: the gateway got this much of a gate's coins, or paid it out. */
export async function leavePosition(
  db: Db,
  { mode = 'sandbox', gateId, minor }: { readonly mode?: Mode; readonly gateId: GateId; readonly minor: bigint },
): Promise<void> {
  const account = { owner: GATEWAY, mode, asset: gateId };
  const [position, coins] = [
    { ...account, kind: 'position' },
    { ...account, kind: 'custody:BTC' },
  ] as const;
  const [debit, credit] = minor > 0n ? [coins, position] : [position, coins];
  const size = minor > 0n ? minor : -minor;
  await moneyTransaction(db, (tx) =>
    postTransfers(tx, [{ key: `test:${newId()}`, kind: 'conversion', postings: [{ debit, credit, minor: size }] }]),
  );
}

export async function positionNow(db: Db, asset: HedgedAsset, mode: Mode = 'sandbox'): Promise<Exact> {
  return positionIn(asset, await positionsOf(db, mode));
}

/** Books what the simulated accounts opened with. */
export async function openAccounts(db: Db, exchanges: readonly Exchange[], mode: Mode = 'sandbox'): Promise<void> {
  const deps = { db, mode, exchanges, isSimulated: true, nowMs: Date.now };
  // The first call of an account also reads its markets, which may take longer than a test waits for an answer.
  await until(async () => {
    const { compared } = await watchTreasuryOnce(deps, newTreasuryMemory(Date.now()));
    return Object.values(compared).every((outcome) => outcome === 'compared');
  }, 'the accounts are open');
}

export function ordersOf(db: Db, asset: HedgedAsset): Promise<HedgeOrderRow[]> {
  return hedgeOrdersTable.find(db, { asset }, { order: [['createdAt', 'ASC']] });
}

/** The findings when fills, books and exchanges were compared. */
export interface Agreement {
  readonly fills: number;
  readonly lost: number;
  readonly twice: number;
}

/** Every trade of the exchanges is one fill, every fill one transfer, and the books say what the exchanges hold. */
export async function expectAgreement(db: Db, exchanges: readonly Exchange[]): Promise<Agreement> {
  const fills = await hedgeFillsTable.find(db, {});
  const traded = (await Promise.all(exchanges.map((exchange) => exchange.trades(0)))).flat();
  const quoted = fills.filter(({ tradeId }) => tradeId.startsWith('convert-'));
  const lost = traded.filter(({ tradeId }) => !fills.some((fill) => fill.tradeId === tradeId)).length;
  const twice = fills.length - quoted.length - (traded.length - lost);
  expect({ lost, twice }).toEqual({ lost: 0, twice: 0 });
  const transfers = await select<{ key: string }>(db, `SELECT key FROM transfer WHERE kind = 'hedge_fill'`);
  expect(new Set(transfers.map(({ key }) => key))).toEqual(
    new Set(fills.map(({ mode, exchange, tradeId }) => `hedge-fill:${mode}:${exchange}:${tradeId}`)),
  );
  for (const exchange of exchanges) {
    const books = await exchangeBooks(db, { mode: exchange.mode, exchange: exchange.name });
    for (const [currency, held] of await exchange.balances()) {
      const unit = exactOf(1n, ledgerAssetOf(currency).decimals);
      const difference = held - (books.get(currency) ?? 0n);
      expect({ currency, isSame: -unit < difference && difference < unit }).toEqual({ currency, isSame: true });
    }
  }
  expect((await trialBalance(db)).mismatches).toEqual([]);
  return { fills: fills.length, lost, twice };
}
