import type { InvoiceQuery } from '../../db/invoices/list.ts';
import { gate } from '../../domain/assets.ts';
import { fieldError } from '../../domain/errors.ts';
import { splitSettlement } from '../../domain/fees.ts';
import { formatAmount } from '../../domain/money.ts';
import { isInvoiceStatus } from '../../domain/state/invoice-status.ts';
import { presentInvoice } from '../../domain/view/invoice.ts';
import type { InvoiceRecord } from '../../domain/view/invoice-record.ts';
import type { InvoiceListQuery } from '../contract/lists.ts';
import type { SpaInvoiceRow } from '../contract/spa-invoices.ts';

/** The list contract as the database's query. @throws DomainError `validation_failed` for a day that is none */
export function toInvoiceQuery(
  query: InvoiceListQuery,
  profileId: string,
): InvoiceQuery & { page: number; perPage: number } {
  return {
    profileId,
    page: query.page ?? 1,
    perPage: query.per_page ?? 25,
    ...(query.sort === undefined ? {} : { sort: query.sort }),
    ...(query.order === undefined ? {} : { order: query.order }),
    ...(query.search === undefined ? {} : { search: query.search }),
    ...(query.reference === undefined ? {} : { reference: query.reference }),
    ...(query.metadata === undefined ? {} : { metadata: pairOf(query.metadata) }),
    ...(query.gate_id === undefined ? {} : { gateId: query.gate_id }),
    ...(query.ids === undefined ? {} : { ids: query.ids.split(',') }),
    ...(query.status === undefined ? {} : { status: query.status.split(',').filter(isInvoiceStatus) }),
    ...periodOf(query),
  };
}

/** `key:value`; a key holds no colon. */
function pairOf(text: string): Record<string, string> {
  const colon = text.indexOf(':');
  return { [text.slice(0, colon)]: text.slice(colon + 1) };
}

/** The period that a list is asked for. @throws DomainError `validation_failed` for a day that is none */
export function periodOf(query: Pick<InvoiceListQuery, 'date_from' | 'date_to'>): { dateFrom?: Date; dateTo?: Date } {
  return {
    ...(query.date_from === undefined ? {} : { dateFrom: momentOf('date_from', query.date_from, 'T00:00:00.000Z') }),
    ...(query.date_to === undefined ? {} : { dateTo: momentOf('date_to', query.date_to, 'T23:59:59.999Z') }),
  };
}

/** A day means its begin or end in UTC; a moment without a zone is UTC. */
function momentOf(field: string, text: string, ofDay: string): Date {
  const full = text.includes('T') ? (/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`) : `${text}${ofDay}`;
  const moment = new Date(full);
  if (Number.isNaN(moment.getTime()) || !isDay(text.slice(0, 10))) throw fieldError(field, 'There is no such day.');
  return moment;
}

/** Date takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** An invoice as a row of the back office's list. */
export function presentInvoiceRow(record: InvoiceRecord): SpaInvoiceRow {
  const view = presentInvoice(record);
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
