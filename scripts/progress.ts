/** Tells a person what a program is doing. Plain lines, so that logs of CI read the same. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Repeats a line with the seconds spent, every so often, until the returned function is called. */
export function sayWhileWaiting(what: string, everyMs = 15_000): () => void {
  const startedMs = Date.now();
  const timer = setInterval(() => say(`  ${what}: ${seconds(Date.now() - startedMs)} so far`), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Does a part of a start, and says how long it took. */
export async function timed(part: string, work: () => Promise<void>): Promise<void> {
  const startedMs = Date.now();
  await work();
  say(`  ${part}: done after ${seconds(Date.now() - startedMs)}`);
}

/** Milliseconds as seconds with one decimal: `3.2 s`. */
export function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1_000).toFixed(1)} s`;
}
