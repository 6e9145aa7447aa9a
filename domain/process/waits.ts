/** The next step of a process's workflow, with the message that the Temporal Web UI shows. Every wait has an end. */
export type NextStep<Act extends string> =
  | { readonly kind: 'end'; readonly message: string }
  | { readonly kind: 'act'; readonly act: Act; readonly message: string }
  | { readonly kind: 'wait'; readonly untilMs: number; readonly message: string };

/** A workflow's knowledge of its process when it decides. */
export interface Moment<Snapshot> {
  readonly snapshot: Snapshot;
  /** When the workflow learned of the present state. */
  readonly sinceMs: number;
  /** Acts in a row without progress, and when the last of them ended. */
  readonly tries: number;
  readonly triedAtMs: number;
  /** Why the last act made no progress, as a sentence. */
  readonly trouble: string | null;
}

/** An act that is due at a certain time. */
export interface Due<Act extends string> {
  readonly untilMs: number;
  readonly act: Act;
  readonly message: string;
}

export function waitUntil(untilMs: number, message: string): NextStep<never> {
  return { kind: 'wait', untilMs, message };
}

/** Waits until the act is due, then acts. */
export function actWhenDue<Act extends string>({ untilMs, act, message }: Due<Act>, nowMs: number): NextStep<Act> {
  return nowMs < untilMs ? waitUntil(untilMs, message) : { kind: 'act', act, message };
}

/** The act that is due first, or the wait for it; all of them share one message. */
export function firstDue<Act extends string>(
  nowMs: number,
  message: string,
  due: readonly (readonly [untilMs: number, act: Act])[],
): NextStep<Act> {
  const [untilMs, act] = due.reduce((a, b) => (b[0] < a[0] ? b : a));
  return actWhenDue({ untilMs, act, message }, nowMs);
}
