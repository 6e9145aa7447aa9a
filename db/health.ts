import type { Mode, Network } from '../domain/assets.ts';
import { clockProblem } from './clock.ts';
import { schemaProblem } from './schema.ts';
import type { Db } from './sequelize.ts';
import { select } from './sql.ts';

/** Seconds since a follower last finished reading its chain. */
export interface FollowerLag {
  readonly mode: Mode;
  readonly network: Network;
  readonly seconds: number;
}

/** The lag of every follower that has ever run. */
export async function followerLags(db: Db): Promise<FollowerLag[]> {
  const rows = await select<{ mode: Mode; network: Network; seconds: string }>(
    db,
    `SELECT mode, network, extract(epoch FROM clock_timestamp() - checked_at) AS seconds
     FROM chain_cursor ORDER BY mode, network`,
  );
  return rows.map((row) => ({ ...row, seconds: Number(row.seconds) }));
}

/** Modes with current rates, with the seconds since the newest sample. */
export async function rateAges(db: Db): Promise<{ readonly mode: Mode; readonly seconds: number }[]> {
  const rows = await select<{ mode: Mode; seconds: string }>(
    db,
    `SELECT mode, extract(epoch FROM clock_timestamp() - max(sampled_at)) AS seconds FROM rate
     WHERE expires_at > clock_timestamp() GROUP BY mode ORDER BY mode`,
  );
  return rows.map((row) => ({ mode: row.mode, seconds: Number(row.seconds) }));
}

/** The number of rows in the outbox, and for how many seconds the oldest one has been waiting. */
export async function outboxBacklog(db: Db): Promise<{ readonly rows: number; readonly oldestSeconds: number }> {
  const [row] = await select<{ rows: string; seconds: string | null }>(
    db,
    'SELECT count(*) AS rows, extract(epoch FROM clock_timestamp() - min(created_at)) AS seconds FROM outbox',
  );
  return { rows: Number(row?.rows ?? 0), oldestSeconds: Number(row?.seconds ?? 0) };
}

/** Postgres, without which no process can do its work. */
export function databaseProbe(db: Db) {
  return {
    name: 'postgres',
    required: true,
    check: async () => {
      await select(db, 'SELECT 1');
      return { state: 'up' as const };
    },
  };
}

/** The schema, which a migration may change while the process runs. */
export function schemaProbe(db: Db) {
  return {
    name: 'schema',
    required: true,
    check: async () => {
      const problem = await schemaProblem(db);
      return problem === undefined ? { state: 'up' as const } : { state: 'down' as const, detail: problem.message };
    },
  };
}

/** The clock, which must be that of all other processes. */
export function clockProbe(db: Db) {
  return {
    name: 'clock',
    required: true,
    check: async () => {
      const problem = await clockProblem(db);
      return problem === undefined ? { state: 'up' as const } : { state: 'down' as const, detail: problem };
    },
  };
}
