import { raiseAlert } from '../../db/alerts/alerts.ts';
import { type Db, inTransaction, moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { findDueReferrals, reviewReferral } from '../../db/partners/review.ts';
import { findUnsettled, settleMonth } from '../../db/partners/settle.ts';
import { resolveOthers } from '../../db/partners/stuck.ts';

export type PartnerActivities = ReturnType<typeof createPartnerActivities>;

/**
 * The activities of the partners' settlement. Each does one round of many, and can be repeated at any moment. A turn
 * that fails raises an alert, and the round goes on, so that the others do not wait for it.
 */
export function createPartnerActivities({ db, nowMs }: { readonly db: Db; readonly nowMs: () => number }) {
  return {
    /** Compares merchants with their partners again, each once a day: bank accounts and devices come with time. */
    comparePartners: async (): Promise<{ readonly compared: number }> => ({
      compared: await inRound(db, {
        of: 'merchant',
        run: (turn) => inTransaction(db, turn),
        next: async (tx, tried) => (await findDueReferrals(tx, 1, tried))[0]?.merchantId,
        act: async (tx, merchantId) => {
          await reviewReferral(tx, merchantId);
          return true;
        },
      }),
    }),

    /** Moves what partners have earned to the balances of their accounts, once a month. */
    settlePartners: async (): Promise<{ readonly settled: number }> => ({
      settled: await inRound(db, {
        of: 'partner',
        run: (turn) => moneyTransaction(db, turn),
        next: async (tx, tried) => (await findUnsettled(tx, nowMs(), tried))[0]?.id,
        act: (tx, id) => settleMonth(tx, id, nowMs()),
      }),
    }),
  };
}

/** Short enough for an activity, so that a shutdown waits for one transaction at most. */
const ROUND = 100;

interface Turns {
  /** The kind of the subject of an alert. */
  readonly of: 'merchant' | 'partner';
  readonly run: <T>(turn: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Finds who is due and had no turn in this round; undefined when nobody is. */
  readonly next: (tx: Tx, tried: readonly string[]) => Promise<string | undefined>;
  /** @returns whether something was done */
  readonly act: (tx: Tx, id: string) => Promise<boolean>;
}

/**
 * @returns how often something was done; ask again until it is none
 * @throws Error while the database is away
 */
async function inRound(db: Db, { of, run, next, act }: Turns): Promise<number> {
  const tried: string[] = [];
  const failed: string[] = [];
  let done = 0;
  while (tried.length < ROUND) {
    const turn: { id?: string | undefined } = {};
    try {
      const isDone = await retrying(() =>
        run(async (tx) => {
          turn.id = await next(tx, tried);
          return turn.id !== undefined && (await act(tx, turn.id));
        }),
      );
      if (turn.id === undefined) break;
      if (isDone) done += 1;
    } catch (error) {
      if (turn.id === undefined) throw error;
      const subject = `${of}:${turn.id}`;
      failed.push(subject);
      await raiseAlert(db, { kind: 'partner_unsettled', subject, message: String(error) });
    }
    tried.push(turn.id);
  }
  if (tried.length < ROUND) await resolveOthers(db, of, failed);
  return done;
}
