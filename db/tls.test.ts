import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../scripts/operator-database.ts';
import { type RunningPostgres, startPostgres } from '../scripts/services/postgres.ts';
import { makeRunFolder, subfolder } from '../scripts/testing/run-folder.ts';
import { until } from '../scripts/testing/until.ts';
import { type Authority, makeAuthority } from '../settings/certificates.fixture.ts';
import { connect } from './connect.ts';
import { listenLive, notifyLive } from './core/live.ts';
import { inTransaction, moneyTransaction } from './core/sequelize.ts';
import { one, select } from './core/sql.ts';
import { migrate } from './schema/migrate.ts';

const [servers, clients, strangers] = ['servers', 'clients', 'strangers'].map(makeAuthority) as [
  Authority,
  Authority,
  Authority,
];
const folder = makeRunFolder();
let postgres: RunningPostgres;

/**
 * Encrypted connections alone; for one database with a client certificate. The server's certificate is for `localhost`,
 * so that its address is another name.
 */
const RULES = `
hostssl certified all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca
hostssl all       all 127.0.0.1/32 scram-sha-256
`;

beforeAll(async () => {
  const dataDir = subfolder(folder.path, 'postgres');
  postgres = await startPostgres({ dataDir, durability: 'throwaway' });
  const cluster = join(dataDir, 'cluster');
  const { cert, key } = servers.issue({ names: 'DNS:localhost' });
  const files = { 'server.pem': cert, 'server-key.pem': key, 'clients.pem': clients.cert, 'pg_hba.conf': RULES };
  for (const [name, text] of Object.entries(files)) writeAs(cluster, join(cluster, name), text);
  await turnTlsOn();
  await until(async () => !(await connectsWithout()), 'Postgres refuses connections that are not encrypted');
});
afterAll(async () => {
  await postgres?.stop();
  folder.remove();
});

/** A file that belongs to the owner of the folder: Postgres may run as another user than this test. */
function writeAs(owned: string, path: string, text: string): void {
  const { uid, gid } = statSync(owned);
  writeFileSync(path, text, { mode: 0o600 });
  chownSync(path, uid, gid);
}

async function turnTlsOn(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('CREATE DATABASE certified');
  const files = { ssl_cert_file: 'server.pem', ssl_key_file: 'server-key.pem', ssl_ca_file: 'clients.pem' };
  for (const [name, value] of Object.entries(files)) await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}

async function connectsWithout(): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

interface UrlOptions {
  readonly host?: string;
  readonly database?: string;
  /** The authority that the client trusts; default: that of the server. */
  readonly trusts?: Authority;
  /** The authority of the client's certificate. */
  readonly by?: Authority;
}

/** `DATABASE_URL` as an operator writes it. */
function urlOf({ host = 'localhost', database = 'tidegate', trusts = servers, by }: UrlOptions = {}): string {
  const url = new URL(postgres.url);
  url.hostname = host;
  url.pathname = database;
  const file = (name: string, text: string) => {
    const path = join(folder.path, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const pair = by?.issue();
  url.search = new URLSearchParams({
    sslmode: 'verify-full',
    sslrootcert: file('ca.pem', trusts.cert),
    ...(pair === undefined ? {} : { sslcert: file('own.pem', pair.cert), sslkey: file('own-key.pem', pair.key) }),
  }).toString();
  return url.href;
}

/** The message for an operator when a command, a worker or an API cannot connect. */
async function expectRefusal(url: string, words: string | RegExp): Promise<void> {
  vi.stubEnv('DATABASE_URL', url);
  const command = await openDatabase('test').catch((error: unknown) => error);
  const api = await listenLive(url, () => {}).catch((error: unknown) => error);
  vi.unstubAllEnvs();
  for (const failure of [command, api]) {
    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message).toMatch(words);
    expect((failure as Error).message).not.toContain(new URL(postgres.url).password);
  }
}

describe('Postgres over TLS', () => {
  test('is migrated, asked, notified and listened to, each on an encrypted connection', async () => {
    const url = urlOf();
    await migrate(url);
    const db = connect(url, { poolSize: 1, applicationName: 'tidegate-test' });
    const heard: unknown[] = [];
    const listener = await listenLive(url, (message) => heard.push(message));
    await inTransaction(db, (tx) => select(tx, 'SELECT 1'));
    await moneyTransaction(db, (tx) => select(tx, 'SELECT 1'));
    notifyLive(db, { profile: 'p' });
    await vi.waitFor(() => expect(heard).toEqual([{ profile: 'p' }]), { timeout: 60_000, interval: 20 });
    const connections = await select<{ name: string; ssl: boolean; version: string }>(
      db,
      `SELECT application_name AS name, ssl, version FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
       WHERE datname = current_database() ORDER BY application_name`,
    );
    await listener.close();
    await db.close();
    expect(connections).toEqual(
      ['tidegate-listen-live', 'tidegate-test', 'tidegate-test-money', 'tidegate-test-notify'].map((name) => ({
        name,
        ssl: true,
        version: 'TLSv1.3',
      })),
    );
  });

  test('is refused without its authority, with what to set', () =>
    expectRefusal(urlOf({ trusts: strangers }), 'Set sslrootcert in DATABASE_URL to'));

  test('is refused under a name that is not in its certificate', () =>
    expectRefusal(urlOf({ host: '127.0.0.1' }), /for another name .* Connect to the name in the certificate\.$/));

  test('refuses connections without encryption, and we say how to turn it on', () =>
    expectRefusal(postgres.url, 'Add sslmode=verify-full to DATABASE_URL'));

  test('gets the client certificate that it asks for', async () => {
    const db = connect(urlOf({ database: 'certified', by: clients }), { poolSize: 1 });
    const seen = await one<{ dn: string }>(
      db,
      'SELECT client_dn AS dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
      [],
    );
    await db.close();
    expect(seen.dn).toBe('/CN=of clients');
  });

  test('refuses who shows no certificate, or one of a stranger, and we say what to set', async () => {
    await expectRefusal(urlOf({ database: 'certified' }), 'Set sslcert and sslkey in DATABASE_URL to');
    await expectRefusal(urlOf({ database: 'certified', by: strangers }), 'Set sslcert in DATABASE_URL to one that');
  });
});
