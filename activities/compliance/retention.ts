import { purgeCases } from '../../db/compliance/retention.ts';
import { type Db, inTransaction } from '../../db/sequelize.ts';

export type RetentionActivities = ReturnType<typeof createRetentionActivities>;

export function createRetentionActivities({ db, years }: { readonly db: Db; readonly years: number }) {
  return {
    /** One round; none purged means that nothing is left. */
    purgeCases: async (): Promise<{ readonly purged: number }> => ({
      purged: await inTransaction(db, (tx) => purgeCases(tx, { years, nowMs: Date.now() })),
    }),
  };
}
