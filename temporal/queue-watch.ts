import { pause } from '../activities/pause.ts';
import type { RunningQueues, TaskKind } from './queue-workers.ts';

export interface QueueWatchOptions {
  readonly queues: Pick<RunningQueues, 'states'>;
  /** A mark that changes whenever this process polls a queue, as Temporal sees it. @throws Error while it is away */
  readonly lastPoll: (poll: { readonly queue: string; readonly kind: TaskKind }) => Promise<string | null>;
  /** Called once with queues that stay without a poller although Temporal answers: the process should end. */
  readonly onLost: (queues: readonly string[]) => void;
  readonly signal: AbortSignal;
  readonly pace?: WatchPace | undefined;
}

export interface WatchPace {
  readonly everyMs: number;
  /** A worker with free slots polls again after a minute at most; twice that is silence. */
  readonly silentAfterMs: number;
  /** A queue that comes back within this time costs nothing; ending the process interrupts its other queues. */
  readonly lostAfterMs: number;
}

export interface QueueWatch {
  /** The queues that this process should poll now and does not. */
  unserved(): readonly string[];
}

const PACE: WatchPace = { everyMs: 15_000, silentAfterMs: 130_000, lostAfterMs: 60_000 };

/**
 * Watches the pollers of this process from both sides: what its workers say, and which polls reach Temporal, because a
 * worker may believe that it polls while nothing arrives. While Temporal is away, no queue counts as lost.
 */
export function watchQueues(options: QueueWatchOptions): QueueWatch {
  const silence = new Silence();
  const unserved = () =>
    options.queues
      .states()
      .filter(({ queue, isServed }) => !isServed || silence.has(queue))
      .map(({ queue }) => queue);
  void watch(options, silence, unserved);
  return { unserved };
}

async function watch(
  { queues, lastPoll, onLost, signal, pace = PACE }: QueueWatchOptions,
  silence: Silence,
  unserved: () => readonly string[],
): Promise<void> {
  const since = new Map<string, number>();
  while (!signal.aborted) {
    const requested = queues.states().flatMap(({ queue, kinds }) => kinds.map((each) => ({ queue, ...each })));
    const polls = await Promise.all(requested.map(async (each) => ({ ...each, mark: await lastPoll(each) }))).catch(
      () => [],
    );
    // Nobody can poll while Temporal is away, and a queue needs its time afterwards.
    if (polls.length === 0) silence.forget();
    else silence.note(polls, { nowMs: performance.now(), afterMs: pace.silentAfterMs });
    const now = polls.length === 0 ? [] : unserved();
    for (const queue of since.keys()) if (!now.includes(queue)) since.delete(queue);
    for (const queue of now) since.set(queue, since.get(queue) ?? performance.now());
    const lost = now.filter((queue) => performance.now() - (since.get(queue) ?? 0) >= pace.lostAfterMs);
    if (lost.length > 0 && !signal.aborted) return onLost(lost);
    await pause(signal, pace.everyMs);
  }
}

interface SeenPoll {
  readonly queue: string;
  readonly kind: TaskKind;
  readonly hasFreeSlots: boolean;
  readonly mark: string | null;
}

/** By our own clock: the server's may differ, so only a change of its marks counts. */
class Silence {
  readonly #last = new Map<string, { readonly mark: string | null; readonly atMs: number }>();
  #silent: ReadonlySet<string> = new Set();

  has(queue: string): boolean {
    return this.#silent.has(queue);
  }

  forget(): void {
    this.#last.clear();
    this.#silent = new Set();
  }

  note(polls: readonly SeenPoll[], { nowMs, afterMs }: { readonly nowMs: number; readonly afterMs: number }): void {
    const silent = new Set<string>();
    for (const { queue, kind, hasFreeSlots, mark } of polls) {
      const key = `${kind} ${queue}`;
      const last = this.#last.get(key);
      if (last === undefined || last.mark !== mark || !hasFreeSlots) this.#last.set(key, { mark, atMs: nowMs });
      else if (nowMs - last.atMs >= afterMs) silent.add(queue);
    }
    this.#silent = silent;
  }
}
