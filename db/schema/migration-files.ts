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
 * The last release; raise both with each. Migrations after its newest one only expand the schema, so that processes of
 * that release go on working: docs/upgrade.md. The upgrade test begins with its commit.
 */
export const LAST_RELEASE = {
  commit: '550df2f9ed4bd4afbbcc4bbe1446dabb8eb98e29',
  migration: '0063-traces.sql',
} as const;

/** All migrations that this version knows, in order. */
export function migrationFiles(): readonly MigrationFile[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return names.sort().map((name) => ({ name, sql: () => readFileSync(join(folder, name), 'utf8') }));
}

/** True if versions that do not know this migration work after it. Its header says otherwise: `-- contracts: <why>`. */
export function onlyExpands({ name, sql }: MigrationFile): boolean {
  return name > LAST_RELEASE.migration && !/^-- contracts:/m.test(sql());
}

/** The tables that a migration locks against everything for a moment. Its header names them: `-- locks: <tables>`. */
export function lockedTables({ sql }: MigrationFile): readonly string[] {
  const [, names = ''] = /^-- locks: (.+)$/m.exec(sql()) ?? [];
  return names.split(', ').filter((name) => name !== '');
}

/**
 * The index that a migration builds while tables are written to, outside a transaction: its header says
 * `-- concurrently`, and it has no other statement. Undefined: it runs in a transaction.
 */
export function concurrentIndex({ name, sql }: MigrationFile): string | undefined {
  const text = sql();
  if (!/^-- concurrently$/m.test(text)) return undefined;
  const statement = text.replaceAll(/^--.*$/gm, '').trim();
  const [, index] = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+) ON [^;]*;$/.exec(statement) ?? [];
  if (index === undefined) throw new Error(`${name} must consist of one CREATE INDEX CONCURRENTLY IF NOT EXISTS.`);
  return index;
}

const folder = join(import.meta.dirname, '../migrations');
