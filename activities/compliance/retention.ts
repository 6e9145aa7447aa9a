import { purgeCases } from '../../db/compliance/retention.ts';
import { sweepDemos } from '../../db/demo/sweep.ts';
import { type Db, inTransaction } from '../../db/sequelize.ts';

export type RetentionActivities = ReturnType<typeof createRetentionActivities>;

export function createRetentionActivities({
  db,
  years,
  nowMs,
}: {
  readonly db: Db;
  readonly years: number;
  readonly nowMs: () => number;
}) {
  return {
    /**
     * One round; zero purged cases mean that nothing is left. What visitors typed into the demo goes with the first:
     * its time is a day.
     */
    purgeCases: async (): Promise<{ readonly purged: number }> => {
      await sweepDemos(db, nowMs());
      return { purged: await inTransaction(db, (tx) => purgeCases(tx, { years, nowMs: nowMs() })) };
    },
  };
}
