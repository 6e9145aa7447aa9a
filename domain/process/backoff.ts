import { type Due, type Moment, type NextStep, waitUntil } from './waits.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** The pause after this many tries in a row without progress (at least one): it doubles, up to five minutes. */
export function pauseMs(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20), LONGEST_PAUSE_MS);
}

type Tries = Pick<Moment<unknown>, 'tries' | 'triedAtMs' | 'trouble'>;

/** The act, after a growing pause if earlier tries made no progress, so that an outage adds little history. */
export function again<Act extends string>(
  { tries, triedAtMs, trouble }: Tries,
  nowMs: number,
  { act, message }: Omit<Due<Act>, 'untilMs'>,
): NextStep<Act> {
  const untilMs = tries === 0 ? nowMs : triedAtMs + pauseMs(tries);
  if (nowMs >= untilMs) return { kind: 'act', act, message };
  const said = trouble === null ? '' : ` ${trouble}`;
  return waitUntil(untilMs, `${message}${said} Tried ${times(tries)}; trying again.`);
}

/** Waits until the act is due and then repeats it as {@link again} does. */
export function againWhenDue<Act extends string>(at: Tries, nowMs: number, due: Due<Act>): NextStep<Act> {
  return nowMs < due.untilMs ? waitUntil(due.untilMs, due.message) : again(at, nowMs, due);
}

/** When the last try ended; before the first one, when the process reached its present state. */
export function lastTriedMs({ tries, triedAtMs, sinceMs }: Omit<Moment<unknown>, 'snapshot' | 'trouble'>): number {
  return tries === 0 ? sinceMs : triedAtMs;
}

function times(tries: number): string {
  return tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`;
}
