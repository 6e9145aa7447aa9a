import { DomainError } from '../../domain/errors.ts';
import { snapshotOf } from '../../domain/state/invoice.ts';
import type { InvoiceSnapshot } from '../../domain/state/invoice-snapshot.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared } from '../core/sql.ts';
import { toFacts } from './facts.ts';
import { type JoinedRow, joinedParts, joinedSelect } from './read.ts';

/** An invoice as its workflow needs it, read from the row. @throws DomainError `not_found` */
export async function readSnapshot(on: Tx | Db, invoiceId: string, nowMs: number): Promise<InvoiceSnapshot> {
  const row = await maybeOne<JoinedRow>(on, readSql, [invoiceId]);
  if (row === undefined) throw new DomainError('not_found');
  return snapshotOf(toFacts(joinedParts(row)), nowMs);
}

/**
 * True once the follower of each of the invoice's networks has begun a run after the deadline: only then all payments
 * that were seen in time are known (invoice-states I).
 */
export async function hasChainPassedDeadline(on: Tx | Db, invoiceId: string): Promise<boolean> {
  const { past } = await one<{ past: boolean }>(on, pastSql, [invoiceId]);
  return past;
}

const readSql = prepared(`${joinedSelect} WHERE id = $1`);

const pastSql = prepared(`
  SELECT NOT EXISTS (
    SELECT 1 FROM invoice i JOIN quote q ON q.invoice_id = i.id
    LEFT JOIN chain_cursor c ON c.mode = i.mode AND c.network = q.network
    WHERE i.id = $1 AND (c.checked_at IS NULL OR c.checked_at <= i.expires_at)) AS past`);
