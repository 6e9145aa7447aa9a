import type { PayoutOutcome } from '../../domain/state/payout.ts';
import { applyInvoiceEvent } from '../invoices/apply.ts';
import type { PayoutRow } from '../payouts/rows.ts';
import type { Tx } from '../sequelize.ts';

export interface RefundStep {
  readonly row: PayoutRow;
  readonly outcome: PayoutOutcome;
  readonly nowMs: number;
}

/**
 * What the end of a refund's hold means for its invoice (invoice-states J): the money left, or it came back. Nothing for payouts, and nothing for a refund that a
 * reorganisation takes back after its hold was ended: its bytes are sent again.
 */
export async function tellInvoice(tx: Tx, { row, outcome, nowMs }: RefundStep): Promise<void> {
  const { invoice_id: invoiceId } = row;
  const ended = outcome.effects.find((effect) => effect.type === 'end_hold');
  // What was paid out is never returned for a refund.
  if (invoiceId === null || ended === undefined || ended.outcome === 'return') return;
  const event =
    ended.outcome === 'post'
      ? ({ type: 'refund_sent', minor: BigInt(row.amount_minor) } as const)
      : ({ type: 'refund_failed' } as const);
  await applyInvoiceEvent(tx, { invoiceId, event, cause: `refund:${row.id}:${event.type}`, nowMs });
}
