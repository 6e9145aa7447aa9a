import type { CardOrderFilter } from '../../db/card-orders/list.ts';
import type { DepositFilter } from '../../db/deposits/list.ts';
import type { HistoryEventQuery } from '../../db/history/event-list.ts';
import type { MovementQuery } from '../../db/history/movements.ts';
import type { StatementQuery } from '../../db/history/statement.ts';
import type { InvoiceQuery } from '../../db/invoices/list.ts';
import type { PayoutQuery } from '../../db/payouts/list.ts';
import type { Report } from '../../db/reports/reports.ts';
import type { WithdrawalFilter } from '../../db/withdrawals/list.ts';
import { isGateId } from '../../domain/assets/assets.ts';
import { fieldError } from '../../domain/errors.ts';
import { startOfDay } from '../../domain/reports/reports.ts';
import { isCardOrderStatus } from '../../domain/state/card-order-status.ts';
import { isDepositStatus } from '../../domain/state/deposit-status.ts';
import { isInvoiceStatus } from '../../domain/state/invoice-status.ts';
import { PAYOUT_STATUSES } from '../../domain/state/payout-status.ts';
import { isDay } from '../../domain/text/day.ts';
import { EVENT_KINDS, type EventKind, narrowed } from '../../domain/webhooks/event-kinds.ts';

type Question = Pick<Report, 'profileId' | 'mode' | 'kind' | 'filter' | 'timeZone' | 'until'>;

export interface ReportOwner {
  readonly merchantId: string;
  /** The kinds of events that the reader may see. */
  readonly eventKinds: readonly EventKind[];
  /** The currency in which movements are valued. */
  readonly currency: string;
}

/**
 * The period of a report: whole days of its zone, and nothing later than when it was requested. @throws DomainError for
 * a day that is none
 */
export function reportPeriod({ filter, timeZone, until }: Question): { dateFrom?: Date; dateTo: Date } {
  const { date_from: from, date_to: to } = filter;
  const end = to === undefined ? until : new Date(dayOf('date_to', nextDay(to), timeZone).getTime() - 1);
  return {
    dateFrom: from === undefined ? undefined : dayOf('date_from', from, timeZone),
    dateTo: end < until ? end : until,
  };
}

/** @throws DomainError where rows were chosen of what has no rows of its own: it would hold all of them. */
export function refuseUnknownChoice({ kind, filter }: Pick<Question, 'kind' | 'filter'>): void {
  if (filter.ids !== undefined && WITHOUT_ROWS.has(kind))
    throw fieldError('ids', 'Rows of this report cannot be chosen.');
  if (kind === 'statement' && filter.gate_id === undefined)
    throw fieldError('gate_id', 'Choose the asset of the statement.');
}

const WITHOUT_ROWS: ReadonlySet<Question['kind']> = new Set(['transactions', 'events', 'balance', 'statement']);

export function movementQueryOf(report: Question, owner: ReportOwner): MovementQuery {
  const { kinds, search } = report.filter;
  return {
    ...balanceQueryOf(report, owner),
    ...(kinds === undefined ? {} : { kinds: narrowed(EVENT_KINDS, kinds) }),
    ...(search === undefined ? {} : { search }),
  };
}

/** All that changed the balances: a statement adds up whatever else its filter says. */
function balanceQueryOf(report: Question, { merchantId, currency }: ReportOwner): MovementQuery {
  const { gate_id: gateId } = report.filter;
  return {
    merchantId,
    mode: report.mode,
    currency,
    ...(gateId !== undefined && isGateId(gateId) ? { gateId } : {}),
    ...reportPeriod(report),
  };
}

/**
 * A balance over a period that ends with a quarter of a second: Postgres and JavaScript then agree on which movements
 * are before its end, whatever their fractions are.
 */
export function statementQueryOf(report: Question, owner: ReportOwner): StatementQuery {
  const { dateTo } = reportPeriod(report);
  const end = Math.ceil((dateTo.getTime() + 1) / QUARTER_MS) * QUARTER_MS;
  return { ...balanceQueryOf(report, owner), dateTo: new Date(end - 1) };
}

const QUARTER_MS = 250;

export function eventQueryOf(report: Question, { eventKinds }: ReportOwner): HistoryEventQuery {
  const { kinds, search } = report.filter;
  return { profileId: report.profileId, kinds: narrowed(eventKinds, kinds), search, ...reportPeriod(report) };
}

export function invoiceQueryOf(report: Question): InvoiceQuery {
  return { ...commonOf(report), status: report.filter.status?.split(',').filter(isInvoiceStatus) };
}

export function payoutQueryOf(report: Question): Omit<PayoutQuery, 'page' | 'perPage'> {
  const requested = report.filter.status?.split(',');
  return {
    ...commonOf(report),
    kind: report.kind === 'refunds' ? 'refund' : 'payout',
    status: requested === undefined ? undefined : PAYOUT_STATUSES.filter((status) => requested.includes(status)),
  };
}

export function withdrawalQueryOf(report: Question): WithdrawalFilter {
  const requested = report.filter.status?.split(',');
  return {
    ...commonOf(report),
    status: requested === undefined ? undefined : PAYOUT_STATUSES.filter((status) => requested.includes(status)),
  };
}

export function depositQueryOf(report: Question): DepositFilter {
  const { status } = report.filter;
  return { ...commonOf(report), status: status?.split(',').filter(isDepositStatus) };
}

export function purchaseQueryOf(report: Question): CardOrderFilter {
  const { profileId, ...common } = commonOf(report);
  return { ...common, of: { profileId }, status: report.filter.status?.split(',').filter(isCardOrderStatus) };
}

function commonOf(report: Question) {
  const { search, gate_id: gateId, ids } = report.filter;
  return { profileId: report.profileId, ids: ids?.split(','), search, gateId, ...reportPeriod(report) };
}

function dayOf(field: string, day: string, timeZone: string): Date {
  try {
    return startOfDay(day, timeZone);
  } catch {
    throw fieldError(field, 'There is no such day.');
  }
}

/** 30 February stays what it is, to be refused. */
function nextDay(day: string): string {
  if (!isDay(day)) return day;
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
