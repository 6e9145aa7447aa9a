import type { PayoutChange } from '../payouts/process.ts';
import type { PayoutRow } from '../payouts/rows.ts';
import type { Tx } from '../sequelize.ts';
import { countLines } from './count.ts';
import type { MassDelta } from './process.ts';

/** Counts what steps of payouts mean for the mass payouts that they are lines of. */
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
