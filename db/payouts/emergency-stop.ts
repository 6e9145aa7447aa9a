import { type Mode, NETWORKS, type Network } from '../../domain/assets.ts';
import { batchesLines } from '../../domain/payouts/mass-batch.ts';
import { sliceNudge } from '../mass-payouts/publish.ts';
import { waitingSlices } from '../mass-payouts/slice-work.ts';
import { enqueue } from '../outbox.ts';
import { type Db, inTransaction, type Tx } from '../sequelize.ts';
import { execute, prepared, select } from '../sql.ts';
import { workflowNudge } from './publish.ts';
import { type PayoutRow, payoutSelect } from './rows.ts';

/** A stop that is in force, or not. */
export interface StopRow {
  readonly mode: Mode;
  /** A network, or `*` for all. */
  readonly network: string;
  readonly stopped: boolean;
  readonly reason: string | null;
  readonly changedBy: string | null;
  readonly changedAt: Date;
}

export interface StopChange {
  readonly modes: readonly Mode[];
  readonly network: Network | '*';
  readonly stopped: boolean;
  readonly by: string;
  readonly reason: string;
}

/**
 * Pulls or releases the stop. Waits for signatures that are being made; once it has returned, nothing more is signed until it is released. Whoever sends looks at it right
 * before, without a lock, because a node may take its time: what was signed before and is just being sent may still get there.
 * The release tells what waited for it to try again at once.
 */
export async function changeStop(on: Db | Tx, change: StopChange): Promise<void> {
  const { modes, network, stopped, by, reason } = change;
  const work = async (tx: Tx) => {
    await execute(tx, changeSql, [modes, network, stopped, by, reason]);
    if (!stopped) await nudgeQueued(tx, change);
  };
  if ('notifier' in on) await inTransaction(on, work);
  else await work(on);
}

/** Lines of a mass payout that are signed together are told together, by their slice. */
async function nudgeQueued(tx: Tx, { modes, network }: StopChange): Promise<void> {
  const networks = network === '*' ? NETWORKS : [network];
  const together = networks.filter(batchesLines);
  const queued = await select<PayoutRow>(tx, queuedSql, [modes, networks, together]);
  await enqueue(tx, queued.map(workflowNudge));
  await enqueue(tx, (await waitingSlices(tx, { modes, networks: together })).map(sliceNudge));
}

/** Every row of the stop. */
export async function readStops(on: Db | Tx): Promise<StopRow[]> {
  return select<StopRow>(
    on,
    `SELECT mode, network, stopped, reason, changed_by AS "changedBy", changed_at AS "changedAt" FROM emergency_stop ORDER BY mode, network`,
  );
}

/** Whether money may leave now. Within a transaction the answer stays true until its end, because a stop waits for it. */
export async function isStopped(
  on: Tx | Db,
  { mode, network }: { readonly mode: Mode; readonly network: Network },
): Promise<boolean> {
  const rows = await select<{ stopped: boolean }>(on, lockSql, [mode, network]);
  // Rows that are not there would be nobody's decision: no money without one.
  return rows.length < 2 || rows.some(({ stopped }) => stopped);
}

/** Whether the stop of this network itself is pulled, whatever the stop of everything is. */
export async function isPulled(
  on: Tx | Db,
  { mode, network }: { readonly mode: Mode; readonly network: Network },
): Promise<boolean> {
  const rows = await select<{ stopped: boolean }>(on, pulledSql, [mode, network]);
  return rows.length === 0 || rows.some(({ stopped }) => stopped);
}

const changeSql = prepared(`
  UPDATE emergency_stop SET stopped = $3, changed_by = $4, reason = $5, changed_at = now() WHERE mode = ANY($1::text[]) AND network = $2`);
const queuedSql = prepared(
  `${payoutSelect} WHERE status = 'queue' AND mode = ANY($1::text[]) AND network = ANY($2::text[])
     AND (mass_payout_id IS NULL OR needs_operator OR NOT network = ANY($3::text[]))`,
);
const pulledSql = prepared('SELECT stopped FROM emergency_stop WHERE mode = $1 AND network = $2');
const lockSql = prepared(
  `SELECT stopped FROM emergency_stop WHERE mode = $1 AND network IN ($2, '*') ORDER BY network FOR SHARE`,
);
