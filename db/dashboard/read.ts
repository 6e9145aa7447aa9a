import type { ShopPath } from '../../domain/accounts/shop-path.ts';
import { CRYPTO_GATES, type GateId, gateDecimals, gates, type Mode } from '../../domain/assets/assets.ts';
import { OPERATION_KINDS, type OperationKind } from '../../domain/dashboard/operations.ts';
import { type ChartDays, firstOfMonth } from '../../domain/dashboard/ranges.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ProfileId } from '../../domain/ids.ts';
import { type Currency, currencyDecimals } from '../../domain/money/currencies.ts';
import type { Db } from '../core/sequelize.ts';
import { maybeOne, prepared, select, unseen } from '../core/sql.ts';

/** The owner of the figures, and the currency. */
export interface DashboardOf {
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly currency: Currency;
}

export interface DashboardSettings {
  readonly profileId: ProfileId;
  readonly currency: Currency;
  readonly timeZone: string;
  /** In that zone. */
  readonly today: string;
  /** The first day with a movement of money; undefined if there was none. */
  readonly firstDay: string | undefined;
}

/**
 * The profile of a shop, and how its figures are counted. @throws DomainError `not_found`; `service_unavailable` while
 * the figures are computed for the first time
 */
export async function dashboardSettings(
  db: Db,
  { merchantId, mode, shopId }: ShopPath & { readonly merchantId: string },
): Promise<DashboardSettings> {
  const row = await maybeOne<SettingsRow>(db, settingsSql, [merchantId, mode, shopId]);
  if (row === undefined) throw new DomainError('not_found');
  if (!row.is_ready) {
    throw new DomainError('service_unavailable', { message: 'The figures are being computed. Try again in a minute.' });
  }
  const { id: profileId, currency, time_zone: timeZone, today, first_day: firstDay } = row;
  return { profileId, currency, timeZone, today, firstDay: firstDay ?? undefined };
}

/** A day of a chart and what the merchant's money was worth at its end, rounded towards zero for each asset. */
export interface BalancePoint {
  readonly day: string;
  /** Minor units of the currency. */
  readonly valueMinor: bigint;
  /** Whether an asset has no rate at all, so that it is not contained. */
  readonly isPartial: boolean;
}

/** Months that are over are read as a whole, and only what they do not say day by day. */
export async function balancePoints(
  db: Db,
  of: DashboardOf,
  { days, step }: Pick<ChartDays, 'days' | 'step'>,
): Promise<BalancePoint[]> {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const month = firstOfMonth(step === 'month' ? last : first);
  const rows = await select<ValueRow>(db, balanceSql, [...pricing(of), of.merchantId, days, month, last]);
  return rows.map(({ n, value, partial }) => ({
    day: days[n - 1] ?? '',
    valueMinor: BigInt(value),
    isPartial: partial,
  }));
}

/** The sums after the day before and up to a day, by kind; values in minor units of the currency. */
export interface OperationSum {
  /** The last day of the period. */
  readonly day: string;
  readonly kind: OperationKind;
  readonly count: number;
  readonly grossMinor: bigint;
  readonly feeMinor: bigint;
  readonly isPartial: boolean;
}

/**
 * Each day's sums are valued at its rate, rounded towards zero for each asset and kind.
 * @param days the first one only ends the time before; oldest first
 */
export async function operationSums(
  db: Db,
  of: DashboardOf,
  days: readonly string[],
  kinds: readonly OperationKind[] = OPERATION_KINDS,
): Promise<OperationSum[]> {
  const rows = await select<OperationRow>(db, operationsSql, [...pricing(of), of.profileId, days, days[0], kinds]);
  return rows.map(({ n, kind, count, gross, fee, partial }) => ({
    day: days[n - 1] ?? '',
    kind,
    count: Number(count),
    grossMinor: BigInt(gross),
    feeMinor: BigInt(fee),
    isPartial: partial,
  }));
}

