import { enqueue } from '../outbox.ts';
import type { QueueRelease } from '../payouts/nudge.ts';
import type { Tx } from '../sequelize.ts';
import { sliceNudge } from './publish.ts';
import { waitingSlices } from './slice-work.ts';

/** Tells the workflows of slices that wait in these queues to try again at once. */
export async function nudgeSlices(tx: Tx, releases: readonly QueueRelease[]): Promise<void> {
  for (const { modes, networks, merchantId } of releases) {
    const slices = await waitingSlices(tx, { modes, networks });
    const wanted = slices.filter((slice) => merchantId === undefined || slice.merchantId === merchantId);
    await enqueue(tx, wanted.map(sliceNudge));
  }
}
