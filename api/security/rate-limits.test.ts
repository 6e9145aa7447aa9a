import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { one } from '../../db/core/sql.ts';
import { testEncryptionKey } from '../../db/testing.fixture.ts';
import type { DomainError } from '../../domain/errors.ts';
import type { App } from '../app.ts';
import { createLimiter } from '../auth/limiter.ts';
import { buildServer } from '../build-server.ts';
import { basic, startTestApi, type TestApi } from '../testing/server.fixture.ts';

const secrets = createAccountSecrets(testEncryptionKey);
let api: TestApi;
let otherDb: Db;
/** A second API process: its own server, its own connections, the same database. */
let other: App;

beforeAll(async () => {
  api = await startTestApi({ env: { RATE_LIMIT_API_PER_MINUTE: '20', RATE_LIMIT_CUSTOMER_PER_MINUTE: '20' } });
  otherDb = connect(api.deps.config.databaseUrl);
  other = await buildServer({ ...api.deps, db: otherDb });
});
afterAll(async () => {
  await other.close();
  await otherDb.close();
  await api.close();
});

/** How many calls are let through, one after the other, until all are refused. */
async function countAllowed(calls: readonly (() => Promise<boolean>)[]): Promise<number> {
  let allowed = 0;
  for (let at = 0, refused = 0; refused < calls.length && at < 10_000; at += 1) {
    const isAllowed = await calls[at % calls.length]?.();
    allowed += isAllowed ? 1 : 0;
    refused = isAllowed ? 0 : refused + 1;
  }
  return allowed;
}

describe('two API processes', () => {
  const asks = (app: App, authorization: string) => async () => {
    const { statusCode } = await app.inject({ url: '/api/v1/rates', headers: { authorization } });
    expect([200, 401, 429]).toContain(statusCode);
    return statusCode !== 429;
  };

  test('share the limit of a token', async () => {
    const { token } = await api.merchant();
    const authorization = basic(token);
    expect(await countAllowed([asks(api.app, authorization), asks(other, authorization)])).toBe(20);
  });

  test('share the limit of an address', async () => {
    expect(await countAllowed([asks(api.app, 'Basic none'), asks(other, 'Basic none')])).toBe(20);
  });
});

describe('limiters of one name', () => {
  test('let through what one would, within a hundredth, and ask Postgres seldom', async () => {
    const queries = [api.db, otherDb].map((db) => vi.spyOn(db.sequelize.connectionManager, 'getConnection'));
    const limiters = [api.db, otherDb].map((db) => createLimiter(db, secrets, { name: 'large', perMinute: 5_000 }));
    const allowed = await countAllowed(limiters.map((limiter) => () => limiter.mayTake('key')));
    expect(allowed).toBeGreaterThanOrEqual(5_000);
    expect(allowed).toBeLessThanOrEqual(5_050);
    expect(queries.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(800);
    for (const query of queries) query.mockRestore();
  });

  test('let through no more of what comes at once', async () => {
    const limiters = [api.db, otherDb].map((db) => createLimiter(db, secrets, { name: 'burst', perMinute: 1_000 }));
    const calls = Array.from({ length: 3_000 }, (_, at) => limiters[at % 2]?.mayTake('key'));
    const allowed = (await Promise.all(calls)).filter((isAllowed) => isAllowed).length;
    expect(allowed).toBeGreaterThanOrEqual(1_000);
    expect(allowed).toBeLessThanOrEqual(1_020);
  });

  test('give back what should not have counted', async () => {
    const here = createLimiter(api.db, secrets, { name: 'small', perMinute: 3 });
    const there = createLimiter(otherDb, secrets, { name: 'small', perMinute: 3 });
    for (let at = 0; at < 10; at += 1) {
      await here.take('key');
      await there.giveBack('key');
    }
    expect(await countAllowed([() => here.mayTake('key')])).toBe(3);
  });

  test('store no key in clear', async () => {
    await createLimiter(api.db, secrets, { name: 'clear', perMinute: 3 }).take('203.0.113.7');
    const found = "SELECT count(*)::int AS rows FROM rate_limit WHERE key LIKE 'clear:%' AND key NOT LIKE '%203%'";
    expect(await one(api.db, found)).toEqual({ rows: 1 });
  });

  test('refuse at most until the window ends', async () => {
    const limiter = createLimiter(api.db, secrets, { name: 'window', perMinute: 1 });
    await limiter.take('key');
    for (let tries = 0; tries < 2; tries += 1) {
      const error = await limiter.take('key').catch((refused: unknown) => refused);
      expect(error).toMatchObject({ code: 'rate_limited' });
      const { retryAfterSeconds } = error as DomainError;
      expect(retryAfterSeconds).toBeGreaterThan(50);
      expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    }
  });
});

describe('while the database is away, a process limits alone', () => {
  test('when it refuses connections', async () => {
    const db = connect('postgres://nobody@127.0.0.1:1/none');
    const limiter = createLimiter(db, secrets, { name: 'alone', perMinute: 3 });
    expect(await countAllowed([() => limiter.mayTake('key')])).toBe(3);
    await db.close();
  });

  test('when it does not answer', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('It listens on a port.');
    const db = connect(`postgres://nobody@127.0.0.1:${address.port}/none`);
    const limiter = createLimiter(db, secrets, { name: 'alone', perMinute: 3 });
    expect(await countAllowed([() => limiter.mayTake('key')])).toBe(3);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    await db.close();
  });

  test('and its API answers 401 and 429, not 500', async () => {
    const db = connect('postgres://nobody@127.0.0.1:1/none');
    const app = await buildServer({ ...api.deps, db });
    const statuses = [];
    for (let at = 0; at < 22; at += 1) statuses.push((await app.inject({ url: '/api/v1/rates' })).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    await app.close();
    await db.close();
  });
});
