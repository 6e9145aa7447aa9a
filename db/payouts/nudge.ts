import { type Mode, NETWORKS, type Network } from '../../domain/assets.ts';
import { batchesLines } from '../../domain/mass-payouts/batch.ts';
import { enqueue } from '../outbox.ts';
import { react } from '../process/reactions.ts';
import type { Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
import { queueReleased } from './moments.ts';
import { workflowNudge } from './publish.ts';
import { type PayoutRow, payoutSelect } from './rows.ts';

export interface NudgeQueued {
  readonly modes: readonly Mode[];
  /** Default: all. */
  readonly networks?: readonly Network[];
  /** Default: of every merchant. */
  readonly merchantId?: string;
}

/**
 * Tells the workflows of queued payouts and refunds, once the transaction is committed, that what kept them is gone:
 * they try again at once. Lines of a mass payout that are signed together are told together, by their slice. Telling
 * for nothing changes nothing.
 */
export async function nudgeQueued(tx: Tx, { modes, networks = NETWORKS, merchantId }: NudgeQueued): Promise<void> {
  const together = networks.filter(batchesLines);
  const queued = await select<PayoutRow>(tx, queuedSql, [modes, networks, together, merchantId ?? null]);
  await enqueue(tx, queued.map(workflowNudge));
  await react(tx, queueReleased, [{ modes, networks: together, merchantId }]);
}

const queuedSql = prepared(
  `${payoutSelect} WHERE status = 'queue' AND mode = ANY($1::text[]) AND network = ANY($2::text[])
     AND (mass_payout_id IS NULL OR needs_operator OR NOT network = ANY($3::text[]))
     AND ($4::uuid IS NULL OR merchant_id = $4)`,
);
