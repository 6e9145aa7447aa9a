import {
  allHandlersFinished,
  condition,
  continueAsNew,
  currentUpdateInfo,
  defineQuery,
  defineSignal,
  defineUpdate,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import {
  type Command,
  commandProblem,
  OPERATOR_COMMANDS,
  type OperatorCommand,
  type ResolveCommand,
  type RetryCommand,
} from '../domain/process/commands.ts';
import type { Moment, NextStep } from '../domain/process/waits.ts';
import { AlarmClock } from './alarm-clock.ts';
import type { Carried, ProcessInput, ProcessNews, ProcessReport } from './messages.ts';
import { refuse } from './parts.ts';
import {
  type AttributeValues,
  changedAttributes,
  presentAttributes,
  requestedAttributes,
  updatePairs,
} from './search-attributes.ts';

/** The process as a definition sees it when it decides, acts and describes. */
export interface ProcessMoment<Input extends ProcessInput, Notes> extends Moment<Input['watch']> {
  readonly input: Input;
  readonly notes: Partial<Notes>;
}

/** The same while it acts. */
export interface Acting<Input extends ProcessInput, Notes> extends ProcessMoment<Input, Notes> {
  /** The message of the step, for the summaries of activities. */
  readonly message: string;
  /** Keeps notes for the next decisions, until the process changes its place. */
  note(notes: Partial<Notes> & { readonly trouble?: string | null }): void;
  /** True once the process has moved on or has to retry at once: the answer of the act is not needed any more. */
  isOver(): boolean;
}

/** The handling of an operator's update. */
export interface OperatorUpdate<Input extends ProcessInput, Notes, C extends Command> {
  /** Why the process refuses the update in its present state, or null. */
  readonly refusal?: (at: ProcessMoment<Input, Notes>) => string | null;
  /** @returns the process afterwards; nothing if the update only makes it retry at once */
  readonly write: (
    command: C & { readonly cause: string },
    at: ProcessMoment<Input, Notes>,
  ) => Promise<Input['watch'] | undefined>;
  /** Notes for the next decisions after this update. */
  readonly notes?: Partial<Notes>;
}

/** Everything that is specific to a process. The run below is the same for all of them. */
export interface ProcessDefinition<Input extends ProcessInput, Act extends string, Notes, Outcome extends string> {
  /** The name of the query that is answered with a {@link ProcessReport}. */
  readonly name: string;
  /** The name of the signal that carries {@link ProcessNews}. */
  readonly signal: string;
  /** Decides the next step. Pure. */
  readonly next: (at: ProcessMoment<Input, Notes>, nowMs: number) => NextStep<Act>;
  /** Each returns the process afterwards, or nothing if it cannot have changed. */
  readonly acts: { readonly [A in Act]: (at: Acting<Input, Notes>) => Promise<Input['watch'] | undefined> };
  /** Acts that do not count as tries; they keep their own clock in the notes. */
  readonly notTries?: readonly Act[];
  /** The commands of operators. */
  readonly updates: {
    readonly approve?: OperatorUpdate<Input, Notes, Command>;
    readonly retry?: OperatorUpdate<Input, Notes, RetryCommand>;
    readonly resolve?: OperatorUpdate<Input, Notes, ResolveCommand<Outcome>> & {
      readonly outcomes: readonly Outcome[];
    };
  };
  /** The place of the process: when it changes, time, tries and notes are reset. */
  readonly place: (snapshot: Input['watch']) => unknown;
  /** The progress that tries are meant to cause: when it changes, tries are counted from zero. By default the place. */
  readonly progress?: (snapshot: Input['watch']) => unknown;
  /**
   * The attributes that operators filter by in the Web UI, written while one of them is needed (`NeedsOperator`) and at
   * the end. In between, read its details: each change of an attribute costs an event and an index entry.
   */
  readonly attributes: (snapshot: Input['watch'], input: Input) => AttributeValues;
  /** The details in the Web UI, as Markdown. */
  readonly details: (at: ProcessMoment<Input, Notes>, message: string) => string;
  /** The initial clocks of a new run, if they differ from the present time. */
  readonly begin?: (input: Input) => Partial<Carried>;
  /** Merges a new snapshot of the known version, for fields that may change while the row does not. */
  readonly sameVersion?: (known: Input['watch'], news: Input['watch']) => Input['watch'];
}

/** Creates the workflow of a process. */
export function runProcess<Input extends ProcessInput, Act extends string, Notes, Outcome extends string>(
  definition: ProcessDefinition<Input, Act, Notes, Outcome>,
): (input: Input) => Promise<void> {
  return async (input) => {
    await liveProcess(definition, input);
  };
}

/** The definitions of operators' updates, for their senders. */
export function operatorUpdates<Answer, Outcome extends string = never>() {
  return {
    approve: defineUpdate<Answer, [Command]>('approve'),
    retry: defineUpdate<Answer, [RetryCommand]>('retry'),
    resolve: defineUpdate<Answer, [ResolveCommand<Outcome>]>('resolve'),
  } as const satisfies Record<OperatorCommand, unknown>;
}

/** Runs a process until nothing is left to wait for. @returns its last snapshot */
export async function liveProcess<Input extends ProcessInput, Act extends string, Notes, Outcome extends string>(
  definition: ProcessDefinition<Input, Act, Notes, Outcome>,
  input: Input,
): Promise<Input['watch']> {
  const run = new ProcessRun(definition, input);
  setHandler(defineSignal<[ProcessNews]>(definition.signal), (news) => run.learn(news));
  setHandler(defineQuery<ProcessReport>(definition.name), () => run.report());
  for (const name of OPERATOR_COMMANDS) {
    if (definition.updates[name] === undefined) continue;
    setHandler(defineUpdate<unknown, [SentCommand]>(name), (sent) => run.command(name, sent), {
      validator: (sent) => run.check(name, sent),
    });
  }
  const snapshot = await run.untilOver();
  await condition(allHandlersFinished);
  return snapshot;
}

/** The longest wait; a longer one is split. */
const LONGEST_WAIT_MS = 30 * 86_400_000;
/** How many event ids are kept across runs: enough for everything that the outbox may send twice. */
const KEPT_EVENTS = 50;

class ProcessRun<Input extends ProcessInput, Act extends string, Notes, Outcome extends string> {
  readonly #definition: ProcessDefinition<Input, Act, Notes, Outcome>;
  readonly #input: Input;
  readonly #seenEvents: Set<string>;
  readonly #clock = new AlarmClock();
  #snapshot: Input['watch'];
  #shown: AttributeValues;
  #sinceMs: number;
  #tries: number;
  #triedAtMs: number;
  #notes: Partial<Notes> & { readonly trouble?: string | null };
  #nudges = 0;
  #message = '';

  constructor(definition: ProcessDefinition<Input, Act, Notes, Outcome>, input: Input) {
    const begin = input.carried ?? definition.begin?.(input);
    this.#definition = definition;
    this.#input = input;
    this.#snapshot = input.watch;
    this.#shown = found();
    this.#seenEvents = new Set(begin?.seen);
    this.#sinceMs = begin?.sinceMs ?? Date.now();
    this.#tries = begin?.tries ?? 0;
    this.#triedAtMs = begin?.triedAtMs ?? 0;
    this.#notes = (begin?.notes ?? {}) as Partial<Notes>;
  }

  async untilOver(): Promise<Input['watch']> {
    for (;;) {
      const next = this.#definition.next(this.#moment(), Date.now());
      this.#message = next.message;
      setCurrentDetails(this.#definition.details(this.#moment(), next.message));
      if (next.kind === 'end') {
        this.#show(true);
        return this.#snapshot;
      }
      if (next.kind === 'act') await this.#act(next.act, next.message);
      else await this.#wait(next.untilMs, next.message);
      if (workflowInfo().continueAsNewSuggested) await this.#continue();
    }
  }

  learn({ eventId, watch: snapshot, again }: ProcessNews<Input['watch']>): void {
    if (this.#seenEvents.has(eventId)) return;
    this.#seenEvents.add(eventId);
    if (snapshot !== undefined) this.#take(snapshot);
    if (snapshot === undefined || again === true) this.#nudge();
  }

  report(): ProcessReport<Input['watch']> {
    return { words: this.#message, watch: this.#snapshot, tries: this.#tries };
  }

  check(name: OperatorCommand, sent: SentCommand): void {
    const { updates } = this.#definition;
    const outcomes = name === 'resolve' ? (updates.resolve?.outcomes ?? []) : null;
    const problem = commandProblem(commandOf(name, sent), outcomes) ?? updates[name]?.refusal?.(this.#moment()) ?? null;
    if (problem !== null) refuse(problem);
  }

  /** @returns the process afterwards, or what it waits for if the update only makes it retry at once */
  async command(name: OperatorCommand, sent: SentCommand): Promise<Input['watch'] | string> {
    // The validator has checked that the command is what the update takes.
    const update = this.#definition.updates[name] as OperatorUpdate<Input, Notes, Command>;
    const cause = currentUpdateInfo()?.id ?? `${workflowInfo().runId}:${this.#snapshot.version}`;
    const snapshot = await update.write({ ...(commandOf(name, sent) as Command), cause }, this.#moment());
    if (snapshot !== undefined) this.#take(snapshot);
    this.#nudge();
    this.#notes = { ...this.#notes, ...update.notes };
    return snapshot === undefined ? this.#message : this.#snapshot;
  }

  /** Takes the newest version, in whatever order signals arrive. */
  #take(snapshot: Input['watch']): void {
    const { place, progress = place, sameVersion } = this.#definition;
    const before = this.#snapshot;
    if (snapshot.version === before.version && sameVersion !== undefined)
      this.#snapshot = sameVersion(before, snapshot);
    if (snapshot.version <= before.version) return;
    this.#snapshot = snapshot;
    if (place(snapshot) !== place(before)) {
      this.#sinceMs = Date.now();
      this.#tries = 0;
      this.#notes = {};
    }
    if (progress(snapshot) !== progress(before)) this.#tries = 0;
  }

  /** Retries at once, because an obstacle is gone or an operator requested it. */
  #nudge(): void {
    this.#tries = 0;
    this.#notes = { ...this.#notes, trouble: null };
    this.#nudges += 1;
  }

  async #act(act: Act, message: string): Promise<void> {
    const isOver = this.#over();
    const note = (notes: Partial<Notes> & { readonly trouble?: string | null }) => {
      this.#notes = { ...this.#notes, ...notes };
    };
    const snapshot = await this.#definition.acts[act]({ ...this.#moment(), message, note, isOver });
    if (snapshot !== undefined) this.#take(snapshot);
    if (isOver() || this.#definition.notTries?.includes(act)) return;
    this.#tries += 1;
    this.#triedAtMs = Date.now();
  }

  /** @returns a check whether there was progress, an operator request or a nudge since this call */
  #over(): () => boolean {
    const { place, progress = place } = this.#definition;
    const where = () => [progress(this.#snapshot), this.#offered().NeedsOperator, this.#nudges];
    const before = where();
    return () => where().some((each, index) => each !== before[index]);
  }

  async #wait(untilMs: number, message: string): Promise<void> {
    this.#show(false);
    const { version } = this.#snapshot;
    const nudges = this.#nudges;
    const alarm = this.#clock.set(Math.min(untilMs, Date.now() + LONGEST_WAIT_MS), message);
    await condition(() => alarm.rang || this.#snapshot.version !== version || this.#nudges !== nudges);
  }

  /** Writes the status to the search attributes, or removes it, as {@link requestedAttributes} says. */
  #show(ended: boolean): void {
    const requested = requestedAttributes(this.#offered(), ended);
    const pairs = updatePairs(changedAttributes(this.#shown, requested));
    this.#shown = { ...this.#shown, ...requested };
    if (pairs.length > 0) upsertSearchAttributes(pairs);
  }

  #offered(): AttributeValues {
    return this.#definition.attributes(this.#snapshot, this.#input);
  }

  /** Continues in a new run with all counts and notes of this one. */
  async #continue(): Promise<void> {
    await condition(allHandlersFinished);
    const carried: Carried = {
      sinceMs: this.#sinceMs,
      tries: this.#tries,
      triedAtMs: this.#triedAtMs,
      notes: this.#notes,
      seen: [...this.#seenEvents].slice(-KEPT_EVENTS),
    };
    this.#show(false);
    await continueAsNew<(input: Input) => Promise<void>>({
      ...this.#input,
      version: 2,
      watch: this.#snapshot,
      carried,
    });
  }

  #moment(): ProcessMoment<Input, Notes> {
    return {
      input: this.#input,
      snapshot: this.#snapshot,
      sinceMs: this.#sinceMs,
      tries: this.#tries,
      triedAtMs: this.#triedAtMs,
      trouble: this.#notes.trouble ?? null,
      notes: this.#notes,
    };
  }
}

/** The search attributes that the workflow has now, including those of an earlier run. */
function found(): AttributeValues {
  return presentAttributes(workflowInfo().typedSearchAttributes.getAll());
}

/** A command as it arrives, before any check. */
type SentCommand = Partial<RetryCommand & ResolveCommand<string>> & {
  readonly operator?: string;
  readonly reason?: string;
};

/**
 * Until the next release, the former fields of invoices and onboardings are accepted too: `operator` for `by`, and
 * `reason` for `note`, which their `retry` did not have.
 */
function commandOf(name: OperatorCommand, { operator, reason, by, note, outcome, maxFee }: SentCommand): SentCommand {
  const unsaid = operator !== undefined && name === 'retry' ? 'No reason was given.' : undefined;
  return asSent({ by: by ?? operator, note: note ?? reason ?? unsaid, outcome, maxFee });
}

function asSent(fields: { readonly [Name in keyof SentCommand]: SentCommand[Name] | undefined }): SentCommand {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
