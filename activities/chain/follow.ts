import { type Alert, raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { pause } from '../pause.ts';
import { createFollower, type PollResult } from './follower.ts';
import type { FollowerDeps } from './follower-deps.ts';
import type { ChainPort } from './port.ts';

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** The milliseconds between two reads if no news arrives. */
  readonly pollMs: number;
  /** Milliseconds a transaction must be missing before it counts as dropped. */
  readonly dropAfterMs: number;
  /**
   * Called after every read with its height, before the result is reported; must not throw. @returns another problem,
   * if there is one, and whether nothing of ours waits for the chain
   */
  readonly afterPoll?: (height: number) => Promise<{ readonly problem: string | null; readonly isIdle: boolean }>;
  /** Called after every read and every failed read. */
  readonly onPoll: (state: FollowState) => void;
}

/** For heartbeats and operators. */
export interface FollowState {
  readonly result: PollResult | null;
  /** Why reading fails, or another problem; null if all is well. */
  readonly problem: string | null;
}

/** After this long without a read, operators are alerted. */
const behindAfterMs = 60_000;
const longestPauseMs = 10_000;

/**
 * Follows a chain until aborted. If the node or the database fails, everything known is kept and the read is retried
 * with growing pauses.
 */
export async function follow(deps: FollowerDeps, port: ChainPort, options: FollowOptions): Promise<void> {
  const follower = createFollower(deps, port, { dropAfterMs: options.dropAfterMs });
  const behind = { kind: 'follower_behind', subject: `${port.mode}:${port.network}` } as const;
  let lastPollMs = deps.nowMs();
  let failures = 0;
  let alert: 'open' | 'closed' | 'unknown' = 'unknown';
  while (!options.signal.aborted) {
    try {
      const look = await follower.poll();
      lastPollMs = deps.nowMs();
      failures = 0;
      const { problem, isIdle } = (await options.afterPoll?.(look.height)) ?? { problem: null, isIdle: true };
      options.onPoll({ result: look, problem });
      if (alert !== 'closed') await resolveAlert(deps.db, behind);
      alert = 'closed';
      if (look.complete) await port.wait(options.signal, pauseOf(port, { ...look, isIdle }, options));
    } catch (error) {
      failures += 1;
      const problem = error instanceof Error ? error.message : String(error);
      options.onPoll({ result: null, problem });
      if (deps.nowMs() - lastPollMs >= behindAfterMs && alert !== 'open')
        alert = await raiseBehind(deps, behind, problem);
      await pause(options.signal, Math.min(longestPauseMs, options.pollMs * 2 ** Math.min(failures, 10)));
    }
  }
}

/** News of a simulated chain arrive by themselves; a payment that may be dropped is looked for, and so is our own. */
function pauseOf(
  { quietPollMs }: ChainPort,
  { waiting, isIdle }: Pick<PollResult, 'waiting'> & { readonly isIdle: boolean },
  { pollMs }: FollowOptions,
): number {
  if (quietPollMs === undefined || waiting > 0) return pollMs;
  return Math.max(pollMs, isIdle ? quietPollMs : outgoingPollMs);
}

/** As often as the tracker of outgoing payments has something to do. */
const outgoingPollMs = 2_000;

async function raiseBehind(
  deps: FollowerDeps,
  behind: Pick<Alert, 'kind' | 'subject'>,
  problem: string,
): Promise<'open' | 'unknown'> {
  const message =
    `The chain has not been read for ${behindAfterMs / 1_000} s: ${problem} ` +
    'Until it is, invoices on this network neither confirm nor expire.';
  return raiseAlert(deps.db, { ...behind, message }).then(
    () => 'open' as const,
    // The database itself may be what fails; the next failure tries again.
    () => 'unknown' as const,
  );
}
