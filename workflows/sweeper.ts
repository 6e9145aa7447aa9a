import { continueAsNew, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { SignerActivities } from '../activities/signer/activities.ts';
import type { Mode, Network } from '../domain/assets.ts';
import { taskQueues } from './messages.ts';

export interface SweeperInput {
  readonly version: 1;
  readonly mode: Mode;
  readonly network: Network;
  /** Between rounds; two minutes when it is not given. */
  readonly pauseMs?: number;
}

/** Deposits need not be swept at once, only before the account that pays runs dry. */
const PAUSE_MS = 120_000;
const rounds = 100;

/**
 * `sweeper:<mode>:<network>`: brings deposits to the account that pays, for good, on networks where each invoice has an
 * account of its own; elsewhere merges small coins, or applies settings of the account (XRP).
 */
export async function sweeperWorkflow(input: SweeperInput): Promise<void> {
  const { sweepDeposits } = proxyActivities<SignerActivities>({
    taskQueue: taskQueues.sweeps,
    startToCloseTimeout: '5 minutes',
    heartbeatTimeout: '10 seconds',
    // A node that is away comes back some day: there is no last attempt.
    retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '2 minutes' },
  });
  for (let round = 0; round < rounds; round += 1) {
    const { moved, dust, waiting, raised, complete } = await sweepDeposits(input);
    setCurrentDetails(
      input.network === 'XRP'
        ? `Applies the XRP account settings that operators requested in ${input.mode} mode.`
        : `Collects ${input.network} deposits in ${input.mode} mode for payouts. Last round: ${moved} moved, ${waiting} waiting, ` +
            `${raised} with a raised fee, ${dust} worth less than the cost of moving them.`,
    );
    if (complete) await sleep(input.pauseMs ?? PAUSE_MS);
  }
  await continueAsNew<typeof sweeperWorkflow>(input);
}
