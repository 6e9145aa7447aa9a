import type { Asset, Mode } from '../../domain/assets/assets.ts';
import type { Currency } from '../../domain/money/currencies.ts';
import { parseRate, type Rate } from '../../domain/money/rates.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';

/**
 * Stores the latest accepted rates of a mode. Rates older than the stored ones are skipped, so that a slow refresh
 * cannot overwrite a newer one. The first rate of each hour and of each UTC day is kept permanently: statements and the
 * dashboard value by it.
 */
export async function upsertRates(tx: Tx, mode: Mode, rates: readonly Rate[]): Promise<number> {
  const pairs = [rates.map(({ asset }) => asset), rates.map(({ currency }) => currency)];
  const values = rates.map(({ value }) => value);
  const sampled = rates.map(({ sampledAt }) => sampledAt.toISOString());
  const written = await execute(tx, upsertStatement, [
    mode,
    ...pairs,
    values,
    rates.map(({ source }) => source),
    sampled,
    rates.map(({ expiresAt }) => expiresAt.toISOString()),
  ]);
  await execute(tx, hourStatement, [mode, ...pairs, values, sampled]);
  return written;
}

/** All current rates of these assets and currencies, in one read; pairs without one are missing. */
export async function currentRates(
  on: Tx | Db,
  { mode, assets, currencies }: { mode: Mode; assets: readonly Asset[]; currencies: readonly Currency[] },
): Promise<Rate[]> {
  const rows = await select<RateRow>(on, currentStatement, [mode, assets, currencies]);
  return rows.map(readRow);
}

/** A query for the value of one coin of an asset at a moment. */
export interface PastRate {
  readonly asset: Asset;
  readonly currency: Currency;
  readonly atMs: number;
}

/** The stored rate of each moment's hour as a decimal, in the order of the queries; null if none was stored. */
export async function pastRates(on: Tx | Db, mode: Mode, questions: readonly PastRate[]): Promise<(string | null)[]> {
  if (questions.length === 0) return [];
  const rows = await select<{ value: string | null }>(on, pastStatement, [
    mode,
    questions.map(({ asset }) => asset),
    questions.map(({ currency }) => currency),
    questions.map(({ atMs }) => new Date(atMs).toISOString()),
  ]);
  return rows.map(({ value }) => value);
}

/** A row of `rate` as JSON. */
export interface RateJson {
  readonly asset: Rate['asset'];
  readonly currency: string;
  readonly value: string;
  readonly source: string;
  readonly sampled_at: string;
  readonly expires_at: string;
}

/** {@link RateJson} of the row `r`. */
export const rateJson = `jsonb_build_object('asset', r.asset, 'currency', r.currency, 'value', r.value::text,
  'source', r.source, 'sampled_at', r.sampled_at, 'expires_at', r.expires_at)`;

export function toRate(row: RateJson): Rate {
  const { asset, currency, source } = row;
  const sampledAt = new Date(row.sampled_at);
  return parseRate(row.value, { asset, currency, source, sampledAt, expiresAt: new Date(row.expires_at) });
}

interface RateRow {
  asset: Asset;
  currency: Currency;
  value: string;
  source: string;
  sampled_at: Date;
  expires_at: Date;
}

function readRow(row: RateRow): Rate {
  const { asset, currency, source, sampled_at: sampledAt, expires_at: expiresAt } = row;
  return parseRate(row.value, { asset, currency, source, sampledAt, expiresAt });
}

const upsertStatement = prepared(`
  INSERT INTO rate (mode, asset, currency, value, source, sampled_at, expires_at)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::numeric[], $5::text[], $6::timestamptz[], $7::timestamptz[])
  ON CONFLICT (mode, asset, currency) DO UPDATE
    SET value = excluded.value, source = excluded.source, sampled_at = excluded.sampled_at,
      expires_at = excluded.expires_at
    WHERE excluded.sampled_at >= rate.sampled_at`);

// A day's first hour also becomes the rate of the day, which sums of days are valued at.
const hourStatement = prepared(`
  WITH begun AS (
    INSERT INTO rate_hour (mode, asset, currency, value, hour)
    SELECT $1, asset, currency, value, date_trunc('hour', at)
    FROM unnest($2::text[], $3::text[], $4::numeric[], $5::timestamptz[]) AS r(asset, currency, value, at)
    ON CONFLICT DO NOTHING RETURNING mode, asset, currency, hour, value)
  INSERT INTO rate_day (mode, asset, currency, day, value)
  SELECT mode, asset, currency, (hour AT TIME ZONE 'UTC')::date, value FROM begun ON CONFLICT DO NOTHING`);

// The clock, not the start of the transaction: a transaction that waited must not use a rate that has expired since.
const currentStatement = prepared(`
  SELECT asset, currency, value, source, sampled_at, expires_at FROM rate
  WHERE mode = $1 AND asset = ANY($2) AND currency = ANY($3) AND expires_at > clock_timestamp()
  ORDER BY asset, currency`);

/** SQL for the stored rate of a moment's hour; null rather than an older one. */
export function rateOfHour(of: Readonly<Record<'mode' | 'asset' | 'currency' | 'at', string>>): string {
  return `(SELECT r.value::text FROM rate_hour r
      WHERE r.mode = ${of.mode} AND r.asset = ${of.asset} AND r.currency = ${of.currency}
        AND r.hour <= ${of.at} AND r.hour > ${of.at} - interval '1 hour'
      ORDER BY r.hour DESC LIMIT 1)`;
}

const pastStatement = prepared(`
  SELECT ${rateOfHour({ mode: '$1', asset: 'q.asset', currency: 'q.currency', at: 'q.at' })} AS value
  FROM unnest($2::text[], $3::text[], $4::timestamptz[]) WITH ORDINALITY AS q(asset, currency, at, position)
  ORDER BY q.position`);
