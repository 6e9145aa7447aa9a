import type { Mode } from '../../domain/assets/assets.ts';
import type { HedgedAsset } from '../../domain/treasury/exchanges.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { isAllStopped } from '../payouts/emergency-stop.ts';
import { hedgeStopsTable } from './rows.ts';

/** The scope of a stop: one asset, or `*` for all of a mode. */
export interface HedgeScope {
  readonly mode: Mode;
  readonly asset: HedgedAsset | '*';
}

/** The actor that stops hedging when a limit or a comparison says so. */
export const HEDGER = 'hedger';

/** Stops hedging and alerts operators, once; the first reason stays. No order is sent until staff release it. */
export async function stopHedging(
  tx: Tx,
  scope: HedgeScope,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  const stopped = await execute(tx, stopSql, [scope.mode, scope.asset, reason, by]);
  if (stopped === 0) return;
  await raiseAlert(tx, { ...alertOf(scope), message: `Hedging of ${named(scope)} is stopped by ${by}. ${reason}` });
}

/** @returns whether there was a stop */
export async function releaseHedging(tx: Tx, scope: HedgeScope): Promise<boolean> {
  const released = await hedgeStopsTable.destroy(tx, { mode: scope.mode, asset: scope.asset });
  await resolveAlert(tx, alertOf(scope));
  return released === 1;
}

/**
 * Why an asset is not hedged now; null if it is. A transaction that reads it waits for a stop in progress. Orders stop
 * with all outgoing money, and wait until a restored database was compared with the exchanges.
 */
export async function hedgeStopOf(on: Tx | Db, mode: Mode, asset: HedgedAsset): Promise<string | null> {
  const own = await maybeOne<{ reason: string }>(on, findSql, [mode, asset]);
  if (own !== undefined) return own.reason;
  return (await isAllStopped(on, mode)) ? 'All outgoing money is stopped.' : null;
}

function alertOf({ mode, asset }: HedgeScope) {
  return { kind: 'hedging_stopped', subject: `${mode}:${asset}` } as const;
}

function named({ mode, asset }: HedgeScope): string {
  return `${asset === '*' ? 'all assets' : asset} (${mode})`;
}

const stopSql = prepared(`
  INSERT INTO hedge_stop (mode, asset, reason, stopped_by) VALUES ($1, $2, $3, $4)
  ON CONFLICT (mode, asset) DO NOTHING`);
const findSql = prepared(`
  SELECT reason FROM hedge_stop WHERE mode = $1 AND asset IN ($2, '*') ORDER BY since LIMIT 1`);
