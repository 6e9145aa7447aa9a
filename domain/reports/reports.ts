import type { UserPermission } from '../accounts/permissions.ts';
import { isDay } from '../text/day.ts';

/** The subjects of reports. */
export const REPORT_KINDS = [
  'transactions',
  'events',
  'invoices',
  'payouts',
  'refunds',
  'withdrawals',
  'deposits',
  'purchases',
  'balance',
  'statement',
] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** The kinds that are CSV files; a statement is a PDF. */
export type CsvKind = Exclude<ReportKind, 'statement'>;

/** The permission to request a report and download it (spec §6). */
export const REPORT_PERMISSIONS: Readonly<Record<ReportKind, UserPermission>> = {
  transactions: 'merchant_history_exportTransactions',
  events: 'merchant_history_exportEvents',
  invoices: 'merchant_invoice_export',
  payouts: 'merchant_payout_export',
  refunds: 'merchant_refund_export',
  withdrawals: 'merchant_withdrawal_export',
  deposits: 'merchant_deposit_export',
  purchases: 'merchant_invoice_export',
  balance: 'merchant_balance_reports',
  statement: 'merchant_balance_reports',
};

const payoutColumns = [
  'created',
  'id',
  'reference',
  'status',
  'asset',
  'amount',
  'net_amount',
  'service_fee',
  'network_fee',
  'total',
  'fee_payer',
  'address',
  'destination_tag',
  'transaction',
  'description',
  'completed',
];

/** The first line of each report. Amounts are decimals in major units; times are local to the report's zone. */
export const REPORT_COLUMNS: Readonly<Record<CsvKind, readonly string[]>> = {
  transactions: [
    'time',
    'asset',
    'type',
    'amount',
    'balance',
    'value',
    'value_currency',
    'reference',
    'invoice_id',
    'operation',
  ],
  events: ['time', 'event', 'reference', 'amount', 'currency', 'id'],
  invoices: [
    'created',
    'id',
    'reference',
    'status',
    'price',
    'total',
    'currency',
    'asset',
    'amount_due',
    'amount_paid',
    'rate',
    'address',
    'destination_tag',
    'transactions',
    'customer_email',
    'description',
    'completed',
    'tax',
    'service_fee',
    'network_fee',
    'conversion_fee',
    'fee_payer',
    'amount_refunded',
    'converted_into',
    'converted_amount',
  ],
  payouts: payoutColumns,
  refunds: [...payoutColumns, 'invoice_id'],
  withdrawals: [
    'created',
    'id',
    'status',
    'reason',
    'asset',
    'amount',
    'net_amount',
    'service_fee',
    'network_fee',
    'total',
    'fee_payer',
    'method',
    'recipient',
    'account_name',
    'bank_reference',
    'transaction',
    'completed',
  ],
  deposits: [
    'created',
    'id',
    'reference',
    'status',
    'reason',
    'type',
    'asset',
    'amount',
    'net_amount',
    'service_fee',
    'transactions',
    'address_id',
    'converted_into',
    'converted_amount',
    'completed',
  ],
  purchases: [
    'created',
    'id',
    'status',
    'reason',
    'method',
    'country',
    'fiat',
    'fiat_amount',
    'asset',
    'amount',
    'address',
    'destination_tag',
    'transaction',
    'invoice_id',
    'earnings',
    'earnings_status',
    'earnings_available',
    'delivered',
  ],
  balance: ['asset', 'line', 'movements', 'amount'],
};

/** The name of a report's file, with the local day on which it was made: `statement-BTC-2026-11-20.pdf`. */
export function reportFileName(report: {
  readonly kind: ReportKind;
  readonly filter: Readonly<Record<string, string>>;
  readonly timeZone: string;
  readonly createdAt: Date;
}): string {
  const day = localClock(report.timeZone)(report.createdAt).slice(0, 10);
  if (report.kind !== 'statement') return `${report.kind}-${day}.csv`;
  return `${report.kind}-${report.filter.gate_id ?? ''}-${day}.pdf`;
}

/** The page of a report in the back office. */
export function reportPath(id: string): string {
  return `/download/transaction-activity/${id}`;
}

/** True for a zone that this runtime knows, e.g. `Europe/Vilnius`. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes moments as `2026-11-20 14:15:00` in a zone, as spreadsheets read them. @throws RangeError for a zone that is
 * none
 */
export function localClock(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}

/**
 * The moment at which a local day begins in a zone, e.g. `2026-03-29` in `Europe/Berlin` is `2026-03-28T23:00:00Z`;
 * where clocks skip midnight, the first moment of the day. @throws RangeError for a day that is none
 */
export function startOfDay(day: string, timeZone: string): Date {
  if (!isDay(day)) throw new RangeError(`${day} is no day`);
  const noon = new Date(`${day}T00:00:00Z`);
  const clock = localClock(timeZone);
  // Zones lie within 14 hours of UTC, so the day begins somewhere in this span; the clock tells where, to the quarter
  // of an hour.
  const QUARTER_MS = 900_000;
  let low = noon.getTime() - 15 * 3_600_000;
  let high = noon.getTime() + 15 * 3_600_000;
  while (high - low > QUARTER_MS) {
    const middle = low + Math.floor((high - low) / (2 * QUARTER_MS)) * QUARTER_MS;
    if (clock(new Date(middle)).slice(0, 10) < day) low = middle;
    else high = middle;
  }
  return new Date(high);
}
