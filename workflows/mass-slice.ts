import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  patched,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { MassActivities } from '../activities/mass-payouts/activities.ts';
import { pauseMs } from '../domain/process/backoff.ts';
import { DEFAULT_WAITS } from '../domain/state/payout-waits.ts';
import {
  type MassSliceInput,
  type MassSliceNudged,
  massSliceNudgedSignal,
  massUpdates,
  type RetrySlice,
} from './messages.ts';
import { Alarm, checkRetried, DATABASE_WRITES, forOperator } from './parts.ts';
import { broadcast, signAll } from './payout-sending.ts';
import { keys } from './search-attributes.ts';

export const massSliceNudged = defineSignal<[MassSliceNudged]>(massSliceNudgedSignal);
export const retryMassSlice = defineUpdate<string, [RetrySlice]>(massUpdates.retry);

const database = proxyLocalActivities<MassActivities>(DATABASE_WRITES);

/**
 * `mass-payout:<id>:<slice>`: has up to 200 lines of one asset signed as one transaction, where the chain pays many at
 * once, and sent. The database says what is left to do, so whatever was interrupted is looked up and never signed
 * twice; only the lines that are in the transaction are marked by it (hazard 53). What keeps all of them for long asks
 * for an operator once, here, and leaves the lines together. Ends when every line is with the node or has ended; the
 * follower goes on from there.
 */
export async function massSliceWorkflow(input: MassSliceInput): Promise<void> {
  const run = new SliceRun(input);
  setHandler(massSliceNudged, () => run.nudge());
  setHandler(retryMassSlice, (command) => run.retry(command), { validator: checkRetried });
  await run.untilSent();
  await condition(allHandlersFinished);
}

class SliceRun {
  readonly #input: MassSliceInput;
  /** Tries in a row that something kept, and since when something does. */
  #tries: number;
  #sinceMs: number | null;
  #asked: boolean;
  #nudges = 0;
  #words = '';

  constructor(input: MassSliceInput) {
    this.#input = input;
    this.#tries = input.tries ?? 0;
    this.#sinceMs = input.sinceMs ?? null;
    this.#asked = input.asked ?? false;
  }

  async untilSent(): Promise<void> {
    const { massPayoutId, slice } = this.#input;
    for (;;) {
      const work = await database.sliceWork({ massPayoutId, slice });
      const { unsigned, unsent } = work;
      if (unsigned.length + unsent.length === 0) return this.#goesWell();
      const left = `${unsigned.length} lines to sign, ${unsent.length} transactions to send.`;
      this.#tell(`${left} Tried ${this.#tries} times.`);
      const nudges = this.#nudges;
      const trouble = await this.#work(work, left);
      if (trouble === null) await this.#goesWell();
      else await this.#kept(left, trouble, nudges);
    }
  }

  /** What stood in the way is gone, or somebody hopes so: try at once. */
  nudge(): void {
    this.#nudges += 1;
  }

  /** @returns what it waits for */
  async retry({ by, note, maxFee }: RetrySlice): Promise<string> {
    const { massPayoutId, slice } = this.#input;
    await forOperator<MassActivities, void>(({ mayOperateMass, raiseSliceFee }) =>
      maxFee === undefined ? mayOperateMass({ by }) : raiseSliceFee({ massPayoutId, slice, maxFee, by, note }),
    );
    this.nudge();
    return this.#words;
  }

  /** @returns what kept it, in words; null: nothing did */
  async #work({ unsigned, unsent }: Awaited<ReturnType<MassActivities['sliceWork']>>, left: string) {
    const troubles: (string | null)[] = [];
    if (unsigned.length > 0) troubles.push((await signAll({ payoutIds: unsigned, summary: left })).trouble);
    for (const payoutId of unsent) {
      const { network } = this.#input;
      const request = { payoutId, network, summary: left, once: false, isOver: () => false };
      troubles.push((await broadcast(request, false)).trouble);
    }
    return troubles.find((words) => words !== null) ?? null;
  }

  async #kept(left: string, trouble: string, nudges: number): Promise<void> {
    this.#tries += 1;
    this.#sinceMs ??= Date.now();
    await this.#askIfLong(`${left} ${trouble}`);
    const asked = this.#asked ? ' Waits for an operator, and goes on trying.' : '';
    this.#tell(`${left} ${trouble} Tried ${this.#tries} times; trying again.${asked}`);
    const alarm = new Alarm(Date.now() + pauseMs(this.#tries), trouble);
    await condition(() => alarm.rang || this.#nudges !== nudges);
    alarm.cancel();
    if (this.#nudges !== nudges) this.#tries = 0;
    if (workflowInfo().continueAsNewSuggested) {
      const so = { tries: this.#tries, sinceMs: this.#sinceMs, asked: this.#asked };
      await condition(allHandlersFinished);
      await continueAsNew<typeof massSliceWorkflow>({ ...this.#input, ...so });
    }
  }

  /** One alert for all lines; none of them is taken out of the transaction that they share. */
  async #askIfLong(trouble: string): Promise<void> {
    const waitMs = this.#input.waits?.signingMs ?? DEFAULT_WAITS.signingMs;
    if (this.#asked || Date.now() < (this.#sinceMs ?? 0) + waitMs || !patched('slice-asks-operator')) return;
    await this.#ask(trouble);
  }

  async #goesWell(): Promise<void> {
    this.#tries = 0;
    this.#sinceMs = null;
    if (this.#asked) await this.#ask(null);
  }

  async #ask(trouble: string | null): Promise<void> {
    const { massPayoutId, slice } = this.#input;
    await database.tellSliceOperators({ massPayoutId, slice, trouble });
    this.#asked = trouble !== null;
    upsertSearchAttributes([{ key: keys.NeedsOperator, value: this.#asked }]);
  }

  #tell(words: string): void {
    this.#words = words;
    setCurrentDetails(words);
  }
}
