import { activityInfo } from '@temporalio/activity';
import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { countOperations } from '../../db/suspicion/linked-operations.ts';
import { draftReports } from '../../db/suspicion/linked-reports.ts';

export type LinkedActivities = ReturnType<typeof createLinkedActivities>;

/** The activities of the workflow of linked operations. */
export function createLinkedActivities({ db, nowMs }: { readonly db: Db; readonly nowMs: () => number }) {
  return {
    /**
     * Values what has come and left since the last check, and creates or updates the resulting drafts. A repeated call
     * finds nothing new. Operators are alerted when no attempt has succeeded for an hour.
     */
    async draftLinkedReports(): Promise<{ readonly counted: number; readonly drafted: number }> {
      if (nowMs() - activityInfo().scheduledTimestampMs > LATE_MS) await raiseAlert(db, { ...ALERT, message: LATE });
      const counted = await countOperations(db, nowMs());
      const drafted = await draftReports(db, nowMs());
      await resolveAlert(db, ALERT);
      return { counted, drafted };
    },
  };
}

const ALERT = { kind: 'linked_operations_late', subject: 'operations' } as const;
/** All attempts at one check have the time when the first was scheduled. */
const LATE_MS = 3_600_000;
const LATE =
  'No check for linked operations of EUR 15,000 or more has succeeded for an hour: reports may be missing. ' +
  'The pending activity of the workflow linked-operations has the error.';
