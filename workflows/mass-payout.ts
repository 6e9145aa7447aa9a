import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { MassActivities } from '../activities/mass-payouts/activities.ts';
import { MASS_DEFAULT_WAITS, type MassPayoutAct, nextMassStep } from '../domain/state/mass-payout-waits.ts';
import type { MassPayoutWatch } from '../domain/state/mass-payout-watch.ts';
import {
  type MassPayoutChanged,
  type MassPayoutInput,
  massPayoutChangedSignal,
  massUpdates,
  type RetryMass,
} from './messages.ts';
import { Alarm, checkOperated, DATABASE_WRITES, forOperator } from './parts.ts';
import { keys } from './search-attributes.ts';

export const massPayoutChanged = defineSignal<[MassPayoutChanged]>(massPayoutChangedSignal);
export const retryMassPayout = defineUpdate<string, [RetryMass]>(massUpdates.retry);

const database = proxyLocalActivities<MassActivities>(DATABASE_WRITES);

/**
 * `mass-payout:<id>`: waits for approval and cool-off, makes payouts of the lines slice by slice as the signer takes
 * them, and ends when the counts of the lines say so. Its history holds no line: they are rows, and their signatures
 * are asked for by the workflows of slices or of payouts.
 */
export async function massPayoutWorkflow(input: MassPayoutInput): Promise<void> {
  const run = new MassPayoutRun(input);
  setHandler(massPayoutChanged, (news) => run.learn(news));
  setHandler(retryMassPayout, (command) => run.retry(command), { validator: checkOperated });
  await run.untilOver();
  await condition(allHandlersFinished);
}

class MassPayoutRun {
  readonly #input: MassPayoutInput;
  readonly #seenEvents = new Set<string>();
  #watch: MassPayoutWatch;
  #lookedAtMs = Date.now();
  #tries = 0;
  #triedAtMs = 0;
  #trouble: string | null = null;
  #nudges = 0;
  #words = '';

  constructor(input: MassPayoutInput) {
    this.#input = input;
    this.#watch = input.watch;
  }

  async untilOver(): Promise<void> {
    for (;;) {
      const next = nextMassStep(this.#moment(), Date.now());
      this.#tell(next.words);
      if (next.kind === 'end') return;
      if (next.kind === 'act') await this.#act(next.act);
      else await this.#wait(next.untilMs, next.words);
      if (workflowInfo().continueAsNewSuggested) {
        await condition(allHandlersFinished);
        await continueAsNew<typeof massPayoutWorkflow>({ ...this.#input, watch: this.#watch });
      }
    }
  }

  /** The newest version counts, in whatever order news arrives. */
  learn({ eventId, watch }: MassPayoutChanged): void {
    if (this.#seenEvents.has(eventId)) return;
    this.#seenEvents.add(eventId);
    this.#take(watch);
  }

  /** Looks, or opens, at once. @returns what it waits for */
  async retry({ by }: RetryMass): Promise<string> {
    await forOperator<MassActivities, void>(({ mayOperateMass }) => mayOperateMass({ by }));
    this.#tries = 0;
    this.#lookedAtMs = 0;
    this.#nudges += 1;
    return this.#words;
  }

  #take(watch: MassPayoutWatch): void {
    const before = this.#watch;
    if (watch.version <= before.version) return;
    this.#watch = watch;
    this.#tries = 0;
    if (watch.status !== before.status) upsertSearchAttributes([{ key: keys.Status, value: watch.status }]);
    if (watch.reason !== before.reason) upsertSearchAttributes([{ key: keys.Reason, value: watch.reason }]);
  }

  async #act(act: MassPayoutAct): Promise<void> {
    const { massPayoutId } = this.#input;
    switch (act) {
      case 'open':
        return this.#open();
      case 'expire_approval':
        this.#take(await database.expireMassApproval({ massPayoutId }));
        return;
      case 'look':
        this.#take(await database.lookAtMassPayout({ massPayoutId }));
        this.#lookedAtMs = Date.now();
        return;
      default:
        return act satisfies never;
    }
  }

  async #open(): Promise<void> {
    const { version } = this.#watch;
    const nudges = this.#nudges;
    const { openSlices } = proxyActivities<MassActivities>({
      startToCloseTimeout: '5 minutes',
      heartbeatTimeout: '1 minute',
      retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
      summary: `Makes payouts of up to 2,000 of ${this.#watch.waiting} lines`,
    });
    const { watch, trouble } = await openSlices({ massPayoutId: this.#input.massPayoutId });
    this.#take(watch);
    this.#trouble = trouble;
    if (this.#watch.version !== version || this.#nudges !== nudges) return;
    this.#tries += 1;
    this.#triedAtMs = Date.now();
  }

  async #wait(untilMs: number, words: string): Promise<void> {
    const { version } = this.#watch;
    const nudges = this.#nudges;
    const alarm = new Alarm(untilMs, words);
    await condition(() => alarm.rang || this.#watch.version !== version || this.#nudges !== nudges);
    alarm.cancel();
  }

  #moment() {
    return {
      watch: this.#watch,
      lookedAtMs: this.#lookedAtMs,
      sinceMs: this.#lookedAtMs,
      tries: this.#tries,
      triedAtMs: this.#triedAtMs,
      trouble: this.#trouble,
      waits: { ...MASS_DEFAULT_WAITS, ...this.#input.waits },
    };
  }

  #tell(words: string): void {
    const { status, lines, done, failed } = this.#watch;
    this.#words = words;
    const found = `ParentId = "mass-payout:${this.#input.massPayoutId}" AND NeedsOperator = true`;
    setCurrentDetails(
      `${words}\n\n- Status: **${status}**\n- Lines: ${lines}, done ${done}, failed ${failed}\n- What of it waits for an operator: \`${found}\``,
    );
  }
}
