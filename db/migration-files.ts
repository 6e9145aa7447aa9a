import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of `db/migrations`. */
export interface MigrationFile {
  readonly name: string;
  /** Read when it is needed: most are never run again. */
  readonly sql: () => string;
}

/** Any constant that no other advisory lock uses: the process that migrates holds it. */
export const MIGRATION_LOCK = 7_431_001;

/**
 * The newest migration of the last release; raise it with each release. Later migrations only expand the schema, so
 * that processes of that release go on working: docs/upgrade.md.
 */
export const LAST_RELEASED = '0060-overdue-invoices.sql';

/** All migrations that this version knows, in order. */
export function migrationFiles(): readonly MigrationFile[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return names.sort().map((name) => ({ name, sql: () => readFileSync(join(folder, name), 'utf8') }));
}

/** True if versions that do not know this migration work after it. Its header says otherwise: `-- contracts: <why>`. */
export function onlyExpands({ name, sql }: MigrationFile): boolean {
  return name > LAST_RELEASED && !/^-- contracts:/m.test(sql());
}

const folder = join(import.meta.dirname, 'migrations');
