import { continueAsNew, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { LinkedActivities } from '../activities/suspicion/linked.ts';
import type { LinkedOperationsInput } from './messages.ts';

const { draftLinkedReports } = proxyActivities<LinkedActivities>({
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

const PAUSE_SECONDS = 600;

/**
 * `linked-operations`: runs permanently, adds up what came and left by payer or payee, customer and merchant, and
 * drafts a report for staff when it reaches EUR 15,000 (spec §9). An existing draft is updated.
 */
export async function linkedOperationsWorkflow(input: LinkedOperationsInput): Promise<void> {
  const pauseSeconds = input.pauseSeconds ?? PAUSE_SECONDS;
  do {
    const { counted, drafted } = await draftLinkedReports();
    setCurrentDetails(
      `Checks every ${pauseSeconds} s for linked operations of EUR 15,000 or more. ` +
        `The last check counted ${counted} new operations and drafted ${drafted} reports.`,
    );
    await sleep(pauseSeconds * 1_000, { summary: 'until the next check' });
  } while (!workflowInfo().continueAsNewSuggested);
  await continueAsNew<typeof linkedOperationsWorkflow>(input);
}
