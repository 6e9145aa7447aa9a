import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { SuspicionActivities } from '../activities/suspicion/activities.ts';
import type { SuspicionWatch } from '../domain/suspicion/suspicion.ts';
import { DEFAULT_SUSPICION_WAITS, nextSuspicionStep, type SuspicionAct } from '../domain/suspicion/suspicion-waits.ts';
import { type SuspicionChanged, type SuspicionInput, suspicionChangedSignal } from './messages.ts';
import { Alarm, DATABASE_WRITES } from './parts.ts';
import { keys } from './search-attributes.ts';

export const suspicionChanged = defineSignal<[SuspicionChanged]>(suspicionChangedSignal);

const database = proxyLocalActivities<SuspicionActivities>(DATABASE_WRITES);

/**
 * `suspicious-operation:<id>`: the clock of an operation that staff suspended. Reminds them before three working hours
 * are over, alerts when they are, and goes on alerting until it is reported or released; a reported one is looked at
 * each week until it is released.
 */
export async function suspiciousOperationWorkflow(input: SuspicionInput): Promise<void> {
  const run = new SuspicionRun(input);
  setHandler(suspicionChanged, (news) => run.learn(news));
  await run.untilReleased();
  await condition(allHandlersFinished);
}

class SuspicionRun {
  readonly #input: SuspicionInput;
  readonly #seenEvents = new Set<string>();
  #watch: SuspicionWatch;
  #given: number;
  #lastMs: number;

  constructor(input: SuspicionInput) {
    this.#input = input;
    this.#watch = input.watch;
    this.#given = input.given ?? 0;
    this.#lastMs = Date.parse(input.lastAt ?? input.suspendedAt);
  }

  async untilReleased(): Promise<void> {
    for (;;) {
      const next = nextSuspicionStep(this.#moment(), Date.now());
      setCurrentDetails(`${next.words}\n\n- ${this.#input.label}\n- Status: **${this.#watch.status}**`);
      if (next.kind === 'end') return;
      if (next.kind === 'act') await this.#act(next.act);
      else await this.#wait(next.untilMs, next.words);
      if (workflowInfo().continueAsNewSuggested) await this.#continue();
    }
  }

  /** The newest version counts, in whatever order news arrives. */
  learn({ eventId, watch }: SuspicionChanged): void {
    if (this.#seenEvents.has(eventId)) return;
    this.#seenEvents.add(eventId);
    if (watch.version <= this.#watch.version) return;
    if (watch.status !== this.#watch.status) {
      this.#given = 0;
      this.#lastMs = Date.now();
      upsertSearchAttributes([
        { key: keys.Status, value: watch.status },
        { key: keys.NeedsOperator, value: watch.status === 'suspended' },
      ]);
    }
    this.#watch = watch;
  }

  async #act(act: SuspicionAct): Promise<void> {
    const { status } = this.#watch;
    const { suspensionId } = this.#input;
    const n = this.#given + 1;
    await database.remindStaff({ suspensionId, act, status, n });
    // What changed meanwhile began its own count.
    if (this.#watch.status !== status) return;
    this.#given = n;
    this.#lastMs = Date.now();
  }

  async #wait(untilMs: number, words: string): Promise<void> {
    const { version } = this.#watch;
    const alarm = new Alarm(untilMs, words);
    await condition(() => alarm.rang || this.#watch.version !== version);
    alarm.cancel();
  }

  async #continue(): Promise<void> {
    await condition(allHandlersFinished);
    await continueAsNew<typeof suspiciousOperationWorkflow>({
      ...this.#input,
      watch: this.#watch,
      given: this.#given,
      lastAt: new Date(this.#lastMs).toISOString(),
    });
  }

  #moment() {
    const { remindAt, dueAt, waits } = this.#input;
    return {
      watch: this.#watch,
      remindMs: remindAt.map((at) => Date.parse(at)),
      dueMs: Date.parse(dueAt),
      sinceMs: this.#lastMs,
      tries: this.#given,
      triedAtMs: this.#lastMs,
      trouble: null,
      waits: { ...DEFAULT_SUSPICION_WAITS, ...waits },
    };
  }
}
