import { defineSearchAttributeKey } from '@temporalio/common';
import { setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { PayoutActivities } from '../activities/payouts/activities.ts';
import type { AutomaticPayoutInput } from './messages.ts';
import { databaseWrites } from './parts.ts';

const database = databaseWrites<PayoutActivities>;

/** The server sets this attribute on runs that a schedule starts. */
const dueTime = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/** One scheduled run of `automatic-payout:<method id>`: creates at most one payout of the whole balance. */
export async function automaticPayoutWorkflow({ methodId }: AutomaticPayoutInput) {
  const { typedSearchAttributes, startTime } = workflowInfo();
  const due = typedSearchAttributes.get(dueTime) ?? startTime;
  const run = await database(`Automatic payout planned for ${due.toISOString()}`).payMethod({
    methodId,
    scheduledAt: due.toISOString(),
  });
  setCurrentDetails(run.words);
  return run;
}
