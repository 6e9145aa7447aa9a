import { Client, Connection } from '@temporalio/client';
import { connect } from '../db/connect.ts';
import { select } from '../db/core/sql.ts';
import type { Network } from '../domain/assets/assets.ts';
import type { ProductServers } from '../scripts/testing/product.ts';
import { workflowIds } from '../workflows/messages.ts';

/**
 * Why a product makes no progress, as far as it is visible from outside: the last report and position of each follower,
 * the open alerts, and the transactions that wait or have been open for a second. For the message of a failed test.
 */
export async function describeStandstill(servers: ProductServers, networks: readonly Network[]): Promise<string> {
  const [followers, rows] = await Promise.all([followersOf(servers, networks), rowsOf(servers)]);
  return ['The product stands still:', ...followers, ...rows].join('\n');
}

async function followersOf({ temporalAddress }: ProductServers, networks: readonly Network[]): Promise<string[]> {
  const connection = await Connection.connect({ address: temporalAddress });
  const { workflow } = new Client({ connection });
  try {
    return await Promise.all(
      networks.map(async (network) => {
        const { raw } = await workflow.getHandle(workflowIds.follower('sandbox', network)).describe();
        const [activity] = raw.pendingActivities ?? [];
        const said = Buffer.from(activity?.heartbeatDetails?.payloads?.[0]?.data ?? []).toString();
        return `follower of ${network}, attempt ${activity?.attempt}: ${said || activity?.lastFailure?.message}`;
      }),
    );
  } finally {
    await connection.close();
  }
}

async function rowsOf({ databaseUrl }: ProductServers): Promise<string[]> {
  const db = connect(databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
  try {
    return (await select<{ words: string }>(db, rowsSql)).map(({ words }) => words);
  } finally {
    await db.close();
  }
}

const rowsSql = `
  SELECT format('cursor of %s at %s, checked %s ago', network, height, now() - checked_at) AS words
    FROM chain_cursor WHERE mode = 'sandbox'
  UNION ALL
  SELECT format('alert %s of %s: %s', kind, subject, message) FROM alert WHERE resolved_at IS NULL
  UNION ALL
  SELECT format('%s (%s) waits for %s behind %s since %s: %s', application_name, pid, wait_event,
    pg_blocking_pids(pid), now() - xact_start, left(query, 200))
    FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database() AND xact_start < now() - interval '1 second'`;
