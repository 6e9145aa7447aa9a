import { type Mode, NETWORKS, type Network } from '../../domain/assets/assets.ts';
import { batchesLines } from '../../domain/mass-payouts/batch.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { moment, react } from '../process/reactions.ts';
import { nudgeOf } from '../process/workflow.ts';
import { payoutProcess } from './process.ts';
import { preparedPayouts, selectPayouts } from './rows.ts';

export interface NudgeQueued {
  readonly modes: readonly Mode[];
  /** Default: all. */
  readonly networks?: readonly Network[];
  /** Default: all merchants. */
  readonly merchantId?: string;
}

export interface QueueRelease {
  readonly modes: readonly Mode[];
  readonly networks: readonly Network[];
  /** Undefined: all merchants. */
  readonly merchantId: string | undefined;
}

/** Payouts that are signed together are no longer blocked. */
export const queueReleased = moment<QueueRelease>('payout.queue_released');

/**
 * Signals the workflows of queued payouts and refunds, after the commit, to retry at once because they are no longer
 * blocked. Lines of a mass payout that are signed together are signaled once per slice. An unnecessary signal changes
 * nothing.
 */
export async function nudgeQueued(tx: Tx, { modes, networks = NETWORKS, merchantId }: NudgeQueued): Promise<void> {
  const together = networks.filter(batchesLines);
  const queued = await selectPayouts(tx, queuedSql, [modes, networks, together, merchantId ?? null]);
  await enqueue(
    tx,
    queued.map((row) => nudgeOf(payoutProcess, { row })),
  );
  await react(tx, queueReleased, [{ modes, networks: together, merchantId }]);
}

const queuedSql = preparedPayouts(
  `WHERE status = 'queue' AND mode = ANY($1::text[]) AND network = ANY($2::text[])
     AND (mass_payout_id IS NULL OR needs_operator OR NOT network = ANY($3::text[]))
     AND ($4::uuid IS NULL OR merchant_id = $4)`,
);
