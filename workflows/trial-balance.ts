import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { LedgerActivities } from '../activities/ledger/trial-balance.ts';
import type { TrialBalanceInput } from './messages.ts';

const TURN_MS = 3_600_000;

// The last check of a turn may sum the whole ledger. Missing heartbeats reveal a worker that died.
const { watchBooks, removeExpired } = proxyActivities<LedgerActivities>({
  startToCloseTimeout: '8 hours',
  heartbeatTimeout: '3 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * `trial-balance`: checks the books every minute, permanently, on one worker at a time. All checks run in one activity
 * with heartbeats, because a history event per check would cost more than the checks.
 */
export async function trialBalanceWorkflow(input: TrialBalanceInput): Promise<void> {
  setCurrentDetails(
    'Checks every minute that the ledger balances, and once a day from its first entry. ' +
      'If it does not, outgoing money stops and operators are alerted. ' +
      "The pending activity's heartbeat shows the last result.",
  );
  do {
    await removeExpired();
    await watchBooks({ turnMs: TURN_MS });
  } while (!workflowInfo().continueAsNewSuggested);
  await continueAsNew<typeof trialBalanceWorkflow>(input);
}
