import { MASS_ROOM_BELOW } from '../../domain/state/mass-payout-watch.ts';
import { enqueue } from '../outbox.ts';
import { beforeCommit, type Tx } from '../sequelize.ts';
import { execute, prepared } from '../sql.ts';
import { applyMassEvent, countedStatus } from './apply.ts';
import { aheadOf, massWorkflowSignal, tellPages } from './publish.ts';
import { lockMassRow, readMassRow, waitingLines } from './read.ts';

/** By how much the counts of a mass payout change. */
export interface MassDelta {
  readonly opened: number;
  readonly signed: number;
  readonly done: number;
  readonly failed: number;
}

/**
 * Changes the counts of a mass payout, together for all that the transaction does and right before its commit: the row
 * that all lines share is locked last and for a moment. What the counts decide follows at once.
 */
export function countLines(
  tx: Tx,
  massPayoutId: string,
  delta: Partial<MassDelta>,
  { nowMs, quiet = false }: { readonly nowMs: number; readonly quiet?: boolean },
): void {
  let counting = pending.get(tx);
  if (counting === undefined) {
    const fresh: Counting = { deltas: new Map(), nowMs, quiet };
    counting = fresh;
    pending.set(tx, fresh);
    beforeCommit(tx, () => flush(tx, fresh));
  }
  const sum = counting.deltas.get(massPayoutId) ?? NOTHING;
  counting.deltas.set(massPayoutId, {
    opened: sum.opened + (delta.opened ?? 0),
    signed: sum.signed + (delta.signed ?? 0),
    done: sum.done + (delta.done ?? 0),
    failed: sum.failed + (delta.failed ?? 0),
  });
}

export const NOTHING: MassDelta = { opened: 0, signed: 0, done: 0, failed: 0 };

interface Counting {
  readonly deltas: Map<string, MassDelta>;
  readonly nowMs: number;
  readonly quiet: boolean;
}

const pending = new WeakMap<Tx, Counting>();

async function flush(tx: Tx, { deltas, nowMs, quiet }: Counting): Promise<void> {
  for (const [id, delta] of [...deltas].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (delta.opened === 0 && delta.signed === 0 && delta.done === 0 && delta.failed === 0) continue;
    await countNow(tx, id, { delta, nowMs, quiet });
  }
}

/** {@link countLines} at once, for what has locked everything else already. */
export async function countNow(
  tx: Tx,
  id: string,
  { delta, nowMs, quiet }: { readonly delta: MassDelta; readonly nowMs: number; readonly quiet: boolean },
): Promise<void> {
  const before = await lockMassRow(tx, id);
  await execute(tx, countSql, [id, delta.opened, delta.signed, delta.done, delta.failed]);
  const row = await readMassRow(tx, id);
  const waiting = await waitingLines(tx, id);
  const status = countedStatus({ row, waiting });
  if (status === row.status) tellPages(tx, row);
  else {
    const ends = [row.status, status].some((each) => each === 'done' || each === 'error');
    const cause = `counted:${row.version}`;
    await applyMassEvent(tx, { massPayoutId: id, event: 'counted', cause, nowMs, quiet: quiet || !ends });
    if (ends) return;
  }
  // Once for each thousand lines the workflow hears that there is room for more.
  const room = aheadOf(row, waiting) < MASS_ROOM_BELOW && aheadOf(before, waiting) >= MASS_ROOM_BELOW;
  if (room && waiting > 0 && !quiet) await enqueue(tx, [massWorkflowSignal(await readMassRow(tx, id), waiting)]);
}

const countSql = prepared(`
  UPDATE mass_payout SET opened = opened + $2, signed = signed + $3, done = done + $4, failed = failed + $5, version = version + 1,
    updated_at = now()
  WHERE id = $1`);
