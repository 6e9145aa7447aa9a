import { raiseAlert, resolveAlert } from '../../db/alerts.ts';
import type { SendingDeps, Ways } from './deps.ts';
import { trackOutgoing } from './track.ts';

/** Without a new block, what was sent is looked after this often: mempools forget, and bytes that nobody sent wait. */
const EVERY_MS = 2_000;
/** The workflow that had something signed has it sent; when it has not for this long, it may be dead. */
const UNSENT_GRACE_MS = 5_000;
/** Without success for this long, operators are told. */
const BEHIND_AFTER_MS = 60_000;

/**
 * Looks after our transactions beside the follower's looks. It never throws: that payers' money is followed does not
 * depend on it.
 * @returns what to call after each look with its height; resolves to what is wrong, in words, or null
 */
export function createTracker(deps: SendingDeps, ways: Ways): (height: number) => Promise<string | null> {
  const alert = { kind: 'sending_behind', subject: `${ways.port.mode}:${ways.port.network}` };
  let lastHeight: number | null = null;
  let dueMs = 0;
  let goodMs = deps.nowMs();
  let told: boolean | null = null;
  let problem: string | null = null;

  return async (height) => {
    if (height === lastHeight && deps.nowMs() < dueMs) return problem;
    dueMs = deps.nowMs() + EVERY_MS;
    try {
      await trackOutgoing(deps, ways, UNSENT_GRACE_MS);
      lastHeight = height;
      goodMs = deps.nowMs();
      problem = null;
      if (told !== false) await resolveAlert(deps.db, alert);
      told = false;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      if (told !== true && deps.nowMs() - goodMs >= BEHIND_AFTER_MS) told = await tellOperators(problem);
    }
    return problem;
  };

  async function tellOperators(words: string): Promise<true | null> {
    const message = `Payouts on this chain have not been checked for ${BEHIND_AFTER_MS / 1_000} s: ${words}`;
    // The database itself may be what fails; the next failure tries again.
    return raiseAlert(deps.db, { ...alert, message }).then(
      () => true as const,
      () => null,
    );
  }
}
