import { Context } from '@temporalio/activity';

// biome-ignore lint/suspicious/noExplicitAny: activities have arbitrary arguments and results
type Activities = Readonly<Record<string, (...args: any[]) => Promise<unknown>>>;

/**
 * The same activities with regular heartbeats, so that after the death of a worker another one takes over within the
 * `heartbeatTimeout` instead of the `startToCloseTimeout`. For activities without heartbeats of their own.
 */
export function withHeartbeats<A extends Activities>(activities: A): A {
  const entries = Object.entries(activities).map(([name, activity]) => [name, beating(activity)]);
  return Object.fromEntries(entries) as A;
}

function beating(activity: Activities[string]): Activities[string] {
  return async (...args) => {
    const context = Context.current();
    const beats = setInterval(() => context.heartbeat(), BEAT_MS);
    try {
      return await activity(...args);
    } finally {
      clearInterval(beats);
    }
  };
}

const BEAT_MS = 2_000;
