import { DomainError } from '../../domain/errors.ts';
import { nextPayout, type PayoutOutcome } from '../../domain/state/payout.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { PayoutWatch } from '../../domain/state/payout-watch.ts';
import { type BatchMachine, type StepAnswer, transitionAll } from '../process/transition.ts';
import type { Tx } from '../sequelize.ts';
import { heldPayouts } from '../suspicion/suspended.ts';
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
}

export interface PayoutStepResult {
  readonly changed: boolean;
  readonly watch: PayoutWatch;
}

/**
 * What else a step changes, in its transaction and after the payout's own rows; asked again, a step that was made
 * changes nothing more.
 */
export type AfterPayoutStep = (tx: Tx, row: PayoutRow, outcome: PayoutOutcome, nowMs: number) => Promise<void>;

/**
 * Steps of payouts, each once, without what they mean for an invoice; call `applyPayoutEvents` in its place everywhere
 * but in the invoice's own steps, which would go round in a circle.
 */
export function stepPayouts(
  tx: Tx,
  steps: readonly ApplyPayoutEvent[],
  after?: AfterPayoutStep,
): Promise<StepAnswer<PayoutStepResult>[]> {
  return transitionAll(
    tx,
    machineFor(steps, after),
    steps.map((step) => ({ ...step, id: step.payoutId, event: step })),
  );
}

/**
 * {@link stepPayouts} for one. @throws DomainError `not_found`, `operation_suspended`, or the 409 code of an event that
 * the status refuses
 */
export async function stepPayout(tx: Tx, step: ApplyPayoutEvent, after?: AfterPayoutStep): Promise<PayoutStepResult> {
  const [answer] = await stepPayouts(tx, [step], after);
  if (answer?.result === undefined) throw answer?.refused ?? new Error('A step has an answer.');
  return answer.result;
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
  after: AfterPayoutStep | undefined,
): BatchMachine<Loaded, ApplyPayoutEvent, PayoutOutcome, PayoutStepResult> {
  const stoppable = steps.filter(({ event }) => HELD_BACK.has(event.type)).map(({ payoutId }) => payoutId);
  return {
    entity: 'payout',
    loadAll: async (tx, ids) => {
      const rows = await lockPayouts(tx, ids);
      // After the lock, so that a suspension and a signature cannot pass each other.
      const suspended = stoppable.length === 0 ? NOBODY : await heldPayouts(tx, stoppable);
      return new Map([...rows].map(([id, row]) => [id, { row, suspended: suspended.has(id) }]));
    },
    decide: ({ row, suspended }, { event }, nowMs) => {
      if (suspended) throw new DomainError('operation_suspended');
      return nextPayout(toFacts(row), event, nowMs);
    },
    saveAll: async (tx, decided) => {
      const saves = decided.map(({ step, facts, outcome }) => ({ row: facts.row, outcome, step: step.event }));
      const results = await savePayouts(tx, saves);
      if (after !== undefined) {
        for (const { row, outcome, step } of saves) await after(tx, row, outcome, step.nowMs);
      }
      return results;
    },
  };
}

const NOBODY: ReadonlySet<string> = new Set();
