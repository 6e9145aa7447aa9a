import { batchesLines } from '../../domain/mass-payouts/batch.ts';
import type { PayoutEventType } from '../../domain/state/payout-event.ts';
import type { PayoutRow } from '../payouts/rows.ts';
import type { Tx } from '../sequelize.ts';
import { countLines, type MassDelta } from './count.ts';

interface LineStep {
  readonly before: PayoutRow;
  readonly after: PayoutRow;
}

/** Counts what a step of a payout means for the mass payout that it is a line of. */
export function countInMass(tx: Tx, { before, after, nowMs }: LineStep & { readonly nowMs: number }): void {
  if (after.mass_payout_id === null) return;
  const was = countsOf(before);
  const is = countsOf(after);
  const delta = { signed: is.signed - was.signed, done: is.done - was.done, failed: is.failed - was.failed };
  countLines(tx, after.mass_payout_id, delta, { nowMs });
}

/** False for what the webhooks of a mass payout tell together: of its lines only their ends are told one by one. */
export function isToldAlone({ mass_payout_id, status }: PayoutRow): boolean {
  return mass_payout_id === null || status === 'done' || status === 'error' || status === 'canceled';
}

/**
 * True where a workflow of its own waits for a payout. A line that is sent together with others has one only from the
 * moment that something is wrong with it: then an operator finds it there, and it is signed anew by itself.
 */
export function hasWorkflow({ before, after, event }: LineStep & { readonly event: PayoutEventType }): boolean {
  if (after.mass_payout_id === null || !batchesLines(after.network)) return true;
  return APART.has(event) || before.needs_operator || after.needs_operator;
}

const APART: ReadonlySet<PayoutEventType> = new Set(['lapsed', 'retry', 'reorganised']);

function countsOf({ status, signed_at }: PayoutRow): Omit<MassDelta, 'opened'> {
  switch (status) {
    case 'done':
      return { signed: 1, done: 1, failed: 0 };
    case 'error':
    case 'canceled':
      return { signed: 0, done: 0, failed: 1 };
    default:
      return { signed: signed_at === null ? 0 : 1, done: 0, failed: 0 };
  }
}
