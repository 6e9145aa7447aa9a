import { createSignerActivities } from '../activities/signer/activities.ts';
import type { KeyRing } from '../activities/signer/keys.ts';
import type { SigningFaultPoint } from '../activities/signer/sign.ts';
import type { Db } from '../db/sequelize.ts';
import type { Config } from '../domain/config.ts';
import { taskQueues } from '../workflows/messages.ts';
import { withHeartbeats } from './heartbeats.ts';
import type { QueuePlan } from './queue-workers.ts';

/** The queue `signer`: the only one whose activities have private keys. In production `WORKER_QUEUES=signer` gives it a process of its own. */
export function signerQueue(parts: SignerParts): QueuePlan {
  return {
    taskQueue: taskQueues.signer,
    activities: withHeartbeats(createSignerActivities({ ...parts, nowMs: Date.now })),
    withWorkflows: false,
    // Signatures of one chain take turns; those of others need not wait for them.
    concurrency: 8,
  };
}

export interface SignerParts {
  readonly config: Config;
  readonly db: Db;
  readonly keyRing: KeyRing;
  readonly faultPoint?: (name: SigningFaultPoint) => void;
}
