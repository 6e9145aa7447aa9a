import type { Db } from '../core/sequelize.ts';
import { execute, json, one, prepared } from '../core/sql.ts';
import type { Sample } from './rows.ts';

export interface FigureSnapshot {
  readonly samples: readonly Sample[];
  /** Null before the first were computed. */
  readonly ageSeconds: number | null;
}

/**
 * The figures of now. Whatever the number of processes and of those who ask, one of them computes the figures, at most
 * once in 15 seconds; the others get what it found.
 */
export async function currentFigures(db: Db, compute: () => Promise<readonly Sample[]>): Promise<FigureSnapshot> {
  if ((await execute(db, claimSql, [KEEP_SECONDS])) === 1) await execute(db, saveSql, [json(await compute())]);
  return one<FigureSnapshot>(db, readSql);
}

const KEEP_SECONDS = 15;

// A process that dies while it computes delays the next figures, and no more.
const claimSql = prepared(`
  UPDATE operator_figures SET claimed_at = clock_timestamp()
  WHERE coalesce(computed_at, '-infinity') <= clock_timestamp() - $1 * interval '1 second'
    AND coalesce(claimed_at, '-infinity') <= clock_timestamp() - $1 * interval '1 second'`);

const saveSql = prepared('UPDATE operator_figures SET computed_at = clock_timestamp(), samples = $1::jsonb');

const readSql = prepared(`
  SELECT samples, extract(epoch FROM clock_timestamp() - computed_at)::float8 AS "ageSeconds" FROM operator_figures`);
