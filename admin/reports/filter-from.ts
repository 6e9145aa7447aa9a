import type { ReportKind } from '../../domain/reports/reports.ts';
import { filterIn, type ListFilter } from '../list/list-address.ts';

/** The filters in a list's address, as a report takes them; `only` contains the filters that the list always has. */
export function filterFrom(params: URLSearchParams, kind: ReportKind, only: ListFilter = {}): ListFilter {
  return { ...filterIn(params, KNOWN[kind]), ...only };
}

/** The filter of a report with the days that were typed: an emptied field asks for all days. */
export function withDays(
  filter: Readonly<Record<string, string>>,
  { date_from: from, date_to: to }: { readonly date_from: string; readonly date_to: string },
): Record<string, string> {
  const { date_from: _from, date_to: _to, ...others } = filter;
  return { ...others, ...(from ? { date_from: from } : {}), ...(to ? { date_to: to } : {}) };
}

const KNOWN: Readonly<Record<ReportKind, readonly string[]>> = {
  transactions: ['search', 'date_from', 'date_to', 'gate_id', 'kinds'],
  events: ['search', 'date_from', 'date_to', 'kinds'],
  invoices: ['search', 'date_from', 'date_to', 'gate_id', 'status'],
  payouts: ['search', 'date_from', 'date_to', 'gate_id', 'status'],
  refunds: ['search', 'date_from', 'date_to', 'gate_id', 'status'],
  withdrawals: ['search', 'date_from', 'date_to', 'gate_id', 'status'],
  deposits: ['search', 'date_from', 'date_to', 'gate_id', 'status'],
  purchases: ['search', 'date_from', 'date_to', 'gate_id', 'status'],
  balance: ['date_from', 'date_to', 'gate_id'],
  statement: ['date_from', 'date_to', 'gate_id'],
};
