import type { Asset, Mode } from '../domain/assets.ts';
import type { Currency } from '../domain/currencies.ts';
import { parseRate, type Rate } from '../domain/rates.ts';
import type { Db, Tx } from './sequelize.ts';
import { execute, prepared, select } from './sql.ts';

/**
 * Writes the latest accepted rates of a mode. A rate that is older than the one kept is left out, so that a slow
 * refresh cannot undo a newer one. The first of each hour is kept for good: statements value by it.
 */
export async function upsertRates(tx: Tx, mode: Mode, rates: readonly Rate[]): Promise<number> {
  const pairs = [rates.map(({ asset }) => asset), rates.map(({ currency }) => currency)];
  const values = rates.map(({ value }) => value);
  const sampled = rates.map(({ sampledAt }) => sampledAt.toISOString());
  const written = await execute(tx, upsertStatement, [
    ...[mode, ...pairs, values],
    rates.map(({ source }) => source),
    sampled,
    rates.map(({ expiresAt }) => expiresAt.toISOString()),
  ]);
  await execute(tx, hourStatement, [mode, ...pairs, values, sampled]);
  return written;
}

/**
 * All rates of these assets and currencies that may be used now, in one read; pairs without a current rate are missing.
 */
export async function currentRates(
  on: Tx | Db,
  { mode, assets, currencies }: { mode: Mode; assets: readonly Asset[]; currencies: readonly Currency[] },
): Promise<Rate[]> {
  const rows = await select<RateRow>(on, currentStatement, [mode, assets, currencies]);
  return rows.map(readRow);
}

/** Asks what one coin of an asset was worth at a moment. */
export interface PastRate {
  readonly asset: Asset;
  readonly currency: Currency;
  readonly atMs: number;
}

/**
 * The kept rate of the hour that each moment lies in, as a decimal, in the order of the questions; null where none was
 * kept then.
 */
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

const hourStatement = prepared(`
  INSERT INTO rate_hour (mode, asset, currency, value, hour)
  SELECT $1, asset, currency, value, date_trunc('hour', at)
  FROM unnest($2::text[], $3::text[], $4::numeric[], $5::timestamptz[]) AS r(asset, currency, value, at)
  ON CONFLICT DO NOTHING`);

// The clock, not the begin of the transaction: a transaction that waited must not use a rate that ended meanwhile.
const currentStatement = prepared(`
  SELECT asset, currency, value, source, sampled_at, expires_at FROM rate
  WHERE mode = $1 AND asset = ANY($2) AND currency = ANY($3) AND expires_at > clock_timestamp()
  ORDER BY asset, currency`);

/** SQL for the kept rate of the hour that a moment lies in; null rather than an older one. */
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
