import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ScheduledReportActivities } from '../activities/reports/scheduled.ts';
import type { ScheduledReportsInput } from './messages.ts';

const { mailDueReports } = proxyActivities<ScheduledReportActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes', maximumAttempts: 20 },
});

/** One run of the schedule `scheduled-reports`: mails the links of reports whose period is over. */
export async function scheduledReportsWorkflow(_input: ScheduledReportsInput): Promise<{ readonly mailed: number }> {
  const { mailed, ended } = await mailDueReports();
  setCurrentDetails(
    `Mailed ${mailed} scheduled reports. Ended ${ended} schedules whose recipient may not read the report any more.`,
  );
  return { mailed };
}
