import {
  allHandlersFinished,
  condition,
  continueAsNew,
  currentUpdateInfo,
  defineQuery,
  defineSignal,
  defineUpdate,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { PayoutActivities } from '../activities/payouts/activities.ts';
import type { PayoutStatus } from '../domain/state/payout-status.ts';
import { DEFAULT_WAITS, nextPayoutStep, type PayoutAct } from '../domain/state/payout-waits.ts';
import type { PayoutWatch } from '../domain/state/payout-watch.ts';
import {
  type ApprovePayout,
  type OperateOnPayout,
  type PayoutChanged,
  type PayoutInput,
  type PayoutReport,
  payoutChangedSignal,
  payoutQuery,
  payoutUpdates,
  type ResolvePayout,
  type RetryPayout,
} from './messages.ts';
import { AlarmClock, checkOperated, checkRetried, DATABASE_WRITES, forOperator, refuse } from './parts.ts';
import { broadcast, bump, type SendingRequest, sign } from './payout-sending.ts';
import { changedPayoutAttributes } from './search-attributes.ts';

export const payoutChanged = defineSignal<[PayoutChanged]>(payoutChangedSignal);
export const approvePayout = defineUpdate<PayoutWatch, [ApprovePayout]>(payoutUpdates.approve);
export const retryPayout = defineUpdate<PayoutWatch, [RetryPayout]>(payoutUpdates.retry);
export const resolvePayout = defineUpdate<PayoutWatch, [ResolvePayout]>(payoutUpdates.resolve);
export const payoutReport = defineQuery<PayoutReport>(payoutQuery);

const database = proxyLocalActivities<PayoutActivities>(DATABASE_WRITES);
const decide = forOperator<PayoutActivities, PayoutWatch>;

/**
 * The life of one payout or refund: waits for approval, cool-off, signer, node and confirmations, decides by
 * `domain/state/payout-waits.ts`, acts by activities. Ends at Done, Canceled, or an error whose money is back; a later
 * fact (a reorganisation) starts a new run with the row as it is then.
 */
export async function payoutWorkflow(input: PayoutInput): Promise<void> {
  const run = new PayoutRun(input);
  setHandler(payoutChanged, (news) => run.learn(news));
  setHandler(payoutReport, () => run.report());
  setHandler(approvePayout, (command) => run.approve(command), { validator: (command) => run.checkApprove(command) });
  setHandler(retryPayout, (command) => run.retry(command), { validator: (command) => run.checkRetry(command) });
  setHandler(resolvePayout, (command) => run.resolve(command), { validator: (command) => run.checkResolve(command) });
  await run.untilOver();
  await condition(allHandlersFinished);
}

class PayoutRun {
  readonly #input: PayoutInput;
  readonly #seenEvents = new Set<string>();
  #watch: PayoutWatch;
  /** What the Web UI was told of last. */
  #shown: PayoutWatch;
  #sinceMs: number;
  #tries: number;
  #triedAtMs: number;
  #trouble: string | null = null;
  #words = '';
  /** An operator wants what waits for a block, or what the node does not take, to be paid for better. */
  #wanted = false;
  #nudges = 0;
  readonly #clock = new AlarmClock();

  constructor(input: PayoutInput) {
    this.#input = input;
    this.#watch = input.watch;
    this.#shown = input.watch;
    this.#sinceMs = input.sinceMs ?? Date.now();
    this.#tries = input.tries ?? 0;
    this.#triedAtMs = input.triedAtMs ?? 0;
  }

  async untilOver(): Promise<void> {
    for (;;) {
      const next = nextPayoutStep(this.#moment(), Date.now());
      this.#tell(next.words);
      if (next.kind === 'end') return;
      if (next.kind === 'act') await this.#act(next.act, next.words);
      else await this.#wait(next.untilMs, next.words);
      if (workflowInfo().continueAsNewSuggested) await this.#continue();
    }
  }

  learn({ eventId, watch, again }: PayoutChanged): void {
    if (this.#seenEvents.has(eventId)) return;
    this.#seenEvents.add(eventId);
    this.#take(watch);
    if (again === true) this.#nudge();
  }

  report(): PayoutReport {
    return { words: this.#words, watch: this.#watch, tries: this.#tries };
  }

  checkApprove(command: ApprovePayout): void {
    checkOperated(command);
    this.#checkStatus('new');
  }

  checkRetry(command: RetryPayout): void {
    checkRetried(command);
  }

  checkResolve(command: ResolvePayout): void {
    checkOperated(command);
    if (!['paid', 'unpaid'].includes(command.outcome)) refuse('outcome must be paid or unpaid');
    if (!this.#watch.needsOperator) refuse(`the ${this.#input.kind} does not wait for an operator`);
  }

  async approve(command: ApprovePayout): Promise<PayoutWatch> {
    return this.#answer(await decide(({ approvePayout: write }) => write(this.#operatorStep(command))));
  }

  async retry(command: RetryPayout): Promise<PayoutWatch> {
    const { maxFee } = command;
    const step = { ...this.#operatorStep(command), ...(maxFee === undefined ? {} : { maxFee }) };
    const watch = this.#answer(await decide(({ retryPayout: write }) => write(step)));
    this.#wanted = watch.mayBePaid && ['queue', 'confirming'].includes(watch.status);
    return watch;
  }

  async resolve(command: ResolvePayout): Promise<PayoutWatch> {
    const { outcome } = command;
    const step = { ...this.#operatorStep(command), outcome };
    return this.#answer(await decide(({ resolvePayout: write }) => write(step)));
  }

  #answer(watch: PayoutWatch): PayoutWatch {
    this.#take(watch);
    this.#nudge();
    return this.#watch;
  }

  #nudge(): void {
    this.#tries = 0;
    this.#trouble = null;
    this.#nudges += 1;
  }

  #operatorStep({ by, note }: OperateOnPayout) {
    const cause = currentUpdateInfo()?.id ?? `${workflowInfo().runId}:${this.#watch.version}`;
    return { payoutId: this.#input.payoutId, cause, by, note };
  }

  #checkStatus(status: PayoutStatus): void {
    if (this.#watch.status !== status) refuse(`the ${this.#input.kind} is ${this.#watch.status}, not ${status}`);
  }

  /**
   * The newest version counts, in whatever order news arrives. Only where the payout stands begins a new count of tries
   * and ends what an operator wanted, not what keeps it there.
   */
  #take(watch: PayoutWatch): void {
    const before = this.#watch;
    if (watch.version <= before.version) return;
    this.#watch = watch;
    if (watch.status !== before.status || watch.mayBePaid !== before.mayBePaid) {
      this.#sinceMs = Date.now();
      this.#tries = 0;
      this.#trouble = null;
      this.#wanted = false;
    }
    // The transaction's id alone can wait: what it is sent by follows at once, and each change of the attributes is an
    // event of the history.
    if (watch.status !== before.status || watch.reason !== before.reason) this.#show();
  }

  /** Tells the Web UI what operators filter by. */
  #show(): void {
    const attributes = changedPayoutAttributes(this.#shown, this.#watch);
    this.#shown = this.#watch;
    if (attributes.length > 0) upsertSearchAttributes(attributes);
  }

  async #act(act: PayoutAct, words: string): Promise<void> {
    const place = this.#place();
    const nudges = this.#nudges;
    this.#take(await this.#do(act, words));
    if (this.#place() !== place || this.#nudges !== nudges) return;
    this.#tries += 1;
    this.#triedAtMs = Date.now();
  }

  async #do(act: PayoutAct, words: string): Promise<PayoutWatch> {
    const { payoutId, network } = this.#input;
    const step = { payoutId, version: this.#watch.version };
    switch (act) {
      case 'expire_approval':
        return database.expireApproval(step);
      case 'enqueue':
        return database.enqueuePayout(step);
      case 'overdue':
        return database.overduePayout(step);
      case 'remind':
        return database.remindPayout(step);
      case 'sign':
      case 'broadcast':
      case 'bump': {
        const once = this.#wanted;
        if (act === 'bump') this.#wanted = false;
        const place = this.#place();
        const nudges = this.#nudges;
        const isOver = () => this.#place() !== place || this.#nudges !== nudges;
        const request = { payoutId, network, summary: words, once, isOver };
        const { trouble, watch } = await ASKS[act](request);
        this.#trouble = trouble;
        return watch ?? database.readPayoutWatch({ payoutId });
      }
      default:
        return act satisfies never;
    }
  }

  /** Where the payout stands, apart from what keeps it there. */
  #place(): string {
    const { status, mayBePaid, needsOperator } = this.#watch;
    return `${status}:${mayBePaid}:${needsOperator}`;
  }

  async #wait(untilMs: number, words: string): Promise<void> {
    this.#show();
    const { version } = this.#watch;
    const nudges = this.#nudges;
    const alarm = this.#clock.set(untilMs, words);
    await condition(() => alarm.rang || this.#watch.version !== version || this.#nudges !== nudges);
  }

  async #continue(): Promise<void> {
    await condition(allHandlersFinished);
    await continueAsNew<typeof payoutWorkflow>({
      ...this.#input,
      watch: this.#watch,
      sinceMs: this.#sinceMs,
      tries: this.#tries,
      triedAtMs: this.#triedAtMs,
    });
  }

  #moment() {
    return {
      watch: this.#watch,
      sinceMs: this.#sinceMs,
      tries: this.#tries,
      triedAtMs: this.#triedAtMs,
      trouble: this.#trouble,
      wanted: this.#wanted,
      waits: { ...DEFAULT_WAITS, ...this.#input.waits },
    };
  }

  #tell(words: string): void {
    this.#words = words;
    const { status, txid, needsOperator } = this.#watch;
    const { gateId, network, mode } = this.#input;
    const paid = txid === null ? '' : `\n- Transaction: ${txid}`;
    const act = needsOperator
      ? `\n- **An operator has to act:** ${UPDATES}${status === 'confirming' ? RAISES : ''}`
      : '';
    setCurrentDetails(`${words}\n\n- Status: **${status}**\n- Asset: ${gateId} on ${network}, ${mode}${paid}${act}`);
  }
}

const ASKS = { sign, broadcast: (request: SendingRequest) => broadcast(request, true), bump } as const;

const UPDATES = 'update `retry` tries at once, `resolve` ends it by what the chain says';
const RAISES = '; `retry` also raises the fee of what waits for a block';
