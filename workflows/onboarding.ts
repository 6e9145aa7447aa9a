import {
  ActivityFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { OnboardingActivities } from '../activities/compliance/activities.ts';
import type { VerificationActivities } from '../activities/verification/activities.ts';
import type { CaseWatch } from '../domain/compliance/case.ts';
import {
  DEFAULT_ONBOARDING_WAITS,
  nextOnboardingStep,
  type OnboardingAct,
  onboardingDetails,
} from '../domain/compliance/onboarding-waits.ts';
import {
  type OnboardingChanged,
  type OnboardingInput,
  onboardingChangedSignal,
  onboardingUpdates,
  type RetryOnboarding,
  taskQueues,
} from './messages.ts';
import { Alarm, checkOperator, DATABASE_WRITES } from './parts.ts';
import { changedCaseAttributes } from './search-attributes.ts';

export const onboardingChanged = defineSignal<[OnboardingChanged]>(onboardingChangedSignal);
export const retryOnboarding = defineUpdate<CaseWatch, [RetryOnboarding]>(onboardingUpdates.retry);

const database = proxyLocalActivities<OnboardingActivities>(DATABASE_WRITES);

/**
 * A merchant's way to production: account, integration, business, people, the provider's checks, the team's review, the
 * notice, production; then the monitoring of a merchant who is there, in a run of its own. The case in the database
 * says where the merchant stands; this waits, reminds, ends what nobody finishes, and calls the provider. Ends when the
 * merchant is refused or lets it expire; taking it up again starts a new run.
 */
export async function onboardingWorkflow(input: OnboardingInput): Promise<void> {
  const run = new OnboardingRun(input);
  setHandler(onboardingChanged, (news) => run.learn(news));
  setHandler(retryOnboarding, (command) => run.retry(command), { validator: checkOperator });
  await run.untilOver();
  await condition(allHandlersFinished);
}

class OnboardingRun {
  readonly #input: OnboardingInput;
  readonly #seenEvents = new Set<string>();
  #watch: CaseWatch;
  #lookedAtMs = 0;
  #looks = 0;
  #idleActs = 0;
  #nudges = 0;

  constructor(input: OnboardingInput) {
    this.#input = input;
    this.#watch = input.watch;
    upsertSearchAttributes(changedCaseAttributes(null, input.watch));
  }

  async untilOver(): Promise<void> {
    for (;;) {
      const moment = {
        watch: this.#watch,
        lookedAtMs: this.#lookedAtMs,
        looks: this.#looks,
        waits: this.#waits(),
      };
      const next = nextOnboardingStep(moment, Date.now());
      setCurrentDetails(onboardingDetails(this.#watch, next.words));
      if (next.kind === 'end') return;
      if (next.kind === 'wait') await this.#wait(next.untilMs, next.words);
      else await this.#act(next.act, next.words);
      // Monitoring lasts for years: it begins with a history of its own.
      const isNowMonitored = this.#watch.status === 'production' && this.#input.watch.status !== 'production';
      if (isNowMonitored || workflowInfo().continueAsNewSuggested) await this.#continue();
    }
  }

  learn({ eventId, watch }: OnboardingChanged): void {
    if (this.#seenEvents.has(eventId)) return;
    this.#seenEvents.add(eventId);
    this.#take(watch);
  }

  /** Reads the case again and decides at once, whatever is waited for. */
  async retry(_command: RetryOnboarding): Promise<CaseWatch> {
    this.#take(await database.readCaseWatch({ caseId: this.#input.caseId }));
    this.#lookedAtMs = 0;
    this.#looks = 0;
    this.#nudges += 1;
    return this.#watch;
  }

  /** The newest version counts, in whatever order news arrives. */
  #take(watch: CaseWatch): void {
    if (watch.version <= this.#watch.version) return;
    const attributes = changedCaseAttributes(this.#watch, watch);
    this.#watch = watch;
    this.#idleActs = 0;
    if (attributes.length > 0) upsertSearchAttributes(attributes);
  }

  async #act(act: OnboardingAct, words: string): Promise<void> {
    const before = this.#watch.version;
    const step = { caseId: this.#input.caseId, version: before };
    switch (act) {
      case 'ask_provider':
      case 'look_at_provider':
        this.#take(await this.#callProvider(act));
        this.#lookedAtMs = Date.now();
        this.#looks = act === 'ask_provider' ? 0 : this.#looks + 1;
        break;
      default:
        this.#take(await database.stepOnboarding({ ...step, act }));
    }
    if (this.#watch.version !== before || act === 'look_at_provider') return;
    // The row has moved on, or will soon: look again after a pause that grows.
    this.#idleActs += 1;
    await this.#wait(Date.now() + Math.min(1_000 * 2 ** this.#idleActs, 300_000), words);
  }

  /** As often as it takes while the merchant's checks have time; then the team decides without the provider. */
  async #callProvider(act: 'ask_provider' | 'look_at_provider'): Promise<CaseWatch> {
    const { caseId } = this.#input;
    const leftMs = Date.parse(this.#watch.actUntil ?? '') - Date.now();
    const { askProvider, lookAtProvider } = proxyActivities<VerificationActivities>({
      taskQueue: taskQueues.verification,
      startToCloseTimeout: '5 minutes',
      heartbeatTimeout: '1 minute',
      scheduleToCloseTimeout: Math.max(Number.isFinite(leftMs) ? leftMs : 0, 60_000),
      retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '15 minutes' },
      summary: act === 'ask_provider' ? 'Hand everything to the provider' : 'Ask the provider for results',
    });
    try {
      return await (act === 'ask_provider' ? askProvider({ caseId }) : lookAtProvider({ caseId }));
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      return database.stepOnboarding({ caseId, version: this.#watch.version, act: 'provider_overdue' });
    }
  }

  async #wait(untilMs: number, words: string): Promise<void> {
    const { version } = this.#watch;
    const nudges = this.#nudges;
    // A wait without an end of its own looks again after a month.
    const alarm = new Alarm(Math.min(untilMs, Date.now() + 30 * 86_400_000), words);
    await condition(() => alarm.rang || this.#watch.version !== version || this.#nudges !== nudges);
    alarm.cancel();
  }

  async #continue(): Promise<void> {
    await condition(allHandlersFinished);
    await continueAsNew<typeof onboardingWorkflow>({ ...this.#input, watch: this.#watch });
  }

  #waits() {
    return { ...DEFAULT_ONBOARDING_WAITS, ...this.#input.waits };
  }
}
