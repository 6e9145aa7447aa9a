import type { Mode, Network } from '../../domain/assets/assets.ts';
import { COINS_UNCHECKED, requireCheckedRestores } from '../core/restored.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { moment, react } from '../process/reactions.ts';
import { nudgeQueued } from './nudge.ts';
import { emergencyStopsTable } from './rows.ts';

/** The actor that stops a network when coins are missing. */
export const RECONCILIATION = 'reconciliation';

/** The parts that can be stopped: coins by their network, and euro to bank accounts. */
export type StoppedNetwork = Network | 'SEPA';

/** An emergency stop, active or not. */
export interface StopRow {
  readonly mode: Mode;
  /** A network, or `*` for all. */
  readonly network: StoppedNetwork | '*';
  readonly stopped: boolean;
  readonly reason: string | null;
  readonly changedBy: string | null;
  readonly changedAt: Date;
}

export interface StopChange {
  readonly modes: readonly Mode[];
  readonly network: StoppedNetwork | '*';
  readonly stopped: boolean;
  readonly by: string;
  readonly reason: string;
}

/**
 * Activates or releases the stop. Waits for signatures in progress; afterwards nothing is signed until the release.
 * Senders check it right before sending, without a lock, because a node may be slow: transactions that were already
 * signed and are just being sent may still go out. The release makes waiting payouts retry at once.
 * @throws DomainError `restore_unchecked` for a release while the checks after a restore of the database are open
 */
export async function changeStop(on: Db | Tx, change: StopChange): Promise<void> {
  const { modes, network, stopped, by, reason } = change;
  const work = async (tx: Tx) => {
    if (!stopped) await requireCheckedRestores(tx, network === 'SEPA' ? 'euro' : 'coins');
    await execute(tx, changeSql, [modes, network, stopped, by, reason]);
    if (!stopped) await release(tx, { modes, network });
  };
  if ('notifier' in on) await inTransaction(on, work);
  else await work(on);
}

async function release(tx: Tx, { modes, network }: Pick<StopChange, 'modes' | 'network'>): Promise<void> {
  if (network !== 'SEPA') await nudgeQueued(tx, { modes, ...(network === '*' ? {} : { networks: [network] }) });
  if (network === 'SEPA' || network === '*') await react(tx, euroReleased, [{ modes }]);
}

/** Euro to bank accounts are no longer stopped. */
export const euroReleased = moment<{ readonly modes: readonly Mode[] }>('payout.euro_released');

/** Every row of the stop. */
export async function readStops(on: Db | Tx): Promise<StopRow[]> {
  return emergencyStopsTable.find(
    on,
    {},
    {
      order: [
        ['mode', 'ASC'],
        ['network', 'ASC'],
      ],
    },
  );
}

/**
 * Whether outgoing money is stopped now, by the emergency stop or because a restored database is not checked. Within a
 * transaction the answer stays valid until its end, because a new stop waits for it.
 */
export async function isStopped(
  on: Tx | Db,
  { mode, network }: { readonly mode: Mode; readonly network: StoppedNetwork },
): Promise<boolean> {
  const rows = await select<{ stopped: boolean }>(on, network === 'SEPA' ? lockEuroSql : lockSql, [mode, network]);
  // Missing rows count as stopped: no money leaves without a decision.
  return rows.length < 2 || rows.some(({ stopped }) => stopped);
}

/** Whether everything is stopped, or a restored database is not checked; as {@link isStopped}. */
export async function isAllStopped(on: Tx | Db, mode: Mode): Promise<boolean> {
  const rows = await select<{ stopped: boolean }>(on, lockSql, [mode, '*']);
  return rows.length === 0 || rows.some(({ stopped }) => stopped);
}

/** Whether this network's own stop is active, regardless of the stop for all networks. */
export async function isNetworkStopped(
  on: Tx | Db,
  { mode, network }: { readonly mode: Mode; readonly network: Network },
): Promise<boolean> {
  const rows = await select<{ stopped: boolean }>(on, pulledSql, [mode, network]);
  return rows.length === 0 || rows.some(({ stopped }) => stopped);
}

const changeSql = prepared(`
  UPDATE emergency_stop
  SET stopped = $3, changed_by = $4, reason = $5, changed_at = now()
  WHERE mode = ANY($1::text[]) AND network = $2`);
const pulledSql = prepared('SELECT stopped FROM emergency_stop WHERE mode = $1 AND network = $2');
const lockedStops = (unchecked: string) => `
  SELECT s.stopped OR EXISTS (SELECT FROM database_restore r WHERE ${unchecked}) AS stopped
  FROM emergency_stop s WHERE s.mode = $1 AND s.network IN ($2, '*') ORDER BY s.network FOR SHARE OF s`;
const lockSql = prepared(lockedStops(COINS_UNCHECKED));
const lockEuroSql = prepared(lockedStops('r.checked_at IS NULL'));
