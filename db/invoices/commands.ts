import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { Language } from '../../domain/languages.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { applyInvoiceEvent } from './process.ts';
import { type InvoiceScope, readInvoice } from './read.ts';
import { invoicesTable } from './rows.ts';

export interface InvoiceCommand {
  readonly invoiceId: string;
  /** The owner; an invoice of another profile is `not_found`. */
  readonly scope: InvoiceScope;
  readonly nowMs: number;
}

/**
 * Cancels an unpaid invoice.
 * @throws DomainError `payment_seen`, `illegal_transition`, `not_found`
 */
export async function cancelInvoice(tx: Tx, { invoiceId, scope, nowMs }: InvoiceCommand): Promise<InvoiceRecord> {
  await readInvoice(tx, invoiceId, scope);
  await applyInvoiceEvent(tx, { id: invoiceId, event: { type: 'cancel' }, cause: `cancel:${nowMs}`, nowMs });
  return readInvoice(tx, invoiceId);
}

/**
 * The merchant accepts what was paid: an invalid, overpaid or late paid invoice becomes done, and any excess is kept.
 * @throws DomainError `illegal_transition`, `not_found`
 */
export async function completeInvoice(tx: Tx, { invoiceId, scope, nowMs }: InvoiceCommand): Promise<InvoiceRecord> {
  const { version } = await readInvoice(tx, invoiceId, scope);
  await applyInvoiceEvent(tx, {
    id: invoiceId,
    event: { type: 'complete' },
    cause: `complete:v${version}:${nowMs}`,
    nowMs,
  });
  return readInvoice(tx, invoiceId);
}

/** The payer says "I have paid": recorded once, without any effect. */
export async function claimPaid(tx: Tx, { invoiceId, nowMs }: Omit<InvoiceCommand, 'scope'>): Promise<InvoiceRecord> {
  await invoicesTable.update(tx, { payerClaimedAt: new Date(nowMs) }, { id: invoiceId, payerClaimedAt: null });
  return readInvoice(tx, invoiceId);
}

/** Stores the payer's language. @throws DomainError `not_found` */
export async function setPayerLanguage(
  tx: Tx,
  { invoiceId, language }: { readonly invoiceId: string; readonly language: Language },
): Promise<InvoiceRecord> {
  await execute(tx, languageSql, [invoiceId, language]);
  return readInvoice(tx, invoiceId);
}

const languageSql = prepared('UPDATE invoice SET language = $2 WHERE id = $1 AND language IS DISTINCT FROM $2');
