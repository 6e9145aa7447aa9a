import { purgeCardDrafts } from '../../db/card-orders/purge.ts';
import { purgeCases } from '../../db/compliance/retention.ts';
import { purgeContacts } from '../../db/contact/purge.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { sweepDemos } from '../../db/demo/sweep.ts';
import { purgePayerEmails } from '../../db/invoices/payer-emails.ts';
import { purgeDeclined } from '../../db/partners/purge.ts';
import { purgeProofs } from '../../db/reserves/purge.ts';
import { purgeSubscribers } from '../../db/updates/purge.ts';

export type RetentionActivities = ReturnType<typeof createRetentionActivities>;

export function createRetentionActivities({
  db,
  years,
  contactMonths,
  nowMs,
}: {
  readonly db: Db;
  readonly years: number;
  readonly contactMonths: number;
  readonly nowMs: () => number;
}) {
  return {
    /**
     * One round; zero purged cases mean that nothing is left. Texts that visitors typed into the demo are removed
     * first: they are kept for a day.
     */
    purgeCases: async (): Promise<{ readonly purged: number }> => {
      await sweepDemos(db, nowMs());
      return { purged: await inTransaction(db, (tx) => purgeCases(tx, { years, nowMs: nowMs() })) };
    },

    /** The same for texts of visitors, applications, subscriptions, unplaced card purchases, and old proofs. */
    purgeContacts: async (): Promise<{ readonly purged: number }> => {
      const over = { months: contactMonths, nowMs: nowMs() };
      const visitors = (await purgeContacts(db, over)) + (await purgeSubscribers(db, over));
      const others = (await purgeDeclined(db, over)) + (await purgePayerEmails(db, over));
      return { purged: visitors + others + (await purgeCardDrafts(db, nowMs())) + (await purgeProofs(db, nowMs())) };
    },
  };
}
