import { createSignerActivities } from '../activities/signer/activities.ts';
import { openKeyRing } from '../activities/signer/keys.ts';
import type { Db } from '../db/sequelize.ts';
import type { Config } from '../domain/config.ts';
import { taskQueues } from '../workflows/messages.ts';
import type { QueuePlan } from './queue-workers.ts';

/** The queue `signer`: the only one whose activities have private keys. In production `WORKER_QUEUES=signer` gives it a process of its own. */
export function signerQueue(config: Config, db: Db): QueuePlan {
  const keyRing = openKeyRing(config, undefined);
  return {
    taskQueue: taskQueues.signer,
    activities: createSignerActivities({ db, config, keyRing, nowMs: Date.now }),
    withWorkflows: false,
    // Signatures of one chain take turns; those of others need not wait for them.
    concurrency: 8,
  };
}
