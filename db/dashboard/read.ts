import { CRYPTO_GATES, type GateId, gateDecimals, gates, type Mode } from '../../domain/assets.ts';
import { type Currency, currencyDecimals } from '../../domain/currencies.ts';
import { OPERATION_KINDS, type OperationKind } from '../../domain/dashboard/operations.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Db } from '../sequelize.ts';
import { maybeOne, prepared, select } from '../sql.ts';

/** Whose figures, in which currency. */
export interface DashboardOf {
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly currency: Currency;
}

export interface DashboardSettings {
  readonly currency: Currency;
  readonly timeZone: string;
  /** In that zone. */
  readonly today: string;
  /** The first day with a movement of money; undefined if there was none. */
  readonly firstDay: string | undefined;
}

/** @throws DomainError `service_unavailable` while the figures are computed for the first time */
export async function dashboardSettings(db: Db, of: Omit<DashboardOf, 'currency'>): Promise<DashboardSettings> {
  const row = await maybeOne<SettingsRow>(db, settingsSql, [of.profileId, of.merchantId, of.mode]);
  if (row === undefined) throw new DomainError('not_found');
  if (!row.is_ready) {
    throw new DomainError('service_unavailable', { message: 'The figures are being computed. Try again in a minute.' });
  }
  const { currency, time_zone: timeZone, today, first_day: firstDay } = row;
  return { currency, timeZone, today, firstDay: firstDay ?? undefined };
}

/** A day of a chart and what the merchant's money was worth at its end, rounded towards zero for each asset. */
export interface BalancePoint {
  readonly day: string;
  /** Minor units of the currency. */
  readonly valueMinor: bigint;
  /** Whether an asset has no rate at all, so that it is not contained. */
  readonly isPartial: boolean;
}

/** @param days oldest first */
export async function balancePoints(db: Db, of: DashboardOf, days: readonly string[]): Promise<BalancePoint[]> {
  const rows = await select<ValueRow>(db, balanceSql, [...pricing(of), of.merchantId, days]);
  return rows.map(({ day, value, partial }) => ({ day, valueMinor: BigInt(value), isPartial: partial }));
}

/** What happened after the day before and up to a day, by kind; values in minor units of the currency. */
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
  const rows = await select<OperationRow>(db, operationsSql, [...pricing(of), of.profileId, days, kinds]);
  return rows.map(({ day, kind, count, gross, fee, partial }) => ({
    ...{ day, kind, count: Number(count) },
    ...{ grossMinor: BigInt(gross), feeMinor: BigInt(fee), isPartial: partial },
  }));
}

/** What became of invoices. */
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
    ...{ opened: Number(opened), chosen: Number(chosen), paid: Number(paid) },
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
  currency: Currency;
  time_zone: string;
  today: string;
  first_day: string | null;
  is_ready: boolean;
}

interface ValueRow {
  day: string;
  value: string;
  partial: boolean;
}

