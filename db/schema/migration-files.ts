import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of `db/migrations`, or its folder `baseline`. */
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
  commit: '60f268735140be7e445502da713d85f78ea6b63a',
  migration: '0259-card-prices.sql',
} as const;

/** The schema that migrations begin with: `db/migrations/baseline`, a file for the tables of each folder of `db/`. */
export const BASELINE = '0257-baseline';

/** All migrations that this version knows, in order. */
export function migrationFiles(): readonly MigrationFile[] {
  const baseline = { name: BASELINE, sql: () => sqlFiles(baselineFolder).map(readIn(baselineFolder)).join('\n') };
  return [baseline, ...sqlFiles(folder).map((name) => ({ name, sql: () => readIn(folder)(name) }))];
}

/**
 * The migrations that a database has, by the records of its table `migration`. A database that was made before the
 * baseline has its schema by many smaller migrations.
 */
export function sinceBaseline<Applied extends { readonly name: string }>(records: readonly Applied[]): Applied[] {
  const newer = records.filter(({ name }) => name >= BASELINE);
  const last = records.find(({ name }) => name === LAST_BEFORE_BASELINE);
  return last === undefined ? newer : [{ ...last, name: BASELINE }, ...newer];
}

/** True for a database from before the baseline that lacks some of it: only an older version can update it. */
export function isBeforeBaseline(records: readonly { readonly name: string }[]): boolean {
  return records.length > 0 && sinceBaseline(records).length === 0;
}

const LAST_BEFORE_BASELINE = '0257-api-requests.sql';

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
const baselineFolder = join(folder, 'baseline');

function sqlFiles(of: string): string[] {
  return readdirSync(of)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

function readIn(of: string): (name: string) => string {
  return (name) => readFileSync(join(of, name), 'utf8');
}