/** The outcome of invoices. */
export interface PayerSum {
  /** Null: of all invoices, whichever gate was chosen. */
  readonly gateId: GateId | null;
  readonly opened: number;
  readonly chosen: number;
  readonly paid: number;
}

/** Of the invoices that were created in these days, the first and the last one included. */
export async function payerSums(
  db: Db,
  profileId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<PayerSum[]> {
  const rows = await select<PayerRow>(db, payersSql, [profileId, from, to]);
  return rows.map(({ gate_id: gateId, opened, chosen, paid }) => ({
    gateId: gateId === '' ? null : gateId,
    opened: Number(opened),
    chosen: Number(chosen),
    paid: Number(paid),
  }));
}

export interface OperationCount {
  readonly kind: OperationKind;
  readonly count: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Of the profile's whole history. */
export async function operationCounts(db: Db, profileId: string): Promise<OperationCount[]> {
  const rows = await select<CountRow>(db, countsSql, [profileId]);
  return rows.map(({ kind, count, first, last }) => ({ kind, count: Number(count), firstDay: first, lastDay: last }));
}

interface SettingsRow {
  id: ProfileId;
  currency: Currency;
  time_zone: string;
  today: string;
  first_day: string | null;
  is_ready: boolean;
}

interface ValueRow {
  /** Which of the days, from 1. */
  n: number;
  value: string;
  partial: boolean;
}

interface OperationRow {
  n: number;
  kind: OperationKind;
  count: string;
  gross: string;
  fee: string;
  partial: boolean;
}

interface PayerRow {
  gate_id: GateId | '';
  opened: string;
  chosen: string;
  paid: string;
}

interface CountRow {
  kind: OperationKind;
  count: string;
  first: string;
  last: string;
}

/** $1 to $3: the mode, the currency and its decimals. */
function pricing({ mode, currency }: DashboardOf): unknown[] {
  return [mode, currency, currencyDecimals(currency)];
}

/** Every gate with the asset that its rate is kept by. */
const GATES = ([...CRYPTO_GATES, 'EUR'] as const)
  .map((id) => `('${id}', '${id === 'EUR' ? id : gates[id].asset}', ${gateDecimals(id)})`)
  .join(', ');

/** By gate its coin, and what turns its minor units times a rate into those of the currency. */
const gateSql = `gate AS MATERIALIZED (
    SELECT gate, coin, ('1e' || ($3::int - decimals))::numeric AS factor
    FROM (VALUES ${GATES}) AS v (gate, coin, decimals)
  )`;

/**
 * SQL for what a minor unit of an asset (`gate g`) was worth on `x.day`, in minor units of the currency. The rate is
 * that of the day (`r`), else of the last day before it that has one, else of the first after it; a euro is valued by
 * what BTC cost in both currencies. Null: no rate is known.
 */
const priceSql = `g.factor * CASE WHEN g.coin <> 'EUR' THEN coalesce(r.value, ${nearestRate('g.coin', '$2')})
    WHEN ${unseen('$2')} = 'EUR' THEN 1
    ELSE round(${nearestRate(`'BTC'`, '$2')} / ${nearestRate(`'BTC'`, `'EUR'`)}, 18) END`;

function nearestRate(asset: string, currency: string): string {
  const from = `SELECT n.value FROM rate_day n WHERE n.mode = $1 AND n.asset = ${asset} AND n.currency = ${currency}`;
  return `coalesce((${from} AND n.day <= x.day ORDER BY n.day DESC LIMIT 1), (${from} ORDER BY n.day LIMIT 1))`;
}

const settingsSql = prepared(`
  SELECT f.id, f.invoice_currency AS currency, coalesce(m.time_zone, 'UTC') AS time_zone,
    (now() AT TIME ZONE coalesce(m.time_zone, 'UTC'))::date::text AS today,
    (SELECT min(day)::text FROM balance_day WHERE merchant_id = $1 AND mode = $2
       AND day < (SELECT min(month) + 31 FROM balance_month WHERE merchant_id = $1 AND mode = $2)) AS first_day,
    EXISTS (SELECT FROM dashboard_state) AS is_ready
  FROM profile f JOIN merchant m ON m.id = f.merchant_id
  WHERE f.merchant_id = $1 AND f.mode = $2 AND f.shop_id IS NOT DISTINCT FROM $3`);

/** The days of a chart, whose number the planner does not look at: the statement is planned once. */
const points = unseen('$5::date[]');

/** Which of the days (from 1) is the first that is not before a day. */
function pointOf(day: string): string {
  return `(width_bucket(${day} - 1, ${points}) + 1)`;
}

// It contains everything up to the first point.
const balanceSql = prepared(`
  WITH ${gateSql}, change AS MATERIALIZED (
    SELECT asset, n, sum(minor) AS minor FROM (
      SELECT asset, ${pointOf('month')} AS n, in_minor - out_minor AS minor FROM balance_month
      WHERE merchant_id = $4 AND mode = $1 AND month < $6
      UNION ALL SELECT asset, ${pointOf('day')}, in_minor - out_minor FROM balance_day
      WHERE merchant_id = $4 AND mode = $1 AND day BETWEEN $6 AND $7
    ) moved GROUP BY 1, 2
  ), point AS MATERIALIZED (
    SELECT day, n::int AS n FROM unnest(${points}) WITH ORDINALITY AS p (day, n)
  ), rate AS MATERIALIZED (
    SELECT r.asset, r.day, r.value FROM point p JOIN rate_day r ON r.mode = $1 AND r.currency = $2 AND r.day = p.day
  ), x AS (
    SELECT a.asset, p.n, p.day, sum(c.minor) OVER (PARTITION BY a.asset ORDER BY p.n) AS minor
    FROM (SELECT DISTINCT asset FROM change) a CROSS JOIN point p LEFT JOIN change c USING (asset, n)
  ), worth AS (
    SELECT x.n, x.minor, trunc(x.minor * ${priceSql}) AS value
    FROM x JOIN gate g ON g.gate = x.asset
    LEFT JOIN rate r ON r.asset = g.coin AND r.day = x.day
    WHERE x.minor <> 0
  )
  SELECT p.n, coalesce(sum(w.value), 0)::text AS value,
    coalesce(bool_or(w.value IS NULL AND w.minor IS NOT NULL), false) AS partial
  FROM point p LEFT JOIN worth w USING (n) GROUP BY p.n ORDER BY p.n`);

const operationsSql = prepared(`
  WITH ${gateSql}
  SELECT ${pointOf('x.day')} AS n, x.kind, sum(x.count)::text AS count,
    coalesce(sum(trunc(x.gross_minor * price)), 0)::text AS gross,
    coalesce(sum(trunc(x.fee_minor * price)), 0)::text AS fee, bool_or(price IS NULL) AS partial
  FROM operation_day x JOIN gate g ON g.gate = x.asset
  LEFT JOIN rate_day r ON r.mode = $1 AND r.currency = $2 AND r.asset = g.coin AND r.day = x.day
    AND r.day > ${unseen('$6::date')}
  CROSS JOIN LATERAL (SELECT ${priceSql} AS price OFFSET 0) p
  WHERE x.profile_id = $4 AND x.day > ${unseen('$6::date')} AND x.kind = ANY(${unseen('$7::text[]')}::text[])
  GROUP BY 1, 2 ORDER BY 1, 2`);

const payersSql = prepared(`
  SELECT gate_id, sum(opened)::text AS opened, sum(chosen)::text AS chosen, sum(paid)::text AS paid
  FROM payer_day WHERE profile_id = $1 AND day BETWEEN $2 AND $3 GROUP BY gate_id ORDER BY gate_id`);

const countsSql = prepared(`
  SELECT kind, sum(count)::text AS count, min(day)::text AS first, max(day)::text AS last
  FROM operation_day WHERE profile_id = $1 AND count <> 0 GROUP BY kind ORDER BY kind`);