interface OperationRow {
  day: string;
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

/** $1 to $3: the mode, the currency, and by gate what turns coins' minor units times a rate into the currency's. */
function pricing({ mode, currency }: DashboardOf): unknown[] {
  const factorOf = (id: GateId) => `1e${currencyDecimals(currency) - gateDecimals(id)}`;
  return [mode, currency, GATES.map(factorOf)];
}

const GATES: readonly GateId[] = [...CRYPTO_GATES, 'EUR'];

/** The asset that a gate's rate is kept by. */
const COINS = GATES.map((id) => `('${id}', '${id === 'EUR' ? id : gates[id].asset}')`).join(', ');

const priced = `gate AS (
    SELECT g.gate, g.coin, f.factor
    FROM (SELECT *, row_number() OVER () AS n FROM (VALUES ${COINS}) AS v (gate, coin)) g
    JOIN unnest($3::numeric[]) WITH ORDINALITY AS f (factor, n) USING (n)
  )`;

/**
 * SQL for what a minor unit of an asset (`gate g`) was worth on `x.day`, in minor units of the currency. The rate is
 * that of the day, else of the last day before it that has one, else of the first after it; a euro is valued by what
 * BTC cost in both currencies. Null: no rate is known.
 * @param known the rate of the day, where it was read already
 */
function priceSql(known = 'NULL'): string {
  return `g.factor * CASE WHEN g.coin <> 'EUR' THEN coalesce(${known}, ${nearestRate('g.coin', '$2')})
    WHEN $2 = 'EUR' THEN 1
    ELSE round(${nearestRate(`'BTC'`, '$2')} / ${nearestRate(`'BTC'`, `'EUR'`)}, 18) END`;
}

function nearestRate(asset: string, currency: string): string {
  const from = `SELECT n.value FROM rate_day n WHERE n.mode = $1 AND n.asset = ${asset} AND n.currency = ${currency}`;
  return `coalesce((${from} AND n.day <= x.day ORDER BY n.day DESC LIMIT 1), (${from} ORDER BY n.day LIMIT 1))`;
}

const settingsSql = prepared(`
  SELECT f.invoice_currency AS currency, coalesce(m.time_zone, 'UTC') AS time_zone,
    (now() AT TIME ZONE coalesce(m.time_zone, 'UTC'))::date::text AS today,
    (SELECT min(day)::text FROM balance_day WHERE merchant_id = $2 AND mode = $3) AS first_day,
    EXISTS (SELECT FROM dashboard_state) AS is_ready
  FROM profile f JOIN merchant m ON m.id = f.merchant_id WHERE f.id = $1`);

/** The days of $5 as points, and which point each day after the first one belongs to. */
const calendar = `point AS MATERIALIZED (
    SELECT day, n, lag(day) OVER (ORDER BY n) AS after
    FROM unnest($5::date[]) WITH ORDINALITY AS p (day, n)
  ), calendar AS MATERIALIZED (
    SELECT p.after + d AS day, p.n FROM point p CROSS JOIN LATERAL generate_series(1, p.day - p.after) AS d
  )`;

// What happened up to the first point is in it.
const balanceSql = prepared(`
  WITH ${priced}, ${calendar}, change AS MATERIALIZED (
    SELECT b.asset, coalesce(c.n, 1) AS n, sum(b.in_minor - b.out_minor) AS minor
    FROM balance_day b LEFT JOIN calendar c USING (day)
    WHERE b.merchant_id = $4 AND b.mode = $1 AND b.day <= (SELECT max(day) FROM point) GROUP BY 1, 2
  ), x AS (
    SELECT a.asset, p.n, p.day, sum(c.minor) OVER (PARTITION BY a.asset ORDER BY p.n) AS minor
    FROM (SELECT DISTINCT asset FROM change) a CROSS JOIN point p LEFT JOIN change c USING (asset, n)
  ), worth AS (
    SELECT x.n, x.minor, trunc(x.minor * ${priceSql()}) AS value
    FROM x JOIN gate g ON g.gate = x.asset WHERE x.minor <> 0
  )
  SELECT p.day::text AS day, coalesce(sum(w.value), 0)::text AS value,
    coalesce(bool_or(w.value IS NULL AND w.minor IS NOT NULL), false) AS partial
  FROM point p LEFT JOIN worth w USING (n) GROUP BY p.n, p.day ORDER BY p.n`);

const operationsSql = prepared(`
  WITH ${priced}, ${calendar}, done AS MATERIALIZED (
    SELECT day, kind, asset, count, gross_minor, fee_minor FROM operation_day
    WHERE profile_id = $4 AND day > (SELECT min(day) FROM point) AND day <= (SELECT max(day) FROM point)
      AND kind = ANY($6::text[])
  ), rate AS MATERIALIZED (
    SELECT asset, day, value FROM rate_day
    WHERE mode = $1 AND currency = $2 AND day > (SELECT min(day) FROM point) AND day <= (SELECT max(day) FROM point)
  ), price AS MATERIALIZED (
    SELECT x.day, x.n, x.asset, ${priceSql('r.value')} AS price
    FROM (SELECT * FROM calendar CROSS JOIN (SELECT DISTINCT asset FROM done) d) x JOIN gate g ON g.gate = x.asset
    LEFT JOIN rate r ON r.asset = g.coin AND r.day = x.day
  )
  SELECT p.day::text AS day, d.kind, sum(d.count)::text AS count,
    coalesce(sum(trunc(d.gross_minor * e.price)), 0)::text AS gross,
    coalesce(sum(trunc(d.fee_minor * e.price)), 0)::text AS fee, bool_or(e.price IS NULL) AS partial
  FROM done d JOIN price e USING (day, asset) JOIN point p USING (n)
  GROUP BY p.n, p.day, d.kind ORDER BY p.n, d.kind`);

const payersSql = prepared(`
  SELECT gate_id, sum(opened)::text AS opened, sum(chosen)::text AS chosen, sum(paid)::text AS paid
  FROM payer_day WHERE profile_id = $1 AND day BETWEEN $2 AND $3 GROUP BY gate_id ORDER BY gate_id`);

const countsSql = prepared(`
  SELECT kind, sum(count)::text AS count, min(day)::text AS first, max(day)::text AS last
  FROM operation_day WHERE profile_id = $1 AND count <> 0 GROUP BY kind ORDER BY kind`);
