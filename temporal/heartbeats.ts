import { Context } from '@temporalio/activity';

// biome-ignore lint/suspicious/noExplicitAny: activities take and answer what they like
type Activities = Readonly<Record<string, (...args: any[]) => Promise<unknown>>>;

/**
 * The same activities, heartbeating as long as they run, so that one whose worker died is given to another within its
 * `heartbeatTimeout` instead of its whole `startToCloseTimeout`. For activities that have nothing of their own to say
 * in a heartbeat.
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
