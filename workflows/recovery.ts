import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { RecoveryActivities } from '../activities/recovery/activities.ts';
import type { RecoveryWorkflowInput } from './messages.ts';

const TURN_MS = 3_600_000;

const { recoverWorkflows } = proxyActivities<RecoveryActivities>({
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '3 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** `recovery`: starts the workflows that rows need and that are not there, for as long as the gateway runs. */
export async function recoveryWorkflow(input: RecoveryWorkflowInput): Promise<void> {
  setCurrentDetails(
    'Compares unfinished rows with running workflows every minute and starts what is missing, for example after Temporal lost its data. ' +
      'The heartbeat of the pending activity shows the last result.',
  );
  do {
    await recoverWorkflows({ turnMs: TURN_MS });
  } while (!workflowInfo().continueAsNewSuggested);
  await continueAsNew<typeof recoveryWorkflow>(input);
}
