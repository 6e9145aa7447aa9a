import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../process/ports.ts';
import { postgresUrl } from '../services/postgres.ts';
import { makeRunFolder, subfolder } from '../testing/run-folder.ts';
import { type ClusterPorts, clusterPorts } from './ports.ts';
import { clusterTable } from './table.ts';

let folder: ReturnType<typeof makeRunFolder>;
beforeEach(() => {
  folder = makeRunFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

test('with BACKUP_DIR, the Postgres of the cluster archives its log as that of npm start does', async () => {
  vi.stubEnv('BACKUP_DIR', join(folder.path, 'backups'));
  const file = (...names: string[]) => join(folder.path, ...names);
  for (const name of ['postgres', 'logs']) subfolder(folder.path, name);
  const names = Object.keys(clusterPorts) as (keyof ClusterPorts)[];
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await freePort()] as const)),
  ) as ClusterPorts;
  const table = clusterTable({
    folder: { file },
    port: 0,
    ports,
    metrics: {},
    env: {},
    signer: { env: { SIGNER_KEYSTORE: '', SIGNER_PASSPHRASE: '' } },
  });
  const postgres = table.find(({ name }) => name === 'Postgres');
  if (postgres === undefined || !('start' in postgres)) throw new Error('The cluster has no Postgres.');
  const server = await postgres.start();
  try {
    const client = new pg.Client({
      connectionString: postgresUrl({ dataDir: file('postgres'), port: ports.postgres }),
    });
    await client.connect();
    expect((await client.query('SHOW archive_mode')).rows).toEqual([{ archive_mode: 'on' }]);
    await client.end();
  } finally {
    await server.stop();
  }
});
