import type { Mode, Network } from '../../domain/assets/assets.ts';
import { clockProblem } from '../core/clock.ts';
import type { Db } from '../core/sequelize.ts';
import { one, prepared, select } from '../core/sql.ts';
import { schemaProblem } from '../schema/schema.ts';

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

/**
 * The number of rows in the outbox, and for how many seconds the oldest one has been waiting. Rows that were put off on
 * purpose, such as the next attempt at an email, wait for nothing but their time.
 */
export async function outboxBacklog(db: Db): Promise<{ readonly rows: number; readonly oldestSeconds: number }> {
  const { rows, seconds } = await one<{ rows: string; seconds: string }>(db, backlogSql);
  return { rows: Number(rows), oldestSeconds: Number(seconds) };
}

/** For how many seconds the oldest message to a workflow has been waiting; 0: there is none. */
export async function workflowBacklogSeconds(db: Db): Promise<number> {
  return Number((await one<{ seconds: string }>(db, workflowBacklogSql)).seconds);
}

const OLDEST = `coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0) AS seconds`;

// A relay leaves attempts where it puts a row off for longer than some seconds.
const backlogSql = prepared(`
  SELECT count(*) AS rows, ${OLDEST} FROM outbox WHERE attempts > 0 OR available_at < now() + interval '1 minute'`);

// Also those in flight and those that are tried again later: all are on their way.
const workflowBacklogSql = prepared(`SELECT ${OLDEST} FROM outbox WHERE topic LIKE 'workflow.%'`);

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
