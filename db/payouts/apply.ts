import type { PayoutOutcome } from '../../domain/state/payout.ts';
import type { StepAnswer } from '../process/transition.ts';
import { tellInvoice } from '../refunds/outcome.ts';
import type { Tx } from '../sequelize.ts';
import type { PayoutRow } from './rows.ts';
import { type ApplyPayoutEvent, type PayoutStepResult, stepPayout, stepPayouts } from './step.ts';

/**
 * Applies one event to a payout or refund in the caller's transaction: locks the row, decides by the table, ends the
 * hold where that is asked, writes status, event and outbox rows. What ends a refund is told to its invoice in the same
 * transaction.
 * @throws DomainError `not_found`, `operation_suspended`, or the 409 code of an event that the status refuses
 */
export function applyPayoutEvent(tx: Tx, step: ApplyPayoutEvent): Promise<PayoutStepResult> {
  return stepPayout(tx, step, onInvoice);
}

/**
 * The same for several payouts, each once, in as many statements as for one. A refusal by the rules is the answer of
 * its step and leaves the others alone.
 */
export function applyPayoutEvents(tx: Tx, steps: readonly ApplyPayoutEvent[]): Promise<StepAnswer<PayoutStepResult>[]> {
  return stepPayouts(tx, steps, onInvoice);
}

function onInvoice(tx: Tx, row: PayoutRow, outcome: PayoutOutcome, nowMs: number): Promise<void> {
  return tellInvoice(tx, { row, outcome, nowMs });
}
