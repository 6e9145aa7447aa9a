import type { GateId } from '../../domain/assets.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';

/** What an event is about, as its type begins. */
export const EVENT_KINDS = ['invoice', 'payout', 'mass_payout', 'refund'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What lists of money in and out can be narrowed by; kept in the address. */
export interface HistoryFilter<Status extends string = InvoiceStatus> {
  search?: string;
  status?: Status[];
  /** Of events: what they are about. */
  kinds?: EventKind[];
  gate_id?: GateId;
  /** Local days, `2026-11-20`; the last one counts to its end. */
  date_from?: string;
  date_to?: string;
}

/** The filter without what is empty, as an empty field must not narrow anything. */
export function tidyFilter<Status extends string>(filter: HistoryFilter<Status>): HistoryFilter<Status> {
  const entries = Object.entries(filter).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : Boolean(value),
  );
  return Object.fromEntries(entries);
}

export function isFiltered(filter: HistoryFilter<string>): boolean {
  return Object.keys(tidyFilter(filter)).length > 0;
}

/** `chosen` with the status or without it, in the order of all of them. */
export function toggleStatus<Status extends string>(
  all: readonly Status[],
  chosen: readonly Status[],
  status: Status,
): Status[] {
  const wanted = new Set(chosen);
  if (!wanted.delete(status)) wanted.add(status);
  return all.filter((each) => wanted.has(each));
}

export type DayRange = Pick<HistoryFilter, 'date_from' | 'date_to'>;

/** The last `days` local days, today included. */
export function lastDays(days: number, now: Date = new Date()): Required<DayRange> {
  const from = new Date(now);
  from.setDate(from.getDate() - (days - 1));
  return { date_from: localDay(from), date_to: localDay(now) };
}

export function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
