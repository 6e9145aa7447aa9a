import { continueAsNew, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { SignerActivities } from '../activities/signer/activities.ts';
import type { Mode, Network } from '../domain/assets/assets.ts';
import { taskQueues } from './messages.ts';

export interface SweeperInput {
  readonly version: 1;
  readonly mode: Mode;
  readonly network: Network;
  /** The pause between rounds; by default two minutes. */
  readonly pauseMs?: number;
}

/** Deposits need not be swept at once, only before the paying account runs out of coins. */
const PAUSE_MS = 120_000;
const rounds = 100;

/**
 * `sweeper:<mode>:<network>`: runs permanently. Where each invoice has its own account, moves deposits to the paying
 * account; elsewhere merges small coins, or applies account settings (XRP).
 */
export async function sweeperWorkflow(input: SweeperInput): Promise<void> {
  const { sweepDeposits } = proxyActivities<SignerActivities>({
    taskQueue: taskQueues.sweeps,
    startToCloseTimeout: '5 minutes',
    heartbeatTimeout: '10 seconds',
    // Nodes come back at some point, so attempts are unlimited.
    retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '2 minutes' },
  });
  for (let round = 0; round < rounds; round += 1) {
    const { moved, dust, waiting, raised, complete } = await sweepDeposits(input);
    setCurrentDetails(
      input.network === 'XRP'
        ? `Applies the XRP account settings that operators requested in ${input.mode} mode.`
        : `Collects ${input.network} deposits in ${input.mode} mode for payouts. ` +
            `Last round: ${moved} moved, ${waiting} waiting, ${raised} with a raised fee, ` +
            `${dust} worth less than the cost of moving them.`,
    );
    if (complete) await sleep(input.pauseMs ?? PAUSE_MS);
  }
  await continueAsNew<typeof sweeperWorkflow>(input);
}
