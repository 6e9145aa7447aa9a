import type { Db } from '../../db/sequelize.ts';
import { countOperations } from '../../db/suspicion/linked-operations.ts';
import { draftReports } from '../../db/suspicion/linked-reports.ts';

export type LinkedActivities = ReturnType<typeof createLinkedActivities>;

/** What the workflow of linked operations calls. */
export function createLinkedActivities({ db, nowMs }: { readonly db: Db; readonly nowMs: () => number }) {
  return {
    /**
     * Values what has come and left since the last check, and creates or updates the resulting drafts. A repeated call
     * finds nothing new.
     */
    async draftLinkedReports(): Promise<{ readonly counted: number; readonly drafted: number }> {
      const counted = await countOperations(db, nowMs());
      const drafted = await draftReports(db, nowMs());
      return { counted, drafted };
    },
  };
}
