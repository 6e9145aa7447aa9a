import { mayBePaid } from '../../domain/state/payout-facts.ts';
import type { Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import { payoutProcess } from '../payouts/process.ts';
import { lockPayout } from '../payouts/read.ts';
import { applyStep } from '../process/apply.ts';
import { guard, stoppedBy } from '../process/reactions.ts';

/**
 * Cancels the open refund of an invoice whose money was reorganized away, unless it may reach the chain (invoice-states
 * G). The invoice requests this itself, before it books the reorganization, so it is not notified.
 */
export async function withdrawRefunds(
  tx: Tx,
  invoices: readonly { readonly id: string; readonly nowMs: number }[],
): Promise<void> {
  for (const { id, nowMs } of invoices) await withdrawRefund(tx, id, nowMs);
}

/** Prevents the cancellation of a refund: the merchant then owes what the reorganization takes. */
export const refundWithdrawn = guard('refund.withdrawn');

async function withdrawRefund(tx: Tx, invoiceId: string, nowMs: number): Promise<void> {
  const open = await maybeOne<{ id: string }>(tx, openSql, [invoiceId]);
  if (open === undefined) return;
  const row = await lockPayout(tx, open.id);
  if (row.hold !== 'open' || mayBePaid(row) || row.status === 'error') return;
  if ((await stoppedBy(tx, refundWithdrawn, [row.id])).has(row.id)) return;
  await applyStep(tx, payoutProcess, {
    id: row.id,
    event: { type: 'cancel', by: { kind: 'system', id: 'reorganisation' } },
    cause: 'reorganised',
    causedBy: invoiceId,
    nowMs,
  });
}

// Money on another quote is refunded whatever happens to the invoice's own.
const openSql = prepared(`
  SELECT p.id FROM payout p JOIN invoice i ON i.id = p.invoice_id LEFT JOIN refund_cover v ON v.refund_id = p.id
  WHERE p.invoice_id = $1 AND p.kind = 'refund' AND p.hold = 'open'
    AND coalesce(v.gate_id, p.gate_id) = i.gate_id`);
