import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import { raiseAlert } from '../alerts.ts';
import { applyInvoiceEvents } from '../invoices/process.ts';
import { unsettledOf } from '../invoices/unsettled.ts';
import type { PayoutChange } from '../payouts/process.ts';
import type { PayoutRow } from '../payouts/rows.ts';
import type { Tx } from '../sequelize.ts';
import { one, prepared } from '../sql.ts';

/**
 * What the end of a refund's hold means for its invoice (invoice-states J): the money left, or it came back. Nothing
 * for payouts, and nothing for a refund that a reorganisation takes back after its hold was ended: its bytes are sent
 * again. Of money on another quote (B) the invoice only hears when no more of it is there, or when it is there again.
 * What is on the chain is booked whatever the invoice says to it: one that refuses goes to operators. An invoice that
 * caused it knows.
 */
export async function tellInvoices(tx: Tx, changes: readonly PayoutChange[]): Promise<void> {
  for (const { before, after, step } of changes) {
    const { row } = before;
    const { invoiceId } = row;
    if (invoiceId === null || invoiceId === step.causedBy) continue;
    await tellInvoice(tx, { invoiceId, row, isSent: after.hold === 'posted', nowMs: step.nowMs });
  }
}

interface EndedRefund {
  readonly invoiceId: string;
  readonly row: PayoutRow;
  readonly isSent: boolean;
  readonly nowMs: number;
}

async function tellInvoice(tx: Tx, { invoiceId, row, isSent, nowMs }: EndedRefund): Promise<void> {
  const tell = (event: InvoiceEvent, cause: string) =>
    applyInvoiceEvents(tx, [{ id: invoiceId, event, cause: `refund:${row.id}:${cause}`, nowMs }]);
  const { own } = await one<{ own: boolean }>(tx, ownSql, [invoiceId, row.gateId]);
  if (own) {
    const event: InvoiceEvent = isSent ? { type: 'refund_sent', minor: row.amountMinor } : { type: 'refund_failed' };
    const [answer] = await tell(event, event.type);
    if (answer?.refused !== undefined) await askOperators(tx, { invoiceId, row, isSent });
  } else if (!isSent) {
    await tell({ type: 'payments_changed' }, 'other_failed');
  } else if (await isAllBack(tx, { invoiceId, row })) {
    // Refused where something else is decided about the invoice by now: then an operator looks at it in any case.
    await tell({ type: 'other_refunded' }, 'other');
  }
}

/** The invoice is in a status that knows no refund: its count and its status may not be what happened. */
function askOperators(tx: Tx, at: { readonly invoiceId: string; readonly row: PayoutRow; readonly isSent: boolean }) {
  const what = at.isSent ? 'was paid' : 'was not paid';
  return raiseAlert(tx, {
    kind: 'refund_not_counted',
    subject: `invoice:${at.invoiceId}`,
    message: `The refund ${at.row.id} ${what} while its invoice waited for none. Compare the invoice with its refunds.`,
  });
}

async function isAllBack(tx: Tx, { invoiceId, row }: { readonly invoiceId: string; readonly row: PayoutRow }) {
  const { merchantId, mode, gateId: asset } = row;
  return (await unsettledOf(tx, { invoiceId, merchantId, mode, asset })) === 0n;
}

const ownSql = prepared('SELECT gate_id IS NOT DISTINCT FROM $2 AS own FROM invoice WHERE id = $1');
