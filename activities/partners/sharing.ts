import { type Db, retrying } from '../../db/core/sequelize.ts';
import { MerchantShareError, merchantsAside, shareAside, shareFees } from '../../db/partners/shares.ts';
import { type Rounds, startRounds } from '../rounds.ts';

interface SharingOptions {
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks for new fees. */
  readonly pollMs?: number;
}

/**
 * Shares new fees with the partners of merchants. Needs Postgres only. Every worker may run this; one at a time does
 * the work. A merchant whose share fails twice is set aside with an alert, so that the others do not wait, and is tried
 * again in each round.
 */
export function startSharing(db: Db, { onTrouble, pollMs = 5_000 }: SharingOptions): Rounds {
  return startRounds(async (signal) => {
    await shareRound(db, { signal, onTrouble }).catch(onTrouble);
    return pollMs;
  });
}

interface Round extends Pick<SharingOptions, 'onTrouble'> {
  readonly signal: AbortSignal;
}

async function shareRound(db: Db, { signal, onTrouble }: Round): Promise<void> {
  const failed = new Set<string>();
  const aside = new Map<string, string>();
  for (const merchantId of await merchantsAside(db)) {
    try {
      while (!signal.aborted && (await retrying(() => shareAside(db, merchantId))) > 0);
    } catch (error) {
      // It stays aside, and the others are tried.
      onTrouble(error);
      aside.set(merchantId, String(error));
    }
  }
  while (!signal.aborted) {
    try {
      if ((await retrying(() => shareFees(db, aside))) === 0) return;
    } catch (error) {
      if (!(error instanceof MerchantShareError)) throw error;
      onTrouble(error);
      // The first time, the connection may have been lost.
      if (failed.has(error.merchantId)) aside.set(error.merchantId, error.message);
      failed.add(error.merchantId);
    }
  }
}
