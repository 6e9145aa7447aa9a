import { type Mode, NETWORKS, type Network } from '../../domain/assets.ts';
import { batchesLines } from '../../domain/mass-payouts/batch.ts';
import { enqueue } from '../outbox.ts';
import { moment, react } from '../process/reactions.ts';
import type { Tx } from '../sequelize.ts';
import { workflowNudge } from './publish.ts';
import { preparedPayouts, selectPayouts } from './rows.ts';

export interface NudgeQueued {
  readonly modes: readonly Mode[];
  /** Default: all. */
  readonly networks?: readonly Network[];
  /** Default: of every merchant. */
  readonly merchantId?: string;
}

export interface QueueRelease {
  readonly modes: readonly Mode[];
  readonly networks: readonly Network[];
  /** Undefined: of every merchant. */
  readonly merchantId: string | undefined;
}

/** What kept payouts that are signed together is gone. */
export const queueReleased = moment<QueueRelease>('payout.queue_released');

/**
 * Tells the workflows of queued payouts and refunds, once the transaction is committed, that what kept them is gone:
 * they try again at once. Lines of a mass payout that are signed together are told together, by their slice. Telling
 * for nothing changes nothing.
 */
export async function nudgeQueued(tx: Tx, { modes, networks = NETWORKS, merchantId }: NudgeQueued): Promise<void> {
  const together = networks.filter(batchesLines);
  const queued = await selectPayouts(tx, queuedSql, [modes, networks, together, merchantId ?? null]);
  await enqueue(tx, queued.map(workflowNudge));
  await react(tx, queueReleased, [{ modes, networks: together, merchantId }]);
}

const queuedSql = preparedPayouts(
  `WHERE status = 'queue' AND mode = ANY($1::text[]) AND network = ANY($2::text[])
     AND (mass_payout_id IS NULL OR needs_operator OR NOT network = ANY($3::text[]))
     AND ($4::uuid IS NULL OR merchant_id = $4)`,
);
