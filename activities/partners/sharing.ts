import { type Db, inTransaction, retrying } from '../../db/core/sequelize.ts';
import { findDueReferrals, reviewReferral } from '../../db/partners/review.ts';
import { findUnsettled, settleMonth } from '../../db/partners/settle.ts';
import { shareFees } from '../../db/partners/shares.ts';
import { pause } from '../pause.ts';

interface SharingOptions {
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks for new fees. */
  readonly pollMs?: number;
}

export interface Sharing {
  /** Finishes the round that it makes. */
  stop(): Promise<void>;
}

/**
 * Shares new fees with the partners of merchants, compares each merchant with its partner once a day, and settles what
 * partners have earned once a month. Needs Postgres only. Every worker may run this; one at a time does the work.
 */
export function startSharing(db: Db, { onTrouble, pollMs = 5_000 }: SharingOptions): Sharing {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      await shareRound(db, signal).catch(onTrouble);
      await pause(signal, pollMs);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function shareRound(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await retrying(() => shareFees(db))) > 0);
  while (!signal.aborted && (await retrying(() => reviewNext(db))));
  while (!signal.aborted && (await retrying(() => settleNext(db, Date.now()))));
}

/** @returns false when everybody is settled */
function settleNext(db: Db, nowMs: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [next] = await findUnsettled(tx, nowMs);
    return next !== undefined && (await settleMonth(tx, next.id, nowMs));
  });
}

/** @returns false when nobody is due */
function reviewNext(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [due] = await findDueReferrals(tx, 1);
    if (due !== undefined) await reviewReferral(tx, due.merchantId);
    return due !== undefined;
  });
}
