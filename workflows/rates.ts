import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { RateActivities } from '../activities/rates/activities.ts';
import { type RatesInput, taskQueues } from './messages.ts';

/**
 * `rates:<mode>`: keeps the rates of a mode fresh on one worker, and on another if that one is lost. All rounds run in
 * one activity with heartbeats, because a history event per round would cost more than the rates.
 */
export async function ratesWorkflow(input: RatesInput): Promise<void> {
  const { keepRates } = proxyActivities<RateActivities>({
    taskQueue: taskQueues.rates,
    startToCloseTimeout: '2 hours',
    // Short, so that another worker takes over before the rates expire.
    heartbeatTimeout: '40 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 1.5, maximumInterval: '10 seconds' },
  });
  setCurrentDetails(
    `Gets prices from the sources in ${input.mode} mode and stores the rates they agree on. ` +
      "The pending activity's heartbeat shows the last round.",
  );
  do {
    await keepRates({ mode: input.mode, turnMs: TURN_MS });
  } while (!workflowInfo().continueAsNewSuggested);
  await continueAsNew<typeof ratesWorkflow>(input);
}

const TURN_MS = 3_600_000;
