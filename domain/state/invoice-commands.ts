import { DomainError } from '../errors.ts';
import { possibleIn } from '../process/table.ts';
import type { InvoiceEventType } from './invoice-event.ts';
import type { InvoiceStatus } from './invoice-status.ts';
import { invoiceTable } from './invoice-table.ts';

/** The commands that a shop or its payer may send to an invoice. */
export const INVOICE_COMMANDS = [
  'choose',
  'cancel',
  'complete',
  'refund',
] as const satisfies readonly InvoiceEventType[];

/** A refusal of a command, with the status and what is possible in it. */
export function refusedInvoice(status: InvoiceStatus, event: InvoiceEventType): DomainError {
  const possible = possibleIn(invoiceTable, { status, event }, INVOICE_COMMANDS);
  return new DomainError('illegal_transition', { state: { status, possible } });
}
