import { MODES, NETWORKS } from '../../domain/assets/assets.ts';
import { batchesLines } from '../../domain/mass-payouts/batch.ts';
import { enqueue } from '../core/outbox.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { lastOf, type Restartable } from '../process/restart.ts';
import { sliceNudge } from './publish.ts';
import { type WaitingSlice, waitingSlices } from './slice-work.ts';

/** Slices with lines to sign or to send together. Their lines' payouts have no workflows of their own. */
export const massSlices: Restartable = {
  name: 'mass_slice',
  page: async (db, { after, limit }) => {
    const ids = (await batchedSlices(db)).map(idOf).sort();
    const next = ids.filter((id) => id > after).slice(0, limit);
    const rows = next.map((id) => ({ id, workflowId: `mass-payout:${id}`, isOverdue: false }));
    return { rows, last: lastOf(rows, limit) };
  },
  start: (db, ids) =>
    inTransaction(db, async (tx) => {
      const requested = new Set(ids);
      const waiting = (await batchedSlices(tx)).filter((slice) => requested.has(idOf(slice)));
      await enqueue(tx, waiting.map(sliceNudge));
      return waiting.length;
    }),
};

function batchedSlices(on: Tx | Db): Promise<WaitingSlice[]> {
  return waitingSlices(on, { modes: MODES, networks: NETWORKS.filter(batchesLines) });
}

function idOf({ massPayoutId, slice }: WaitingSlice): string {
  return `${massPayoutId}:${slice}`;
}
