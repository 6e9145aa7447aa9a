import type { Db } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';
import { MIGRATION_LOCK, migrationFiles, sinceBaseline } from './migration-files.ts';

/** Why this version does not work with the schema of the database. */
export interface SchemaProblem {
  /** The problem, and what to do. */
  readonly message: string;
  /** True if waiting may help: the database is empty, or a migration is running. */
  readonly mayPass: boolean;
}

/** Compares the migrations that have run with those that this version knows; undefined if it can work. */
export async function schemaProblem(db: Db): Promise<SchemaProblem | undefined> {
  const known = migrationFiles().map(({ name }) => name);
  const records = await readRecords(db);
  const applied = sinceBaseline(records);
  const names = new Set(applied.map(({ name }) => name));
  const unknown = applied.filter(({ name, expands }) => !expands && !known.includes(name)).map(({ name }) => name);
  const missing = known.filter((name) => !names.has(name));
  if (unknown.length > 0) {
    return {
      message:
        `The database is newer than this version of Tidegate, which does not know ${unknown.join(', ')}. ` +
        'Start the newer version, or restore a backup from before its migration (docs/upgrade.md).',
      mayPass: false,
    };
  }
  if (missing.length === 0) return undefined;
  const isEmpty = records.length === 0;
  const what = isEmpty
    ? 'The database is empty.'
    : `The database is older than this version of Tidegate: ${missing.join(', ')} did not run yet.`;
  const isRunning = await isMigrationRunning(db);
  const help = isRunning ? 'A migration is running.' : 'Run npm run migrate.';
  return { message: `${what} ${help}`, mayPass: isEmpty || isRunning };
}

/** Through JSON, because the column came later than the table. */
async function readRecords(db: Db): Promise<readonly { readonly name: string; readonly expands: boolean }[]> {
  const { exists } = await one<{ exists: boolean }>(db, `SELECT to_regclass('migration') IS NOT NULL AS exists`);
  if (!exists) return [];
  return select(
    db,
    `SELECT name, coalesce((to_jsonb(m) ->> 'expands')::boolean, false) AS expands FROM migration m ORDER BY name`,
  );
}

async function isMigrationRunning(db: Db): Promise<boolean> {
  const { running } = await one<{ running: boolean }>(
    db,
    `SELECT EXISTS (
       SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
       WHERE locktype = 'advisory' AND classid = 0 AND objid = $1::bigint::oid AND granted
         AND d.datname = current_database()
     ) AS running`,
    [MIGRATION_LOCK],
  );
  return running;
}
