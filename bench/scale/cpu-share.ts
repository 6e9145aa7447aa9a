import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;
const LOOK_MS = 10;
/** A process that was idle may catch up so much, and no more. */
const MOST_CREDIT_MS = 40;

/** Processor time that a process has used with all its threads, in milliseconds. Linux only. */
export function processorMs(pid: number): number {
  return (readStat(pid)?.ownTicks ?? 0) * TICK_MS;
}

/** Processor time of a process and all its children, those that have ended among them, in milliseconds. Linux only. */
export function familyProcessorMs(pid: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
  const ticks = (parent: number): number =>
    stats
      .filter((stat) => stat.parent === parent)
      .reduce((sum, child) => sum + child.ownTicks + child.endedTicks + ticks(child.pid), 0);
  const own = readStat(pid);
  return ((own?.ownTicks ?? 0) + (own?.endedTicks ?? 0) + ticks(pid)) * TICK_MS;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ownTicks: number;
  /** Of children that have ended. */
  readonly endedTicks: number;
}

/** @returns undefined for a process that has ended */
function readStat(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name of the program, in parentheses, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number) => Number(fields[index]);
  return { pid, parent: at(1), ownTicks: at(11) + at(12), endedTicks: at(13) + at(14) };
}

/** Memory of a process that is in use and not swapped out, in megabytes. */
export function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/**
 * Holds a process to a share of one core by pausing it, so that several of its kind fit on a machine whose cores they
 * would otherwise use up. @param share 0 to 1 @returns what ends that
 */
export function limitProcessor(pid: number, share: number): () => void {
  let usedMs = processorMs(pid);
  let atMs = performance.now();
  let creditMs = 0;
  let isPaused = false;
  const clock = setInterval(() => {
    const [nowUsedMs, nowMs] = [processorMs(pid), performance.now()];
    creditMs = Math.min(MOST_CREDIT_MS, creditMs + (nowMs - atMs) * share - (nowUsedMs - usedMs));
    [usedMs, atMs] = [nowUsedMs, nowMs];
    const shouldPause = creditMs < 0;
    if (shouldPause === isPaused) return;
    isPaused = shouldPause;
    process.kill(pid, shouldPause ? 'SIGSTOP' : 'SIGCONT');
  }, LOOK_MS);
  return () => {
    clearInterval(clock);
    if (isPaused) process.kill(pid, 'SIGCONT');
  };
}
