import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { BankActivities } from '../activities/bank/activities.ts';
import type { BankWindowInput } from './messages.ts';

const TURN_MS = 3_600_000;

const { watchBank } = proxyActivities<BankActivities>({
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '3 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * `bank-window:<mode>`: runs permanently, on one worker at a time. All rounds with the bank run in one activity with
 * heartbeats, because a history event per round would cost more than the rounds.
 */
export async function bankWindowWorkflow(input: BankWindowInput): Promise<void> {
  setCurrentDetails(
    `Takes the bank's files in ${input.mode} mode, books what they say, and sends the payments that wait. ` +
      'If the bank and the books differ, payments stop and operators are alerted. ' +
      "The pending activity's heartbeat shows the last round.",
  );
  do {
    await watchBank({ mode: input.mode, turnMs: TURN_MS });
  } while (!workflowInfo().continueAsNewSuggested);
  await continueAsNew<typeof bankWindowWorkflow>(input);
}
