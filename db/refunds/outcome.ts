import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import { applyInvoiceEvents } from '../invoices/process.ts';
import { unsettledOf } from '../invoices/unsettled.ts';
import type { PayoutChange } from '../payouts/process.ts';

/**
 * Updates the invoice when the hold of a refund ends (invoice-states J): the money was sent or returned. Ignores
 * payouts and refunds that are reorganized after their hold ended, which are sent again. Of money on another quote (B),
 * the invoice is only updated when none of it is left, or when it is back. The chain's facts are booked even if the
 * invoice refuses the event: then operators get an alert. An invoice that caused the change is skipped.
 */
export async function updateInvoicesOfRefunds(tx: Tx, changes: readonly PayoutChange[]): Promise<void> {
  for (const { before, after, step } of changes) {
    const { row } = before;
    const { invoiceId } = row;
    if (invoiceId === null || invoiceId === step.causedBy) continue;
    await updateInvoice(tx, { invoiceId, row, isSent: after.hold === 'posted', nowMs: step.nowMs });
  }
}

interface EndedRefund {
  readonly invoiceId: string;
  readonly row: PayoutRow;
  readonly isSent: boolean;
  readonly nowMs: number;
}

async function updateInvoice(tx: Tx, { invoiceId, row, isSent, nowMs }: EndedRefund): Promise<void> {
  const applyEvent = (event: InvoiceEvent) =>
    applyInvoiceEvents(tx, [{ id: invoiceId, event, cause: `refund:${row.id}:${event.type}`, nowMs }]);
  const { own, covered } = await one<OwnRow>(tx, ownSql, [invoiceId, row.gateId, row.id]);
  if (own) {
    const minor = covered === null ? row.amountMinor : BigInt(covered);
    const [answer] = await applyEvent(isSent ? { type: 'refund_sent', minor } : { type: 'refund_failed' });
    if (answer?.refused !== undefined) await askOperators(tx, { invoiceId, row, isSent });
  } else if (!isSent) {
    await applyEvent({ type: 'payments_changed' });
  } else if (await isAllBack(tx, { invoiceId, row })) {
    // Refused if the invoice has another status by now: then an operator checks it anyway.
    await applyEvent({ type: 'other_refunded' });
  }
}

/** The invoice's status has no refund, so its amounts and status may not match what happened. */
function askOperators(tx: Tx, at: { readonly invoiceId: string; readonly row: PayoutRow; readonly isSent: boolean }) {
  const what = at.isSent ? 'was paid' : 'was not paid';
  return raiseAlert(tx, {
    kind: 'refund_not_counted',
    subject: `invoice:${at.invoiceId}`,
    message:
      `The refund ${at.row.id} ${what} although its invoice expected no refund. ` +
      'Compare the invoice with its refunds.',
  });
}

async function isAllBack(tx: Tx, { invoiceId, row }: { readonly invoiceId: string; readonly row: PayoutRow }) {
  const { merchantId, mode, gateId: asset } = row;
  return (await unsettledOf(tx, { invoiceId, merchantId, mode, asset })) === 0n;
}

interface OwnRow {
  readonly own: boolean;
  /** The coins of the invoice that it counts as, if it was paid in another coin. */
  readonly covered: string | null;
}

const ownSql = prepared(`
  SELECT i.gate_id IS NOT DISTINCT FROM coalesce(v.gate_id, $2) AS own, v.minor::text AS covered
  FROM invoice i LEFT JOIN refund_cover v ON v.refund_id = $3 AND v.invoice_id = i.id WHERE i.id = $1`);
