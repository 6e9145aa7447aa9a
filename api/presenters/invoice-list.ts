import { presentInvoice } from '../../contract/invoice.view.ts';
import type { InvoiceListQuery } from '../../contract/lists.ts';
import type { ShopInvoice, SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import type { InvoiceQuery } from '../../db/invoices/list.ts';
import { gate } from '../../domain/assets/assets.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { splitSettlement } from '../../domain/money/fees.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { isInvoiceStatus } from '../../domain/state/invoice-status.ts';
import { listQueryOf } from './list-query.ts';

/** The list contract as the database's query. @throws DomainError `validation_failed` for a day that is none */
export function toInvoiceQuery(
  query: InvoiceListQuery,
  profileId: string,
): InvoiceQuery & { page: number; perPage: number } {
  return {
    profileId,
    ...listQueryOf(query),
    reference: query.reference,
    metadata: query.metadata === undefined ? undefined : pairOf(query.metadata),
    status: query.status?.split(',').filter(isInvoiceStatus),
  };
}

/** `key:value`; a key holds no colon. */
function pairOf(text: string): Record<string, string> {
  const colon = text.indexOf(':');
  return { [text.slice(0, colon)]: text.slice(colon + 1) };
}

/** An invoice as the back office shows it. */
export function presentShopInvoice(record: InvoiceRecord): ShopInvoice {
  const { amount, ...shown } = presentInvoice(record);
  return { ...shown, price: amount };
}

/** An invoice as a row of the back office's list. */
export function presentInvoiceRow(record: InvoiceRecord): SpaInvoiceRow {
  const view = presentShopInvoice(record);
  return {
    id: view.id,
    reference: view.reference,
    status: view.status,
    status_reason: view.status_reason,
    currency: view.currency,
    price: view.price,
    total: view.total,
    gate_id: view.gate_id,
    amount_due: view.amount_due,
    amount_paid: view.amount_paid,
    fee: feeOf(record),
    created_at: view.created_at,
    expires_at: view.expires_at,
    completed_at: view.completed_at,
  };
}

/** The service fee that was taken, in the asset; nothing before the settlement. */
function feeOf(record: InvoiceRecord): string | null {
  if (record.quote === null || record.amountSettledMinor === 0n) return null;
  const { serviceFeeMinor } = splitSettlement(record.amountSettledMinor, record);
  return formatAmount(serviceFeeMinor, gate(record.quote.gateId).decimals);
}
