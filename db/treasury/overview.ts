import { MODES, type Mode } from '../../domain/assets/assets.ts';
import { type Exact, minorOf, times } from '../../domain/treasury/exact.ts';
import { HEDGED_ASSETS, type HedgedAsset } from '../../domain/treasury/exchanges.ts';
import type { Db } from '../core/sequelize.ts';
import { type LimitChange, openLimitChanges } from './limit-changes.ts';
import { positionIn, positionsOf } from './positions.ts';
import {
  type ExchangeCheckRow,
  exchangeChecksTable,
  type HedgeFillRow,
  type HedgeLimitRow,
  type HedgeOrderRow,
  hedgeFillsTable,
  hedgeLimitsTable,
  hedgeOrdersTable,
  hedgePositionsTable,
  hedgeStopsTable,
  treasuryLimitsTable,
} from './rows.ts';
import { currentMids, type DayResult, resultsByDay } from './valuation.ts';

/** The rest of conversions in one asset, with its limits. */
export interface PositionView {
  readonly asset: HedgedAsset;
  readonly amount: Exact;
  /** Euro cents; null without a current rate. */
  readonly valueMinor: bigint | null;
  readonly since: Date | null;
  readonly limits: HedgeLimitRow;
}

export interface HedgeStopView {
  readonly asset: HedgedAsset | '*';
  readonly reason: string;
  readonly stoppedBy: string;
  readonly since: Date;
}

/** Everything that staff see of the treasury of a mode. */
export interface TreasuryOverview {
  readonly mode: Mode;
  readonly dailyLossMinor: bigint;
  readonly positions: readonly PositionView[];
  readonly stops: readonly HedgeStopView[];
  readonly checks: readonly ExchangeCheckRow[];
  readonly orders: readonly HedgeOrderRow[];
  readonly fills: readonly HedgeFillRow[];
  readonly results: readonly DayResult[];
  readonly changes: readonly LimitChange[];
}

const SHOWN = 50;
const DAYS = 30;

export async function treasuryOverviews(db: Db): Promise<TreasuryOverview[]> {
  const all: TreasuryOverview[] = [];
  for (const mode of MODES) all.push(await overviewOf(db, mode));
  return all;
}

async function overviewOf(db: Db, mode: Mode): Promise<TreasuryOverview> {
  const [positions, mids] = [await positionsOf(db, mode), await currentMids(db, mode)];
  const limits = await hedgeLimitsTable.find(db, { mode });
  const known = await hedgePositionsTable.find(db, { mode });
  const overall = await treasuryLimitsTable.findOne(db, { mode });
  const latest = { order: [['createdAt', 'DESC']], limit: SHOWN } as const;
  return {
    mode,
    dailyLossMinor: overall?.dailyLossMinor ?? 0n,
    positions: HEDGED_ASSETS.flatMap((asset): PositionView[] => {
      const own = limits.find((each) => each.asset === asset);
      if (own === undefined) return [];
      const amount = positionIn(asset, positions);
      const mid = mids.get(asset);
      const valueMinor = mid === undefined ? null : minorOf(times(amount, mid), EURO_DECIMALS);
      const since = known.find((each) => each.asset === asset)?.since ?? null;
      return [{ asset, amount, valueMinor, since, limits: own }];
    }),
    stops: await hedgeStopsTable.find(db, { mode }, { order: [['since', 'ASC']] }),
    checks: await exchangeChecksTable.find(
      db,
      { mode },
      {
        order: [
          ['exchange', 'ASC'],
          ['currency', 'ASC'],
        ],
      },
    ),
    orders: await hedgeOrdersTable.find(db, { mode }, latest),
    fills: await hedgeFillsTable.find(db, { mode }, { order: [['bookedAt', 'DESC']], limit: SHOWN }),
    results: await resultsByDay(db, mode, DAYS),
    changes: await openLimitChanges(db, mode),
  };
}

const EURO_DECIMALS = 2;
