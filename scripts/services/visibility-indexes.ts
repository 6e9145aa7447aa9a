import type { Connection } from '@temporalio/client';
import pg from 'pg';
import type { searchAttributes } from './search-attributes.ts';

/**
 * The columns by which workflows are looked up: by people in the Web UI, and by Temporal itself when it asks which
 * versions of workers are still needed.
 */
const lookedUpBy = ['workflow_id', 'workflow_type_name', 'status', 'temporalworkerdeploymentversion'];

/** Of the project's search attributes, those that leave few workflows; the others only narrow down what these find. */
const selective: readonly (keyof typeof searchAttributes)[] = [
  'MerchantId',
  'Status',
  'Network',
  'TxId',
  'ParentId',
  'NeedsOperator',
];

/** The database in which Temporal keeps the list of workflows. */
export interface VisibilityDatabase {
  readonly url: string;
  readonly namespace: string;
}

/**
 * Drops the indexes of Temporal's list of workflows that nobody looks anything up by: about fifty of its sixty, each of
 * them written at every start and end of a workflow. The list itself stays whole; a search by another column reads it
 * from start to end. Repeatable, to be done again after search attributes were added or Temporal's schema was updated.
 *
 * @returns the names of the dropped indexes
 */
export async function dropUnusedVisibilityIndexes(
  connection: Connection,
  { url, namespace }: VisibilityDatabase,
): Promise<string[]> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  const ours = Object.entries(config?.customSearchAttributeAliases ?? {})
    .filter(([, attribute]) => selective.some((each) => each === attribute))
    .map(([column]) => column.toLowerCase());
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(unusedIndexes, [[...lookedUpBy, ...ours]]);
    const names = rows.map(({ name }) => name);
    // Each in a transaction of its own, so that a running server is not held up.
    for (const name of names) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${client.escapeIdentifier(name)}`);
    return names;
  } finally {
    await client.end();
  }
}

/** Temporal's indexes begin with the namespace and the column that they are for. */
const unusedIndexes = `
  SELECT index.relname AS name
    FROM pg_index
    JOIN pg_class AS index ON index.oid = pg_index.indexrelid
    JOIN pg_attribute AS attribute
      ON attribute.attrelid = pg_index.indrelid AND attribute.attnum = pg_index.indkey[1]
   WHERE pg_index.indrelid = 'executions_visibility'::regclass
     AND NOT pg_index.indisunique
     AND index.relname LIKE 'by\\_%'
     AND attribute.attname <> ALL($1::text[])
   ORDER BY name`;
