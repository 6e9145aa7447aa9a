import {
  allHandlersFinished,
  condition,
  continueAsNew,
  currentUpdateInfo,
  defineSignal,
  defineUpdate,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { InvoiceActivities, InvoiceStepInput } from '../activities/invoices/activities.ts';
import type { InvoiceStatus } from '../domain/state/invoice-status.ts';
import { DEFAULT_WAITS, type InvoiceAct, nextInvoiceStep } from '../domain/state/invoice-waits.ts';
import type { InvoiceWatch } from '../domain/state/invoice-watch.ts';
import {
  type ApproveInvoice,
  type InvoiceChanged,
  type InvoiceInput,
  invoiceChangedSignal,
  invoiceUpdates,
  type ResolveInvoice,
  type RetryInvoice,
} from './messages.ts';
import { AlarmClock, checkOperator, DATABASE_WRITES, forOperator, refuse } from './parts.ts';
import { changedAttributes } from './search-attributes.ts';

export const invoiceChanged = defineSignal<[InvoiceChanged]>(invoiceChangedSignal);
export const resolve = defineUpdate<InvoiceWatch, [ResolveInvoice]>(invoiceUpdates.resolve);
export const approve = defineUpdate<InvoiceWatch, [ApproveInvoice]>(invoiceUpdates.approve);
export const retry = defineUpdate<InvoiceWatch, [RetryInvoice]>(invoiceUpdates.retry);

const database = proxyLocalActivities<InvoiceActivities>(DATABASE_WRITES);
const decide = forOperator<InvoiceActivities, InvoiceWatch>;

/**
 * The life of one invoice: waits for its deadline or for news of it, decides by `domain/state`, acts by local
 * activities. Ends when nothing is left to wait for; later money starts a new run with the row as it is then.
 */
export async function invoiceWorkflow(input: InvoiceInput): Promise<void> {
  const run = new InvoiceRun(input);
  setHandler(invoiceChanged, (news) => run.learn(news));
  setHandler(resolve, (command) => run.resolve(command), { validator: (command) => run.checkResolve(command) });
  setHandler(approve, (command) => run.approve(command), { validator: (command) => run.checkApprove(command) });
  setHandler(retry, (command) => run.retry(command), { validator: checkOperator });
  await run.untilSettled();
  await condition(allHandlersFinished);
}

class InvoiceRun {
  readonly #input: InvoiceInput;
  readonly #seenEvents = new Set<string>();
  #watch: InvoiceWatch;
  #sinceMs = Date.now();
  #idleActs = 0;
  #idleSinceMs = 0;
  readonly #clock = new AlarmClock();
  #nudges = 0;

  constructor(input: InvoiceInput) {
    this.#input = input;
    this.#watch = input.watch;
  }

  async untilSettled(): Promise<void> {
    for (;;) {
      const next = nextInvoiceStep(this.#moment(), Date.now());
      setCurrentDetails(this.#details(next.words));
      if (next.kind === 'end') return;
      if (next.kind === 'act') await this.#act(next.act);
      else await this.#wait(next.untilMs, next.words);
      if (workflowInfo().continueAsNewSuggested) await this.#continue();
    }
  }

  learn({ eventId, watch }: InvoiceChanged): void {
    if (this.#seenEvents.has(eventId)) return;
    this.#seenEvents.add(eventId);
    this.#take(watch);
  }

  checkResolve(command: ResolveInvoice): void {
    checkOperator(command);
    checkReason(command.reason);
    if (!['earlier', 'invalid', 'done'].includes(command.outcome)) refuse('outcome must be earlier, invalid or done');
    this.#checkStatus('error');
  }

  checkApprove(command: ApproveInvoice): void {
    checkOperator(command);
    checkReason(command.reason);
    this.#checkStatus('processing');
  }

  async resolve(command: ResolveInvoice): Promise<InvoiceWatch> {
    const { outcome } = command;
    const step = { ...this.#operatorStep(command), outcome };
    return this.#answer(await decide(({ resolveInvoice: write }) => write(step)));
  }

  async approve(command: ApproveInvoice): Promise<InvoiceWatch> {
    return this.#answer(await decide(({ approveInvoice: write }) => write(this.#operatorStep(command))));
  }

  /** Reads the row again and decides at once, whatever is waited for. */
  async retry(_command: RetryInvoice): Promise<InvoiceWatch> {
    const watch = await database.readInvoiceWatch({ invoiceId: this.#input.invoiceId });
    this.#idleActs = 0;
    return this.#answer(watch);
  }

  #answer(watch: InvoiceWatch): InvoiceWatch {
    this.#take(watch);
    this.#nudges += 1;
    return this.#watch;
  }

  #operatorStep({ operator, reason }: ResolveInvoice | ApproveInvoice) {
    const cause = currentUpdateInfo()?.id ?? `${workflowInfo().runId}:${this.#watch.version}`;
    return { invoiceId: this.#input.invoiceId, cause, operator, reason };
  }

  #checkStatus(status: InvoiceStatus): void {
    if (this.#watch.status !== status) refuse(`the invoice is ${this.#watch.status}, not ${status}`);
  }

  /** The newest version counts, in whatever order news arrives. */
  #take(watch: InvoiceWatch): void {
    // Which payment loses the locked rate first may change while the invoice does not.
    if (watch.version === this.#watch.version) this.#watch = { ...this.#watch, lapsesAtMs: watch.lapsesAtMs ?? null };
    if (watch.version <= this.#watch.version) return;
    if (watch.status !== this.#watch.status) this.#sinceMs = Date.now();
    const attributes = changedAttributes(this.#watch, watch);
    this.#watch = watch;
    this.#idleActs = 0;
    if (attributes.length > 0) upsertSearchAttributes(attributes);
  }

  async #act(act: InvoiceAct): Promise<void> {
    const before = this.#watch.version;
    const activity = ACTS[act];
    const watch = await activity({ invoiceId: this.#input.invoiceId, version: before });
    this.#take(watch);
    if (this.#watch.version !== before) return;
    this.#idleActs += 1;
    this.#idleSinceMs = Date.now();
  }

  async #wait(untilMs: number, words: string): Promise<void> {
    const { version } = this.#watch;
    const nudges = this.#nudges;
    const alarm = this.#clock.set(untilMs, words);
    await condition(() => alarm.rang || this.#watch.version !== version || this.#nudges !== nudges);
  }

  async #continue(): Promise<void> {
    await condition(allHandlersFinished);
    await continueAsNew<typeof invoiceWorkflow>({ ...this.#input, watch: this.#watch });
  }

  #moment() {
    return {
      watch: this.#watch,
      expiresAtMs: Date.parse(this.#input.expiresAt),
      sinceMs: this.#sinceMs,
      tries: this.#idleActs,
      triedAtMs: this.#idleSinceMs,
      trouble: null,
      waits: { ...DEFAULT_WAITS, ...this.#input.waits },
    };
  }

  #details(words: string): string {
    const { status, gateId, network, txid } = this.#watch;
    const paid = txid === null ? '' : `\n- Transaction: ${txid}`;
    const asset = gateId === null ? 'not chosen' : `${gateId} on ${network}`;
    return `${words}\n\n- Status: **${status}**\n- Asset: ${asset}\n- Deadline: ${this.#input.expiresAt}${paid}`;
  }
}

const ACTS: Readonly<Record<InvoiceAct, (input: InvoiceStepInput) => Promise<InvoiceWatch>>> = {
  expire: (input) => database.expireInvoice(input),
  settle: (input) => database.settleInvoice(input),
  recheck: (input) => database.recheckInvoice(input),
  overdue: (input) => database.overdueInvoice(input),
  remind: (input) => database.remindOperators(input),
};

function checkReason(reason: unknown): void {
  if (typeof reason !== 'string' || reason.trim() === '') refuse('reason is required');
}
