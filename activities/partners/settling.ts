import { type Db, inTransaction, moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { findDueReferrals, reviewReferral } from '../../db/partners/review.ts';
import { findUnsettled, settleMonth } from '../../db/partners/settle.ts';

export type PartnerActivities = ReturnType<typeof createPartnerActivities>;

/** The activities of the partners' settlement. Each does one round of many, and can be repeated at any moment. */
export function createPartnerActivities({ db, nowMs }: { readonly db: Db; readonly nowMs: () => number }) {
  return {
    /** Compares merchants with their partners again, each once a day: bank accounts and devices come with time. */
    comparePartners: async (): Promise<{ readonly compared: number }> => ({
      compared: await repeatedly(() => inTransaction(db, compareNext)),
    }),

    /** Moves what partners have earned to the balances of their accounts, once a month. */
    settlePartners: async (): Promise<{ readonly settled: number }> => ({
      settled: await repeatedly(() => moneyTransaction(db, (tx) => settleNext(tx, nowMs()))),
    }),
  };
}

/** Short enough for an activity, so that a shutdown waits for one transaction at most. */
const ROUND = 100;

/** @returns how often there was something to do; below {@link ROUND}, nothing is left */
async function repeatedly(step: () => Promise<boolean>): Promise<number> {
  for (let count = 0; count < ROUND; count += 1) if (!(await retrying(step))) return count;
  return ROUND;
}

/** @returns false when nobody is due */
async function compareNext(tx: Tx): Promise<boolean> {
  const [due] = await findDueReferrals(tx, 1);
  if (due !== undefined) await reviewReferral(tx, due.merchantId);
  return due !== undefined;
}

/** @returns false when everybody is settled */
async function settleNext(tx: Tx, nowMs: number): Promise<boolean> {
  const [next] = await findUnsettled(tx, nowMs);
  return next !== undefined && (await settleMonth(tx, next.id, nowMs));
}
