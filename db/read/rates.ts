import type { Mode } from '../../domain/assets.ts';
import type { Db } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';

/** A price of one whole coin as it is stored. */
export interface RateRow {
  readonly asset: string;
  readonly currency: string;
  /** NUMERIC text with 18 places. */
  readonly value: string;
  readonly source: string;
  readonly sampled_at: Date;
  readonly expires_at: Date;
}

/** The rates that may be used now, in one currency or in all. */
export function currentRates(
  db: Db,
  wanted: { readonly mode: Mode; readonly currency: string | undefined; readonly now: Date },
): Promise<RateRow[]> {
  return select<RateRow>(db, statement, [wanted.mode, wanted.currency ?? null, wanted.now]);
}

/** How old the newest rate of a mode is, in seconds; undefined when there is none. */
export async function rateAgeSeconds(db: Db, mode: Mode): Promise<number | undefined> {
  const [row] = await select<{ age: string | null }>(
    db,
    'SELECT extract(epoch FROM now() - max(sampled_at)) AS age FROM rate WHERE mode = $1 AND expires_at > now()',
    [mode],
  );
  return row?.age == null ? undefined : Number(row.age);
}

const statement = prepared(`
  SELECT asset, currency, value, source, sampled_at, expires_at FROM rate
  WHERE mode = $1 AND ($2::text IS NULL OR currency = $2) AND expires_at > $3
  ORDER BY asset, currency`);
