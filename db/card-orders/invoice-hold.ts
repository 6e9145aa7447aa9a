import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { heldUntilMs, isStable } from '../../domain/card-orders/invoice-hold.ts';
import { isLiveStatus } from '../../domain/state/payment-status.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { invoiceProcess } from '../invoices/process.ts';
import { lockInvoice } from '../invoices/read.ts';
import { invoicesTable } from '../invoices/rows.ts';
import { signalOf } from '../process/workflow.ts';
import type { CardOrderRow } from './rows.ts';

/**
 * Keeps the invoice of a card order open while the seller works: once for an invoice, and only one that waits for its
 * payment. A stablecoin keeps its rate; every other coin loses it when it would have, so that nobody holds an option on
 * its price by starting a card payment. In the transaction that places the order, before the order is locked.
 */
export async function holdInvoice(
  tx: Tx,
  { id, invoiceId }: Pick<CardOrderRow, 'id' | 'invoiceId'>,
  nowMs: number,
): Promise<void> {
  if (invoiceId === null) return;
  const parts = await lockInvoice(tx, invoiceId);
  const { row } = parts;
  const isPaid = parts.payments.some((payment) => isLiveStatus(payment.status));
  const wasHeld = (await maybeOne(tx, otherSql, [invoiceId, id])) !== undefined;
  const untilMs = heldUntilMs({ status: row.status, isPaid, wasHeld, expiresAtMs: row.expiresAt.getTime() }, nowMs);
  if (untilMs === null) return;
  const ends = { stable: new Date(untilMs), other: row.expiresAt };
  const quotes = parts.quotes.map((quote) => ({ ...quote, lockedUntil: endOf(quote, ends) }));
  for (const { id: quoteId, lockedUntil } of quotes) await execute(tx, lockSql, [quoteId, lockedUntil]);
  const change = { expiresAt: new Date(untilMs), version: row.version + 1 };
  await invoicesTable.update(tx, change, { id: row.id });
  await enqueue(tx, [signalOf(invoiceProcess, { ...parts, row: { ...row, ...change }, quotes }, nowMs)]);
  notifyLiveAfterCommit(tx, { invoice: row.id, profile: row.profileId, status: row.status, version: change.version });
}

/** When the rate of a quote ends. One without an end of its own ended with the invoice. */
function endOf(
  { gateId, lockedUntil }: { readonly gateId: CryptoGateId; readonly lockedUntil: Date | null },
  { stable, other }: { readonly stable: Date; readonly other: Date },
): Date {
  if (isStable(gateId)) return stable;
  return lockedUntil !== null && lockedUntil < other ? lockedUntil : other;
}

const otherSql = prepared(`
  SELECT 1 FROM card_order WHERE invoice_id = $1 AND id <> $2 AND placed_at IS NOT NULL LIMIT 1`);
const lockSql = prepared('UPDATE quote SET locked_until = $2 WHERE id = $1');
