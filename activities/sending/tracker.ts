import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { hasUnconfirmedOutgoing } from '../../db/sending/transactions.ts';
import type { ChainAccess, SendingDeps } from './deps.ts';
import { trackOutgoing } from './track.ts';

/** How often to track without a new block: mempools forget transactions, and some were never sent. */
const EVERY_MS = 2_000;
/** A payout's workflow sends what it had signed; after this long it may have died. */
const UNSENT_GRACE_MS = 5_000;
/** Operators get an alert after this long without success. */
const BEHIND_AFTER_MS = 60_000;

/** The tracker's knowledge after a poll of the follower. */
export interface Tracked {
  /** The problem, for operators; null: none. */
  readonly problem: string | null;
  /** Nothing of ours waits for the chain, so it need not be read before there is news. */
  readonly isIdle: boolean;
}

/**
 * Tracks our own transactions alongside the follower. Never throws, so that a failure here cannot stop the follower.
 * @returns a function to call with the height after each poll
 */
export function createTracker(deps: SendingDeps, access: ChainAccess): (height: number) => Promise<Tracked> {
  const alert = { kind: 'sending_behind', subject: `${access.port.mode}:${access.port.network}` } as const;
  let lastHeight: number | null = null;
  let dueMs = 0;
  let lastSuccessMs = deps.nowMs();
  let hasAlert: boolean | null = null;
  let tracked: Tracked = { problem: null, isIdle: false };

  return async (height) => {
    if (height === lastHeight && deps.nowMs() < dueMs) return tracked;
    dueMs = deps.nowMs() + EVERY_MS;
    try {
      await trackOutgoing(deps, access, { graceMs: UNSENT_GRACE_MS, followedTo: height });
      lastHeight = height;
      lastSuccessMs = deps.nowMs();
      tracked = { problem: null, isIdle: !(await hasUnconfirmedOutgoing(deps.db, access.port)) };
      if (hasAlert !== false) await resolveAlert(deps.db, alert);
      hasAlert = false;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      tracked = { problem, isIdle: false };
      if (hasAlert !== true && deps.nowMs() - lastSuccessMs >= BEHIND_AFTER_MS)
        hasAlert = await raiseBehindAlert(problem);
    }
    return tracked;
  };

  async function raiseBehindAlert(reason: string): Promise<true | null> {
    const message = `Payouts on this chain have not been checked for ${BEHIND_AFTER_MS / 1_000} s: ${reason}`;
    // The database itself may be what fails; the next failure tries again.
    return raiseAlert(deps.db, { ...alert, message }).then(
      () => true as const,
      () => null,
    );
  }
}
