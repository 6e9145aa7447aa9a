import { mayBePaid } from '../../domain/state/payout-facts.ts';
import { lockPayout } from '../payouts/read.ts';
import { toFacts } from '../payouts/rows.ts';
import { stepPayout } from '../payouts/step.ts';
import type { Tx } from '../sequelize.ts';
import { maybeOne, prepared } from '../sql.ts';
import { isSuspended } from '../suspicion/suspended.ts';

/**
 * Takes back the open refund of an invoice whose money was reorganised away, unless something of it may reach the chain
 * (invoice-states G). The invoice knows: it asks for this itself, before it books what the reorganisation took.
 * @returns whether its money is back in the invoice's account
 */
export async function withdrawRefund(
  tx: Tx,
  { invoiceId, nowMs }: { readonly invoiceId: string; readonly nowMs: number },
): Promise<boolean> {
  const open = await maybeOne<{ id: string }>(tx, openSql, [invoiceId]);
  if (open === undefined) return false;
  const row = await lockPayout(tx, open.id);
  if (row.hold !== 'open' || mayBePaid(toFacts(row)) || row.status === 'error') return false;
  // What staff hold stays held: what the reorganisation takes is then owed by the merchant.
  if (await isSuspended(tx, 'payout', row.id)) return false;
  await stepPayout(tx, {
    payoutId: row.id,
    event: { type: 'cancel', by: { kind: 'system', id: 'reorganisation' } },
    cause: 'reorganised',
    nowMs,
  });
  return true;
}

// Money on another quote goes back whatever becomes of the invoice's own.
const openSql = prepared(`
  SELECT p.id FROM payout p JOIN invoice i ON i.id = p.invoice_id
  WHERE p.invoice_id = $1 AND p.kind = 'refund' AND p.hold = 'open' AND p.gate_id = i.gate_id`);
