import pg from 'pg';

/**
 * The objects that processes of the last release rely on: for each object that a migration changes, a sentence of the
 * consequence.
 */
export type SchemaObjects = ReadonlyMap<string, string>;

/** One thing in which a migration takes something from processes that do not know it. */
export interface BreakingChange {
  /** The object as {@link readSchema} names it, such as `column invoice.status`. */
  readonly object: string;
  readonly why: string;
}

/** Reads everything about the schema that SQL of an older version may depend on. */
export async function readSchema(url: string): Promise<SchemaObjects> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ object: string; definition: string }>(OBJECTS);
    return new Map(rows.map(({ object, definition }) => [object, definition]));
  } finally {
    await client.end();
  }
}

/**
 * The actions of an older version that break after a migration. New tables, optional columns, indexes without a
 * constraint and wider lists of allowed values break none.
 */
export function breakingChanges(before: SchemaObjects, after: SchemaObjects): BreakingChange[] {
  const lost = [...before].flatMap(([object, definition]) => {
    const now = after.get(object);
    if (now === definition) return [];
    if (now === undefined) return [{ object, why: 'is gone, and older processes may use it' }];
    return isLooser(object, definition, now) ? [] : [{ object, why: `was ${definition}, and is ${now}` }];
  });
  const added = [...after].flatMap(([object, definition]) => {
    if (before.has(object) || !isOnOldTable(object, before)) return [];
    const why = refusalBy(object, definition);
    return why === undefined ? [] : [{ object, why }];
  });
  return [...lost, ...added].filter(({ object }) => !goesWithItsTable(object, before, after));
}

/** The lines of a migration that excuse one change each: `-- safe: <object>: <why>`. */
export function excusedObjects(sql: string): ReadonlySet<string> {
  return new Set([...sql.matchAll(/^-- safe: (.+?): \S/gm)].map(([, object = '']) => object));
}

const OBJECTS = `
  SELECT 'table ' || c.relname AS object, c.relkind::text AS definition
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND NOT c.relispartition
  UNION ALL
  SELECT 'column ' || c.relname || '.' || a.attname,
         format_type(a.atttypid, a.atttypmod)
           || CASE WHEN a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' THEN ' required' ELSE '' END
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
  UNION ALL
  SELECT 'unique ' || t.relname || '.' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', ''), 'unique'
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    WHERE i.indisunique AND t.relnamespace = 'public'::regnamespace AND NOT t.relispartition
  UNION ALL
  SELECT CASE k.contype WHEN 'c' THEN 'check ' ELSE 'reference ' END || t.relname || '.' || k.conname,
         pg_get_constraintdef(k.oid)
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
    WHERE k.contype IN ('c', 'f', 'x') AND t.relnamespace = 'public'::regnamespace AND NOT t.relispartition
  UNION ALL
  SELECT 'trigger ' || t.relname || '.' || g.tgname, pg_get_triggerdef(g.oid)
    FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
    WHERE NOT g.tgisinternal AND t.relnamespace = 'public'::regnamespace AND NOT t.relispartition
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure, format_type(p.prorettype, NULL)
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace`;

/** The table that an object belongs to. */
function tableOf(object: string): string {
  const [, kind = '', name = ''] = /^(\w+) (.*)$/.exec(object) ?? [];
  return kind === 'function' ? '' : (name.split('.')[0] ?? '');
}

function isOnOldTable(object: string, before: SchemaObjects): boolean {
  return before.has(`table ${tableOf(object)}`);
}

/** A table that is gone is named once, without its columns. */
function goesWithItsTable(object: string, before: SchemaObjects, after: SchemaObjects): boolean {
  const table = `table ${tableOf(object)}`;
  return object !== table && before.has(table) && !after.has(table);
}

/** The writes that a new object on an old table refuses to processes that do not know it. */
function refusalBy(object: string, definition: string): string | undefined {
  switch (object.split(' ')[0]) {
    case 'column':
      return definition.endsWith(' required') ? 'is new and required, so inserts of older processes fail' : undefined;
    case 'unique':
    case 'check':
    case 'reference':
    case 'trigger':
      return `is a new rule that older processes may break: ${definition}`;
    default:
      return undefined;
  }
}

/** A rule that allows as much as before, or more; a column that need not be given any more. */
function isLooser(object: string, before: string, after: string): boolean {
  // New rows had to pass it before the old ones were looked at.
  if (before === `${after} NOT VALID`) return true;
  if (object.startsWith('column ')) return before === `${after} required`;
  if (!object.startsWith('check ')) return false;
  const words = (text: string) => new Set(text.match(LITERAL));
  const shape = (text: string) => text.replaceAll(LITERALS, '…');
  const allowed = words(after);
  return shape(before) === shape(after) && [...words(before)].every((word) => allowed.has(word));
}

const LITERAL = /'[^']*'::text/g;
const LITERALS = /'[^']*'::text(, '[^']*'::text)*/g;
