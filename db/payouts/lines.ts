import { batchesLines } from '../../domain/mass-payouts/batch.ts';
import type { PayoutEventType } from '../../domain/state/payout-event.ts';
import type { PayoutRow } from './rows.ts';

/** False for what the webhooks of a mass payout tell together: of its lines only their ends are told one by one. */
export function isToldAlone({ massPayoutId, status }: PayoutRow): boolean {
  return massPayoutId === null || status === 'done' || status === 'error' || status === 'canceled';
}

/**
 * True where a workflow of its own waits for a payout. A line that is sent together with others has one only from the
 * moment that something is wrong with it: then an operator finds it there, and it is signed anew by itself.
 */
export function hasWorkflow({ before, after, event }: LineStep): boolean {
  if (after.massPayoutId === null || !batchesLines(after.network)) return true;
  return APART.has(event) || before.needsOperator || after.needsOperator;
}

const APART: ReadonlySet<PayoutEventType> = new Set(['lapsed', 'retry', 'reorganised']);

interface LineStep {
  readonly before: PayoutRow;
  readonly after: PayoutRow;
  readonly event: PayoutEventType;
}
