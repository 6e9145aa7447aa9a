import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../db/schema/migrate.ts';
import { identify } from '../process/identity.ts';
import { makeRunFolder } from '../testing/run-folder.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';

const folder = makeRunFolder();
let server: RunningPostgres | undefined;
afterAll(async () => {
  await server?.stop();
  folder.remove();
});

test('a server that was killed serves again only when nobody of the old one writes any more', async () => {
  server = await startPostgres({ dataDir: folder.path, durability: 'durable' });
  const { url, port, pid } = server;
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const session = rows[0]?.pid ?? 0;
  // Busy with itself, it does not notice for seconds that its server has died.
  const busy = client.query('DO $$ BEGIN FOR i IN 1..60000000 LOOP END LOOP; END $$').catch(() => {});
  process.kill(pid, 'SIGKILL');
  await server.exited;
  expect(identify(session)).toBeDefined();

  server = await startPostgres({ dataDir: folder.path, port, durability: 'durable' });
  expect(identify(session)).toBeUndefined();
  await busy;
  await client.end().catch(() => {});
});

test('a stale lock file that names another program by now does not keep it from starting', async () => {
  server ??= await startPostgres({ dataDir: folder.path, durability: 'durable' });
  process.kill(server.pid, 'SIGKILL');
  await server.exited;
  const file = join(folder.path, 'cluster', 'postmaster.pid');
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [process.ppid, ...rest].join('\n'));
  server = await startPostgres({ dataDir: folder.path, durability: 'durable' });
  expect(identify(server.pid)).toBeDefined();
});

test('a connection that is reset under a migration fails it, and nothing else', async () => {
  server ??= await startPostgres({ dataDir: folder.path, durability: 'durable' });
  const { url, port } = server;
  // Passes everything on, and resets the connection as a server does that is ended by force.
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).on('error', () => near.destroy());
    far.on('data', (chunk: Buffer) => {
      if (chunk.includes('CREATE TABLE')) near.resetAndDestroy();
      else near.write(chunk);
    });
    near.on('error', () => far.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: between } = proxy.address() as AddressInfo;
  // An error of the connection that nobody handles would fail this run.
  await expect(migrate(url.replace(`:${port}/`, `:${between}/`))).rejects.toThrow();
  await new Promise((resolve) => proxy.close(resolve));
});

test('data of another major version is left alone, with words about what to do', async () => {
  await server?.stop();
  server = undefined;
  const version = join(folder.path, 'cluster', 'PG_VERSION');
  const own = readFileSync(version, 'utf8');
  writeFileSync(version, '15\n');
  await expect(startPostgres({ dataDir: folder.path, durability: 'durable' })).rejects.toThrow(
    /cluster holds the data of Postgres 15; this version of Tidegate brings Postgres \d+\. .* with DATA_DIR\./,
  );
  writeFileSync(version, own);
});
