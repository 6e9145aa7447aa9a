import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { DashboardActivities } from '../activities/dashboard/check.ts';
import type { DashboardCheckInput } from './messages.ts';

// It reads the whole ledger. Missing heartbeats reveal a worker that died.
const { checkDashboard } = proxyActivities<DashboardActivities>({
  startToCloseTimeout: '3 hours',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes', maximumAttempts: 5 },
});

/** One run of the schedule `dashboard-check`: compares the sums of the dashboard with the books. */
export async function dashboardCheckWorkflow(_input: DashboardCheckInput): Promise<{ readonly differences: number }> {
  const { differences } = await checkDashboard();
  setCurrentDetails(
    differences === 0
      ? 'The sums of the dashboard equal the books.'
      : `${differences} sums of the dashboard differ from the books: alert dashboard_differs.`,
  );
  return { differences };
}
