/** What the workflow of a process does next, with the sentence operators read in the Web UI. Every wait has an end. */
export type NextStep<Act extends string> =
  | { readonly kind: 'end'; readonly words: string }
  | { readonly kind: 'act'; readonly act: Act; readonly words: string }
  | { readonly kind: 'wait'; readonly untilMs: number; readonly words: string };

/** What a workflow knows of its process when it decides. */
export interface Moment<Watch> {
  readonly watch: Watch;
  /** When it learned that the process stands where it does. */
  readonly sinceMs: number;
  /** Acts in a row that moved nothing, and when the last of them ended. */
  readonly tries: number;
  readonly triedAtMs: number;
  /** What kept the last act from moving anything, in words. */
  readonly trouble: string | null;
}

/** An act that is due at a time. */
export interface Due<Act extends string> {
  readonly untilMs: number;
  readonly act: Act;
  readonly words: string;
}

export function waitUntil(untilMs: number, words: string): NextStep<never> {
  return { kind: 'wait', untilMs, words };
}

/** The act once it is due, and the wait for it before. */
export function actWhenDue<Act extends string>({ untilMs, act, words }: Due<Act>, nowMs: number): NextStep<Act> {
  return nowMs < untilMs ? waitUntil(untilMs, words) : { kind: 'act', act, words };
}

/** The act that is due first, or the wait for it; the words are the same for all of them. */
export function firstDue<Act extends string>(
  nowMs: number,
  words: string,
  due: readonly (readonly [untilMs: number, act: Act])[],
): NextStep<Act> {
  const [untilMs, act] = due.reduce((a, b) => (b[0] < a[0] ? b : a));
  return actWhenDue({ untilMs, act, words }, nowMs);
}
