import { hasBankWork } from '../../db/bank/pending-work.ts';
import type { BankDeps } from './deps.ts';
import type { BankRound } from './window.ts';

/** After so many rounds without anything, only news begin another one, or the time since. */
const QUIET_AFTER_ROUNDS = 3;
const LONGEST_QUIET_MS = 10_000;

export interface QuietRounds {
  /** Whether a round may be left out now, because it would find nothing. */
  mayRest(): Promise<boolean>;
  /** The actions of the last round. */
  note(round: BankRound): void;
}

/**
 * For a simulated bank, which is asked every two seconds because it answers at once: while nobody uses it, one question
 * to the database and a look into its folder take the place of a round.
 */
export function openQuietRounds({ db, mode, transport, nowMs }: BankDeps): QuietRounds {
  let empty = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    async mayRest() {
      if (empty < QUIET_AFTER_ROUNDS || nowMs() - lastMs >= LONGEST_QUIET_MS) return false;
      for await (const _file of transport.incoming()) return false;
      return !(await hasBankWork(db, mode));
    },
    note(round) {
      lastMs = nowMs();
      empty = Object.values(round).some((count) => count > 0) ? 0 : empty + 1;
    },
  };
}
