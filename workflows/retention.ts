import { patched, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { RetentionActivities } from '../activities/compliance/retention.ts';
import type { RetentionInput } from './messages.ts';

const { purgeCases, purgeContacts } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes', maximumAttempts: 20 },
});

/** One run of the schedule `retention`: deletes documents and personal data whose retention period has ended. */
export async function retentionWorkflow(_input: RetentionInput): Promise<{ readonly purged: number }> {
  let purged = 0;
  for (;;) {
    const round = await purgeCases();
    purged += round.purged;
    if (round.purged === 0) break;
  }
  // Runs that began before messages of visitors were kept do not know this step.
  let contacts = 0;
  while (patched('contacts')) {
    const round = await purgeContacts();
    contacts += round.purged;
    if (round.purged === 0) break;
  }
  setCurrentDetails(
    `Removed the documents and personal data of ${purged} cases, and ${contacts} messages, applications and ` +
      'subscriptions, whose retention period had ended.',
  );
  return { purged };
}
