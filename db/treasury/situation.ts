import type { Mode } from '../../domain/assets/assets.ts';
import type { Exact } from '../../domain/treasury/exact.ts';
import type { HedgedAsset } from '../../domain/treasury/exchanges.ts';
import { OPEN_ORDER_STATUSES } from '../../domain/treasury/hedge-order.ts';
import type { HedgeLimits, HedgeSituation } from '../../domain/treasury/hedging.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared } from '../core/sql.ts';
import { positionIn, positionsOf } from './positions.ts';
import { type HedgeLimitRow, hedgeLimitsTable, hedgePositionsTable, treasuryLimitsTable } from './rows.ts';
import { hedgeStopOf } from './stops.ts';
import { currentMids, lossOfToday, positionsValue } from './valuation.ts';

/** Everything that decides whether an asset is hedged now. */
export async function readSituation(on: Tx | Db, mode: Mode, asset: HedgedAsset): Promise<HedgeSituation> {
  const [positions, mids] = [await positionsOf(on, mode), await currentMids(on, mode)];
  const limits = await hedgeLimitsTable.findOne(on, { mode, asset });
  const overall = await treasuryLimitsTable.findOne(on, { mode });
  if (limits === undefined || overall === undefined) throw new Error(`There are no limits of ${asset} (${mode}).`);
  const known = await hedgePositionsTable.findOne(on, { mode, asset });
  const last = await maybeOne<{ at: Date | null }>(on, lastOrderSql, [mode, asset]);
  return {
    asset,
    position: positionIn(asset, positions),
    sinceMs: known?.since?.getTime() ?? null,
    mid: mids.get(asset) ?? null,
    limits: limitsOf(limits),
    stop: await hedgeStopOf(on, mode, asset),
    lossMinor: await lossOfToday(on, mode, positionsValue(positions, mids) ?? 0n),
    dailyLossMinor: overall.dailyLossMinor,
    lastOrderMs: last?.at?.getTime() ?? null,
  };
}

export function limitsOf({ maxAgeSeconds, ...row }: HedgeLimitRow): HedgeLimits {
  const { thresholdMinor, maxOrderMinor, positionMinor, boundBps } = row;
  return { thresholdMinor, maxOrderMinor, positionMinor, boundBps, maxAgeMs: maxAgeSeconds * 1_000 };
}

/**
 * Notes since when there has been a position, and since when it has been due to be hedged. @returns both
 */
export async function notePosition(
  on: Tx | Db,
  of: { readonly mode: Mode; readonly asset: HedgedAsset },
  { isOpen, isDue, nowMs }: { readonly isOpen: boolean; readonly isDue: boolean; readonly nowMs: number },
): Promise<{ readonly since: Date | null; readonly dueSince: Date | null }> {
  return one(on, noteSql, [of.mode, of.asset, isOpen, isDue, new Date(nowMs)]);
}

/**
 * Whether a round of the hedger would change nothing: no position, none noted before, no order, stop or open alert. Two
 * small reads instead of a dozen, because most hedgers rest most of the time.
 */
export async function isAtRest(on: Tx | Db, mode: Mode, asset: HedgedAsset): Promise<boolean> {
  const { rests } = await one<{ rests: boolean }>(on, restSql, [mode, asset, OPEN_ORDER_STATUSES]);
  return rests && (await presentPosition(on, mode, asset)) === 0n;
}

/** The position of an asset now, in coins. */
export async function presentPosition(on: Tx | Db, mode: Mode, asset: HedgedAsset): Promise<Exact> {
  return positionIn(asset, await positionsOf(on, mode));
}

const restSql = prepared(`
  SELECT EXISTS (SELECT FROM hedge_position
                 WHERE mode = $1 AND asset = $2 AND since IS NULL AND due_since IS NULL)
    AND NOT EXISTS (SELECT FROM hedge_order WHERE mode = $1 AND asset = $2 AND status = ANY($3::text[]))
    AND NOT EXISTS (SELECT FROM hedge_stop WHERE mode = $1 AND asset IN ($2, '*'))
    AND NOT EXISTS (SELECT FROM alert
                    WHERE kind = 'hedging_behind' AND subject = $1 || ':' || $2 AND resolved_at IS NULL) AS rests`);
const lastOrderSql = prepared('SELECT max(created_at) AS at FROM hedge_order WHERE mode = $1 AND asset = $2');
const noteSql = prepared(`
  INSERT INTO hedge_position AS p (mode, asset, since, due_since)
  VALUES ($1, $2, CASE WHEN $3::boolean THEN $5::timestamptz END, CASE WHEN $4::boolean THEN $5::timestamptz END)
  ON CONFLICT (mode, asset) DO UPDATE
  SET since = CASE WHEN $3::boolean THEN coalesce(p.since, excluded.since) END,
    due_since = CASE WHEN $4::boolean THEN coalesce(p.due_since, excluded.due_since) END
  RETURNING since, due_since AS "dueSince"`);
