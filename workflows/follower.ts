import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ChainActivities } from '../activities/chain/activities.ts';
import type { Mode, Network } from '../domain/assets.ts';
import { taskQueues } from './messages.ts';

export interface FollowerInput {
  readonly version: 1;
  readonly mode: Mode;
  readonly network: Network;
}

const runMs = 3_600_000;
const runs = 24;

/** Follows one chain for good: one activity at a time, on whichever worker of the chain's queue is alive. */
export async function followerWorkflow(input: FollowerInput): Promise<void> {
  const { followChain } = proxyActivities<ChainActivities>({
    taskQueue: taskQueues.chain(input.network),
    // An hour per run keeps histories short; the heartbeat finds a dead worker long before.
    startToCloseTimeout: '2 hours',
    heartbeatTimeout: '15 seconds',
    // A node or worker that is away comes back some day: there is no last attempt.
    retry: { initialInterval: '500 milliseconds', backoffCoefficient: 1.5, maximumInterval: '10 seconds' },
  });
  setCurrentDetails(
    `Follows ${input.network} in ${input.mode} mode: detects payments in mempool and blocks, counts confirmations and detects ` +
      "reorganizations. The pending activity's heartbeat shows its position.",
  );
  for (let run = 0; run < runs; run += 1) await followChain({ ...input, forMs: runMs });
  await continueAsNew<typeof followerWorkflow>(input);
}
