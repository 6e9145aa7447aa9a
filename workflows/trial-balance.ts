import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { LedgerActivities, TrialBalanceResult } from '../activities/ledger/trial-balance.ts';

export interface TrialBalanceInput {
  readonly version: 1;
}

const { checkTrialBalance } = proxyActivities<LedgerActivities>({
  startToCloseTimeout: '2 minutes',
  // The next minute has its own try.
  retry: { maximumAttempts: 3 },
});

/** `trial-balance`, run by its schedule each minute: when the books do not add up, outgoing money stops and operators are alerted. */
export async function trialBalanceWorkflow(_input: TrialBalanceInput): Promise<TrialBalanceResult> {
  const result = await checkTrialBalance();
  setCurrentDetails(
    result.mismatches === 0
      ? `The books add up: ${result.accounts} accounts, ${result.transfers} transfers.`
      : `The books do not add up: ${result.mismatches} mismatches. The alert lists them.`,
  );
  return result;
}
