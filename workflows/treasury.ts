import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { TreasuryActivities } from '../activities/treasury/activities.ts';
import { type TreasuryInput, taskQueues } from './messages.ts';

const TURN_MS = 3_600_000;

/** `treasury:<mode>`: compares exchanges with the books every minute, and values positions every ten, permanently. */
export async function treasuryWorkflow(input: TreasuryInput): Promise<void> {
  const { watchTreasury } = proxyActivities<TreasuryActivities>({
    taskQueue: taskQueues.treasury,
    startToCloseTimeout: '2 hours',
    heartbeatTimeout: '5 minutes',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
  });
  setCurrentDetails(
    `Compares the exchanges of ${input.mode} mode with the books every minute, and values positions. ` +
      "A difference stops hedging. The pending activity's heartbeat shows the last round.",
  );
  do {
    await watchTreasury({ mode: input.mode, turnMs: TURN_MS });
  } while (!workflowInfo().continueAsNewSuggested);
  await continueAsNew<typeof treasuryWorkflow>(input);
}
