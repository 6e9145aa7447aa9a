import type { PayoutRow } from '../../domain/payouts/record.ts';
import { beforeCommit, type Tx } from '../core/sequelize.ts';
import type { PayoutChange } from '../payouts/process.ts';
import { applyStep } from '../process/apply.ts';
import { type MassDelta, massPayoutProcess } from './process.ts';

/**
 * Changes the counts of a mass payout, combined for the whole transaction and right before its commit, so that the row
 * that all lines share is locked last and briefly. Consequences of the counts follow at once.
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

/** {@link countLines} at once, for callers that have locked everything else already. */
export async function countNow(
  tx: Tx,
  id: string,
  { delta, nowMs, quiet }: { readonly delta: MassDelta; readonly nowMs: number; readonly quiet: boolean },
): Promise<void> {
  await applyStep(tx, massPayoutProcess, { id, event: { type: 'counted', delta, quiet }, cause: null, nowMs });
}

/** Counts the steps of payouts in the mass payouts that they belong to. */
export async function countInMass(tx: Tx, changes: readonly PayoutChange[]): Promise<void> {
  for (const { before, after, step } of changes) {
    if (after.massPayoutId === null) continue;
    const was = countsOf(before.row);
    const is = countsOf(after);
    const delta = { signed: is.signed - was.signed, done: is.done - was.done, failed: is.failed - was.failed };
    countLines(tx, after.massPayoutId, delta, { nowMs: step.nowMs });
  }
}

function countsOf({ status, signedAt }: PayoutRow): Omit<MassDelta, 'opened'> {
  switch (status) {
    case 'done':
      return { signed: 1, done: 1, failed: 0 };
    case 'error':
    case 'canceled':
      return { signed: 0, done: 0, failed: 1 };
    default:
      return { signed: signedAt === null ? 0 : 1, done: 0, failed: 0 };
  }
}
