import { createSignerActivities } from '../activities/signer/activities.ts';
import type { KeyRing } from '../activities/signer/keys.ts';
import type { SigningFaultPoint } from '../activities/signer/sign.ts';
import type { Db } from '../db/core/sequelize.ts';
import { MODES, NETWORKS } from '../domain/assets/assets.ts';
import type { Config } from '../settings/config.ts';
import { taskQueues } from '../workflows/messages.ts';
import { withHeartbeats } from './heartbeats.ts';
import type { QueuePlan } from './queue-workers.ts';

/**
 * The queues `signer` and `signer-sweeps`, the only ones whose activities have private keys. In production,
 * `WORKER_QUEUES=signer` gives them their own process. Sweeps have their own queue, so they never take payouts' slots.
 */
export function signerQueues(parts: SignerParts): QueuePlan[] {
  const activities = withHeartbeats(createSignerActivities({ ...parts, nowMs: Date.now }));
  const plan = (taskQueue: string, concurrency: number) => ({
    taskQueue,
    activities,
    withWorkflows: false,
    concurrency,
  });
  // Signatures of one chain are made one at a time. Other chains need not wait for them, nor for a silent node
  // (activities/signer/silent-node-guard.ts).
  return [plan(taskQueues.signer, 8), plan(taskQueues.sweeps, MODES.length * NETWORKS.length)];
}

export interface SignerParts {
  readonly config: Config;
  readonly db: Db;
  readonly keyRing: KeyRing;
  readonly faultPoint?: (name: SigningFaultPoint) => void;
}
