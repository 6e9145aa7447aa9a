import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ChainActivities } from '../activities/followers/activities.ts';
import { taskQueues } from './messages.ts';

export interface SimulatorInput {
  readonly version: 1;
}

const { simulateChains } = proxyActivities<ChainActivities>({
  taskQueue: taskQueues.simulator,
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 1.5, maximumInterval: '10 seconds' },
});

const runMs = 3_600_000;
const runs = 24;

/** Runs all simulated chains permanently: their blocks, and the payments that sandbox users request. */
export async function simulatorWorkflow(input: SimulatorInput): Promise<void> {
  setCurrentDetails('Creates the blocks and payments of every network without a node.');
  for (let run = 0; run < runs; run += 1) await simulateChains({ ...input, forMs: runMs });
  await continueAsNew<typeof simulatorWorkflow>(input);
}
