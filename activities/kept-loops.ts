import { Context } from '@temporalio/activity';
import type { Db } from '../db/core/sequelize.ts';
import { beginLoopRun, isLatestLoopRun } from '../db/core/singleton-loops.ts';
import { newId } from '../domain/ids.ts';

/**
 * Work without an end: it returns soon after the signal and survives the troubles it meets. Its result is the
 * activity's heartbeat, for operators; two of them at once do no harm.
 */
export type Loop = (signal: AbortSignal, say: (words: unknown) => void) => Promise<void>;

export interface Turn {
  /** The same on every worker, one for each thing that is kept going. */
  readonly name: string;
  /** After this long the activity ends, so that its workflow begins the next turn. */
  readonly turnMs: number;
}

/**
 * Why a turn ended: its time was over, Temporal lost sight of it, or Temporal, an operator or the end of the worker
 * stopped it.
 */
export type Ending = 'over' | 'lost' | 'stopped';

/**
 * Keeps loops going between the runs of their activities. Temporal says where a loop runs; but payments are made and
 * invoices created while Temporal is away, so a loop that nobody stopped goes on without its activity: usually for no
 * time at all, in an outage until it is over. It ends when its next run begins, here or on another worker.
 */
export class KeptLoops {
  readonly #db: Db;
  readonly #checkEveryMs: number;
  readonly #alone = new Map<string, Alone>();

  constructor(db: Db, checkEveryMs = 2_000) {
    this.#db = db;
    this.#checkEveryMs = checkEveryMs;
  }

  /** The loops that go on without an activity now. */
  get alone(): readonly string[] {
    return [...this.#alone.keys()];
  }

  /** One turn of a loop, called within an activity. @throws what the loop throws */
  async keep({ name, turnMs }: Turn, loop: Loop): Promise<Ending> {
    await this.#end(name);
    const run = newId();
    // Without its name in the database it could not learn of being replaced, so it must not go on alone.
    const mayGoOn = await beginLoopRun(this.#db, name, run).then(
      () => true,
      () => false,
    );
    const stop = new AbortController();
    const context = Context.current();
    const voice = openVoice(context);
    const running = loop(stop.signal, voice.say);
    let ending: Ending;
    try {
      ending = await Promise.race([running.then(() => 'over' as const), endOfTurn(context, turnMs)]);
    } finally {
      voice.hush();
    }
    if (ending !== 'stopped' && mayGoOn) this.#goOn({ name, run, stop, running });
    else {
      stop.abort();
      await running;
    }
    return ending;
  }

  /** Runs a loop without an activity until its next run begins, for a process that starts while Temporal is away. */
  async runAlone(name: string, loop: Loop): Promise<void> {
    await this.#end(name);
    const run = newId();
    await beginLoopRun(this.#db, name, run);
    const stop = new AbortController();
    this.#goOn({ name, run, stop, running: loop(stop.signal, () => {}) });
  }

  /** Ends all that goes on alone, with the process. */
  async stop(): Promise<void> {
    await Promise.all(this.alone.map((name) => this.#end(name)));
  }

  #goOn({ name, run, stop, running }: Run): void {
    const check = async () => {
      // While the database does not answer, nobody else can have begun.
      if (!(await isLatestLoopRun(this.#db, name, run).catch(() => true))) stop.abort();
    };
    const timer = setInterval(() => void check(), this.#checkEveryMs);
    const ended = running
      .catch(() => {
        // Nobody is there to hear of it; the next run begins from the start.
      })
      .finally(() => {
        clearInterval(timer);
        if (this.#alone.get(name)?.stop === stop) this.#alone.delete(name);
      });
    this.#alone.set(name, { stop, ended });
  }

  async #end(name: string): Promise<void> {
    const alone = this.#alone.get(name);
    alone?.stop.abort();
    await alone?.ended;
  }
}

interface Run {
  readonly name: string;
  readonly run: string;
  readonly stop: AbortController;
  readonly running: Promise<void>;
}

interface Alone {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Says news at once and the last of them again and again, because a loop that waits is alive too. */
function openVoice(context: Context): { say: (words: unknown) => void; hush: () => void } {
  let last: unknown = 'Starting.';
  let heard = true;
  const timer = setInterval(() => context.heartbeat(last), BEAT_EVERY_MS);
  return {
    say(words) {
      if (!heard || words === last) return;
      last = words;
      context.heartbeat(words);
    },
    hush() {
      heard = false;
      clearInterval(timer);
    },
  };
}

/**
 * Resolves when the turn is over or the activity is cancelled. Of all reasons only the time-out comes from this side,
 * when no heartbeat got through; the others are the word of Temporal, an operator or the worker that ends.
 */
function endOfTurn(context: Context, turnMs: number): Promise<Ending> {
  const signal = context.cancellationSignal;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('over'), turnMs);
    timer.unref();
    const cancelled = () => {
      clearTimeout(timer);
      resolve(context.cancellationDetails?.timedOut === true ? 'lost' : 'stopped');
    };
    if (signal.aborted) cancelled();
    else signal.addEventListener('abort', cancelled, { once: true });
  });
}

const BEAT_EVERY_MS = 2_000;
