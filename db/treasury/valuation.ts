import type { Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { type Exact, exactOf, minorOf, parseExact, times } from '../../domain/treasury/exact.ts';
import { HEDGED_ASSETS, type HedgedAsset } from '../../domain/treasury/exchanges.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, prepared, select } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { currentRates } from '../rates/rates.ts';
import { positionIn, positionsOf } from './positions.ts';
import { treasuryResultsTable } from './rows.ts';

/** Euro per coin of each asset that has a current rate. */
export async function currentMids(on: Tx | Db, mode: Mode): Promise<Map<HedgedAsset, Exact>> {
  const rates = await currentRates(on, { mode, assets: [...HEDGED_ASSETS], currencies: ['EUR'] });
  return new Map(rates.map(({ asset, value }) => [asset as HedgedAsset, parseExact(value)]));
}

/** The value of all positions together in euro cents; null while an asset with a position has no current rate. */
export function positionsValue(
  positions: ReadonlyMap<string, bigint>,
  mids: ReadonlyMap<HedgedAsset, Exact>,
): bigint | null {
  let value = exactOf(positions.get('EUR') ?? 0n, EURO_DECIMALS);
  for (const asset of HEDGED_ASSETS) {
    const position = positionIn(asset, positions);
    const mid = mids.get(asset);
    if (position === 0n) continue;
    if (mid === undefined) return null;
    value += times(position, mid);
  }
  return minorOf(value, EURO_DECIMALS);
}

/**
 * Books what positions are worth as profit or loss: euro from `position` to `pnl`, or back, so that all positions
 * together are worth nothing afterwards. Conversions made meanwhile are part of the next valuation.
 * @returns the profit in euro cents; null without current rates
 */
export async function valuePositions(tx: Tx, mode: Mode): Promise<bigint | null> {
  // One at a time: two would both book the same value.
  await lockUntilCommit(tx, `treasury-valuation:${mode}`);
  const value = positionsValue(await positionsOf(tx, mode), await currentMids(tx, mode));
  if (value === null || value === 0n) return value;
  const id = newId();
  const position = { owner: GATEWAY, mode, asset: 'EUR', kind: 'position' } as const;
  const pnl = { ...position, kind: 'pnl' } as const;
  const postings =
    value > 0n ? [{ debit: position, credit: pnl, minor: value }] : [{ debit: pnl, credit: position, minor: -value }];
  await postTransfers(tx, [{ key: `pnl:${id}`, kind: 'pnl', postings }]);
  await treasuryResultsTable.create(tx, { id, mode, minor: value });
  return value;
}

/** The result of one day (UTC); euro cents. */
export interface DayResult {
  readonly day: string;
  /** Of spread and price moves, before fees. */
  readonly pnlMinor: bigint;
  /** Trading fees; those in coins are not part of it. */
  readonly feesMinor: bigint;
}

/** The results of the last days that have any, the latest first. */
export async function resultsByDay(on: Tx | Db, mode: Mode, days: number): Promise<DayResult[]> {
  const rows = await select<{ day: string; pnl: string; fees: string }>(on, daysSql, [mode, days]);
  return rows.map(({ day, pnl, fees }) => ({
    day,
    pnlMinor: BigInt(pnl),
    feesMinor: minorOf(parseExact(fees), EURO_DECIMALS),
  }));
}

/** The day's loss so far including amounts that are not booked yet; below zero: a profit. Euro cents. */
export async function lossOfToday(on: Tx | Db, mode: Mode, openValueMinor: bigint): Promise<bigint> {
  const [today] = await resultsByDay(on, mode, 1);
  return (today?.feesMinor ?? 0n) - (today?.pnlMinor ?? 0n) - openValueMinor;
}

const EURO_DECIMALS = 2;
const daysSql = prepared(`
  SELECT day::text AS day, sum(pnl)::numeric(78, 0)::text AS pnl, sum(fees)::text AS fees
  FROM (
    SELECT (valued_at AT TIME ZONE 'UTC')::date AS day, minor AS pnl, 0 AS fees FROM treasury_result
    WHERE mode = $1 AND valued_at >= date_trunc('day', now(), 'UTC') - make_interval(days => $2 - 1)
    UNION ALL
    SELECT (booked_at AT TIME ZONE 'UTC')::date, 0, fee FROM hedge_fill
    WHERE mode = $1 AND fee_currency = 'EUR'
      AND booked_at >= date_trunc('day', now(), 'UTC') - make_interval(days => $2 - 1)) AS r
  GROUP BY 1 ORDER BY 1 DESC`);
