import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { TreasuryActivities } from '../activities/treasury/activities.ts';
import { type HedgerInput, taskQueues } from './messages.ts';

const TURN_MS = 3_600_000;

/**
 * `hedger:<mode>:<asset>`: brings what conversions left of an asset back to zero, permanently, on one worker at a time.
 * All rounds run in one activity with heartbeats, because a history event per round would cost more than the orders.
 */
export async function hedgerWorkflow(input: HedgerInput): Promise<void> {
  const { hedge } = proxyActivities<TreasuryActivities>({
    taskQueue: taskQueues.treasury,
    startToCloseTimeout: '2 hours',
    heartbeatTimeout: '3 minutes',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  });
  setCurrentDetails(
    `Hedges ${input.asset} in ${input.mode} mode at exchanges. The orders are in the database; ` +
      "the pending activity's heartbeat shows what it did last.",
  );
  do {
    await hedge({ mode: input.mode, asset: input.asset, turnMs: TURN_MS });
  } while (!workflowInfo().continueAsNewSuggested);
  await continueAsNew<typeof hedgerWorkflow>(input);
}
