import type { PayoutOutcome } from '../../domain/state/payout.ts';
import { applyInvoiceEvent, applyInvoiceEvents } from '../invoices/apply.ts';
import { unsettledOf } from '../invoices/unsettled.ts';
import type { PayoutRow } from '../payouts/rows.ts';
import type { Tx } from '../sequelize.ts';
import { one, prepared } from '../sql.ts';

export interface RefundStep {
  readonly row: PayoutRow;
  readonly outcome: PayoutOutcome;
  readonly nowMs: number;
}

/**
 * What the end of a refund's hold means for its invoice (invoice-states J): the money left, or it came back. Nothing for payouts, and nothing for a refund that a
 * reorganisation takes back after its hold was ended: its bytes are sent again. Of money on another quote (B) the invoice only hears when no more of it is there.
 */
export async function tellInvoice(tx: Tx, { row, outcome, nowMs }: RefundStep): Promise<void> {
  const { invoice_id: invoiceId } = row;
  const ended = outcome.effects.find((effect) => effect.type === 'end_hold');
  if (invoiceId === null || ended === undefined) return;
  const cause = (type: string) => `refund:${row.id}:${type}`;
  const { own } = await one<{ own: boolean }>(tx, ownSql, [invoiceId, row.gate_id]);
  if (own) {
    const event =
      ended.outcome === 'post'
        ? ({ type: 'refund_sent', minor: BigInt(row.amount_minor) } as const)
        : ({ type: 'refund_failed' } as const);
    await applyInvoiceEvent(tx, { invoiceId, event, cause: cause(event.type), nowMs });
  } else if (ended.outcome === 'post' && (await isAllBack(tx, { invoiceId, row }))) {
    // Refused where something else is decided about the invoice by now: then an operator looks at it in any case.
    await applyInvoiceEvents(tx, [{ invoiceId, event: { type: 'other_refunded' }, cause: cause('other'), nowMs }]);
  }
}

async function isAllBack(tx: Tx, { invoiceId, row }: { readonly invoiceId: string; readonly row: PayoutRow }) {
  const { merchant_id: merchantId, mode, gate_id: asset } = row;
  return (await unsettledOf(tx, { invoiceId, merchantId, mode, asset })) === 0n;
}

const ownSql = prepared('SELECT gate_id IS NOT DISTINCT FROM $2 AS own FROM invoice WHERE id = $1');
