import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { pause } from './pause.ts';

/** The input that the workflow of a repeated check passes to its activity. */
export interface TurnInput {
  /** After this long the activity ends, and the workflow begins the next turn. */
  readonly turnMs: number;
}

interface Repetition extends TurnInput {
  /** The pause between two checks. */
  readonly everyMs: number;
  readonly nowMs: () => number;
}

/**
 * Repeats a check for one turn of an activity and reports each result as a heartbeat, so that a check costs no event
 * of history. Ends early, without an error, when the activity is canceled or the worker shuts down. If a check cannot
 * be made, the activity fails and is retried.
 */
export async function repeatCheck(
  { turnMs, everyMs, nowMs }: Repetition,
  check: (signal: AbortSignal) => Promise<object>,
): Promise<{ checks: number }> {
  const signal = cancellationSignal();
  const endMs = nowMs() + turnMs;
  let checks = 0;
  do {
    const result = await check(signal);
    checks += 1;
    heartbeat({ at: new Date(nowMs()).toISOString(), ...result });
    await pause(signal, everyMs);
  } while (!signal.aborted && nowMs() < endMs);
  return { checks };
}
