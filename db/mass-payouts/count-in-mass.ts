import type { PayoutRow } from '../payouts/rows.ts';
import type { SavedPayout } from '../payouts/save.ts';
import type { Tx } from '../sequelize.ts';
import { countLines, type MassDelta } from './count.ts';

/** Counts what steps of payouts mean for the mass payouts that they are lines of. */
export async function countInMass(tx: Tx, changes: readonly SavedPayout[]): Promise<void> {
  for (const { row, after, step } of changes) {
    if (after.mass_payout_id === null) continue;
    const was = countsOf(row);
    const is = countsOf(after);
    const delta = { signed: is.signed - was.signed, done: is.done - was.done, failed: is.failed - was.failed };
    countLines(tx, after.mass_payout_id, delta, { nowMs: step.nowMs });
  }
}

function countsOf({ status, signed_at }: PayoutRow): Omit<MassDelta, 'opened'> {
  switch (status) {
    case 'done':
      return { signed: 1, done: 1, failed: 0 };
    case 'error':
    case 'canceled':
      return { signed: 0, done: 0, failed: 1 };
    default:
      return { signed: signed_at === null ? 0 : 1, done: 0, failed: 0 };
  }
}
