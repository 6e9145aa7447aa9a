import { patched, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { RetentionActivities } from '../activities/compliance/retention.ts';
import type { RetentionInput } from './messages.ts';
import { untilNothing } from './parts.ts';

const { purgeCases, purgeContacts } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes', maximumAttempts: 20 },
});

/** One run of the schedule `retention`: deletes documents and personal data whose retention period has ended. */
export async function retentionWorkflow(_input: RetentionInput): Promise<{ readonly purged: number }> {
  const purged = await untilNothing(async () => (await purgeCases()).purged);
  // Runs that began before messages of visitors were kept do not know this step.
  const contacts = patched('contacts') ? await untilNothing(async () => (await purgeContacts()).purged) : 0;
  setCurrentDetails(
    `Removed the documents and personal data of ${purged} cases, and ${contacts} messages, applications and ` +
      'subscriptions, whose retention period had ended.',
  );
  return { purged };
}
