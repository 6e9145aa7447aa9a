import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ChainActivities } from '../activities/followers/activities.ts';
import type { Mode, Network } from '../domain/assets/assets.ts';
import { taskQueues } from './messages.ts';

export interface FollowerInput {
  readonly version: 1;
  readonly mode: Mode;
  readonly network: Network;
}

const runMs = 3_600_000;
const runs = 24;

/** Follows one chain permanently: one activity at a time, on any running worker of the chain's queue. */
export async function followerWorkflow(input: FollowerInput): Promise<void> {
  const { followChain } = proxyActivities<ChainActivities>({
    taskQueue: taskQueues.chain(input.network),
    // An hour per run keeps histories short; a missing heartbeat reveals a dead worker much earlier.
    startToCloseTimeout: '2 hours',
    heartbeatTimeout: '15 seconds',
    // Nodes and workers come back at some point, so attempts are unlimited.
    retry: { initialInterval: '500 milliseconds', backoffCoefficient: 1.5, maximumInterval: '10 seconds' },
  });
  setCurrentDetails(
    `Follows ${input.network} in ${input.mode} mode: detects payments in mempool and blocks, counts confirmations ` +
      "and detects reorganizations. The pending activity's heartbeat shows its position.",
  );
  for (let run = 0; run < runs; run += 1) await followChain({ ...input, forMs: runMs });
  await continueAsNew<typeof followerWorkflow>(input);
}
