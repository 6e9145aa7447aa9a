import { MODES, type Mode } from '../../domain/assets/assets.ts';
import type { HourlyRate } from '../../domain/site/level.ts';
import type { Db } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** Euro for one bitcoin in each of the last 24 hours: in production, or in the sandbox where production has none. */
export async function levelRates(db: Db, nowMs: number): Promise<readonly HourlyRate[]> {
  const rows = await select<{ mode: Mode; at: string; value: string }>(db, levelSql, [new Date(nowMs)]);
  for (const mode of [...MODES].reverse()) {
    const own = rows.filter((row) => row.mode === mode);
    if (own.length > 0) return own.map(({ at, value }) => ({ at: Number(at), value: Number(value) }));
  }
  return [];
}

const levelSql = prepared(`
  SELECT mode, 1 - extract(epoch FROM $1::timestamptz - hour) / 86400 AS at, value FROM rate_hour
  WHERE mode IN ('sandbox', 'production') AND asset = 'BTC' AND currency = 'EUR'
    AND hour <= $1 AND hour > $1::timestamptz - interval '24 hours'
  ORDER BY mode, hour`);
