import { tellInvoice } from '../refunds/outcome.ts';
import type { Tx } from '../sequelize.ts';
import { type ApplyPayoutEvent, type PayoutStepResult, stepPayout } from './step.ts';

/**
 * Applies one event to a payout or refund in the caller's transaction: locks the row, decides by the table, ends the hold where that is asked, writes status,
 * event and outbox rows. What ends a refund is told to its invoice in the same transaction.
 * @throws DomainError `not_found`, `operation_suspended`, or the 409 code of an event that the status refuses
 */
export function applyPayoutEvent(tx: Tx, step: ApplyPayoutEvent): Promise<PayoutStepResult> {
  return stepPayout(tx, step, (inTx, row, outcome) => tellInvoice(inTx, { row, outcome, nowMs: step.nowMs }));
}
