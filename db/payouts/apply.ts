import { DomainError } from '../../domain/errors.ts';
import { nextPayout, type PayoutOutcome } from '../../domain/state/payout.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { PayoutWatch } from '../../domain/state/payout-watch.ts';
import { react, stoppedBy } from '../process/reactions.ts';
import { type BatchMachine, type StepAnswer, transitionAll } from '../process/transition.ts';
import type { Tx } from '../sequelize.ts';
import { holdEnded, moneyLeaves, payoutChanged } from './moments.ts';
import { watchOf } from './publish.ts';
import { lockPayouts } from './read.ts';
import { type PayoutRow, toFacts } from './rows.ts';
import { savePayouts } from './save.ts';

export interface ApplyPayoutEvent {
  readonly payoutId: string;
  readonly event: PayoutEvent;
  /** Unique per cause: the step key is `payout:<id>:<cause>`; asked again, the first result comes back. */
  readonly cause: string;
  readonly nowMs: number;
  /** True when the workflow itself asks: the answer tells it what it needs. */
  readonly byWorkflow?: boolean;
  /** What asks for the step in its own transaction, and so need not be told of it: the id of an invoice. */
  readonly causedBy?: string;
}

export interface PayoutStepResult {
  readonly changed: boolean;
  readonly watch: PayoutWatch;
}

/**
 * Applies one event to a payout or refund in the caller's transaction: locks the row, decides by the table, ends the
 * hold where that is asked, writes status, event and outbox rows, and lets others react (db/reactions.ts).
 * @throws DomainError `not_found`, `operation_suspended`, or the 409 code of an event that the status refuses
 */
export async function applyPayoutEvent(tx: Tx, step: ApplyPayoutEvent): Promise<PayoutStepResult> {
  const [answer] = await applyPayoutEvents(tx, [step]);
  if (answer?.result === undefined) throw answer?.refused ?? new Error('A step has an answer.');
  return answer.result;
}

/**
 * The same for several payouts, each once, in as many statements as for one. A refusal by the rules is the answer of
 * its step and leaves the others alone.
 */
export function applyPayoutEvents(tx: Tx, steps: readonly ApplyPayoutEvent[]): Promise<StepAnswer<PayoutStepResult>[]> {
  return transitionAll(
    tx,
    machineFor(steps),
    steps.map((step) => ({ ...step, id: step.payoutId, event: step })),
  );
}

/**
 * What staff's suspension stops: money that leaves, and what an operator decides. A merchant may cancel as always,
 * because a refusal would show the hold: the money goes back to the balance, from which nothing leaves until staff
 * release it.
 */
const HELD_BACK: ReadonlySet<PayoutEvent['type']> = new Set(['signed', 'resolve_unpaid']);

interface Loaded {
  readonly row: PayoutRow;
  readonly suspended: boolean;
}

function machineFor(
  steps: readonly ApplyPayoutEvent[],
): BatchMachine<Loaded, ApplyPayoutEvent, PayoutOutcome, PayoutStepResult> {
  const stoppable = steps.filter(({ event }) => HELD_BACK.has(event.type)).map(({ payoutId }) => payoutId);
  return {
    entity: 'payout',
    loadAll: async (tx, ids) => {
      const rows = await lockPayouts(tx, ids);
      // After the lock, so that a suspension and a signature cannot pass each other.
      const suspended = await stoppedBy(tx, moneyLeaves, stoppable);
      return new Map([...rows].map(([id, row]) => [id, { row, suspended: suspended.has(id) }]));
    },
    decide: ({ row, suspended }, { event }, nowMs) => {
      if (suspended) throw new DomainError('operation_suspended');
      return nextPayout(toFacts(row), event, nowMs);
    },
    saveAll: async (tx, decided) => {
      const saves = decided.map(({ step, facts, outcome }) => ({ row: facts.row, outcome, step: step.event }));
      const changes = await savePayouts(tx, saves);
      await react(tx, payoutChanged, changes);
      await react(
        tx,
        holdEnded,
        changes.filter(({ outcome }) => outcome.effects.some(({ type }) => type === 'end_hold')),
      );
      const after = new Map(changes.map((change) => [change.row.id, change.after]));
      return saves.map(({ row, outcome }) => ({
        changed: outcome.changed,
        watch: watchOf(after.get(row.id) ?? row),
      }));
    },
  };
}
