import { continueAsNew, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { UpdateActivities } from '../activities/updates/activities.ts';
import type { ProductUpdateInput } from './messages.ts';

const { queueUpdateBatch } = proxyActivities<UpdateActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * Mails one product update, as many in a minute as the settings say. The rows know who was mailed: a run that is lost
 * begins again and mails nobody twice.
 */
export async function productUpdateWorkflow(input: ProductUpdateInput): Promise<{ readonly queued: number }> {
  const { updateId, pauseSeconds = 60 } = input;
  let { after = '', queued = 0 } = input;
  for (;;) {
    const batch = await queueUpdateBatch({ updateId, after });
    queued += batch.queued;
    setCurrentDetails(`Handed ${queued} mails over for sending.`);
    if (batch.last === null) return { queued };
    after = batch.last;
    // Those who have their mail from an earlier run take no time.
    if (batch.queued > 0) await sleep(pauseSeconds * 1_000);
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof productUpdateWorkflow>({ ...input, after, queued });
    }
  }
}
