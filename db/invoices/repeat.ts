import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../domain/errors.ts';
import type { InvoiceRecord, InvoiceRow } from '../../domain/invoices/record.ts';
import type { Warning } from '../../domain/leniency/warning.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { filledAddresses } from '../../domain/web/placeholders.ts';
import type { Tx } from '../core/sequelize.ts';
import { cancelInvoice } from './commands.ts';
import type { NewInvoice } from './new-invoice.ts';
import { lockInvoice, readInvoice } from './read.ts';
import { type InvoiceParts, invoicesTable } from './rows.ts';

/** The invoice that the order has already, and what was or was not changed of it; null: the reference is free now. */
export type Repeated = { readonly invoice: InvoiceRecord; readonly warnings: readonly Warning[] } | null;

/**
 * An order whose reference has an invoice. At the same price it gets that one, brought up to date in what costs
 * nothing while nothing is paid; at another price it is refused, unless it asks to replace an unpaid one.
 * @throws DomainError `reference_taken` with the invoice and its status
 */
export async function repeatOrder(
  tx: Tx,
  input: NewInvoice,
  { invoiceId, priceMinor }: { readonly invoiceId: string; readonly priceMinor: bigint },
): Promise<Repeated> {
  const parts = await lockInvoice(tx, invoiceId);
  const { row } = parts;
  // Canceled while this request waited for the lock.
  if (!row.referenceLive) return null;
  if (row.priceMinor === priceMinor && row.currency === input.currency) return updated(tx, input, parts);
  if (input.replace !== true || !isUntouched(parts)) throw referenceTaken(parts);
  await cancelInvoice(tx, { invoiceId, scope: { profileId: input.profileId }, nowMs: input.nowMs });
  return null;
}

/** A refusal that names the invoice that has the reference, and what may be done about it. */
export function referenceTaken(parts: Pick<InvoiceParts, 'row' | 'payments'>): DomainError {
  const { id: invoiceId, status } = parts.row;
  const possible = isUntouched(parts) ? ['replace', 'cancel'] : [];
  return new DomainError('reference_taken', { state: { status, possible, invoiceId } });
}

const UNPAID: ReadonlySet<InvoiceStatus> = new Set(['new', 'pending']);

/** Nothing was paid so far, confirmed or not. */
export function isUntouched({ row, payments }: Pick<InvoiceParts, 'row' | 'payments'>): boolean {
  return UNPAID.has(row.status) && payments.length === 0;
}

async function updated(tx: Tx, input: NewInvoice, parts: InvoiceParts): Promise<Repeated> {
  const { row } = parts;
  const changes = Object.entries(harmlessOf(row, input)).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(row[key as HarmlessKey], value),
  );
  const canChange = isUntouched(parts);
  if (canChange && changes.length > 0) await invoicesTable.update(tx, Object.fromEntries(changes), { id: row.id });
  const warnings = changes.map(([key]): Warning => {
    const field = HARMLESS[key as HarmlessKey];
    return canChange
      ? { field, code: 'updated', message: 'Changed on the invoice that has this reference.' }
      : { field, code: 'not_updated', message: `Stays as it was: the invoice is ${row.status}.` };
  });
  return { invoice: await readInvoice(tx, row.id), warnings };
}

/** Fields that may change without changing the amount owed, with their names in the API. */
const HARMLESS = {
  description: 'description',
  items: 'items',
  customer: 'customer',
  metadata: 'metadata',
  language: 'locale',
  successUrl: 'success_url',
  cancelUrl: 'cancel_url',
  notificationUrl: 'notification_url',
} as const satisfies Partial<Record<keyof InvoiceRow, string>>;

type HarmlessKey = keyof typeof HARMLESS;

/** The order's values of these fields; a field that it leaves out stays. */
function harmlessOf(row: InvoiceRow, input: NewInvoice): Readonly<Record<HarmlessKey, unknown>> {
  const addresses = filledAddresses(input, { invoiceId: row.id, reference: row.reference });
  return {
    description: input.description,
    items: input.items,
    customer: input.customer,
    metadata: input.metadata,
    language: input.language,
    successUrl: addresses.successUrl ?? undefined,
    cancelUrl: addresses.cancelUrl ?? undefined,
    notificationUrl: addresses.notificationUrl ?? undefined,
  };
}
