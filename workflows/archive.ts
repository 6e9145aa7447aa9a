import { ActivityFailure, isCancellation, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ArchiveActivities } from '../activities/growth/archive.ts';
import { type ArchivedFile, MONTHLY_TABLES } from '../domain/reports/months.ts';
import type { ArchiveInput } from './messages.ts';

const retry = {
  initialInterval: '1 second',
  backoffCoefficient: 2,
  maximumInterval: '10 minutes',
  maximumAttempts: 20,
} as const;
const { nextMonth, raiseArchiveAlert } = proxyActivities<ArchiveActivities>({ startToCloseTimeout: '1 minute', retry });
// A busy month takes hours. Missing heartbeats reveal a worker that died.
const { archiveTable, finishMonth } = proxyActivities<ArchiveActivities>({
  startToCloseTimeout: '2 days',
  heartbeatTimeout: '1 minute',
  retry,
});

/**
 * One run of the schedule `archive`: moves the months whose time in the database is over to files, the oldest first. A
 * run that fails changes nothing that people see, and the next one continues where it ended.
 */
export async function archiveWorkflow(_input: ArchiveInput): Promise<{ readonly months: readonly string[] }> {
  const months: string[] = [];
  try {
    for (;;) {
      const { month, note } = await nextMonth();
      setCurrentDetails(`${note} ${months.length} months were archived in this run.`);
      if (month === null) return { months };
      const files: ArchivedFile[] = [];
      for (const table of MONTHLY_TABLES) files.push(await archiveTable({ month, table }));
      await finishMonth({ month, files });
      months.push(month);
    }
  } catch (error) {
    if (!isCancellation(error)) await raiseArchiveAlert({ message: messageOf(error) });
    throw error;
  }
}

function messageOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
