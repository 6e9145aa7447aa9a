import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Checkout, makeCheckout, processesOf, type StartedRun } from './start/checkout.fixture.ts';

// Each test starts a database and Temporal once or twice.
vi.setConfig({ testTimeout: 240_000 });

let checkout: Checkout;
const runs: StartedRun[] = [];

beforeEach(async () => {
  checkout = await makeCheckout();
});

afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.child.kill('SIGTERM');
    await run.exited;
  }
  await untilNoProcess();
  checkout.remove();
});

function start(env: NodeJS.ProcessEnv = {}): StartedRun {
  const run = checkout.start(env);
  runs.push(run);
  return run;
}

async function untilNoProcess(): Promise<void> {
  await expect.poll(() => processesOf(checkout.dataDir)).toEqual([]);
}

async function query(sql: string): Promise<unknown[]> {
  const password = readFileSync(join(checkout.dataDir, 'postgres', 'password'), 'utf8').trim();
  const ports = JSON.parse(readFileSync(join(checkout.dataDir, 'ports.json'), 'utf8')) as { postgres: number };
  const client = new pg.Client({
    connectionString: `postgres://tidegate:${password}@127.0.0.1:${ports.postgres}/tidegate`,
  });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('it says where everything is, stops on one Ctrl-C without leaving a process, and keeps its data', async () => {
  const first = start();
  const started = await first.ready();
  expect(started).toMatchObject({
    url: `http://localhost:${checkout.port}`,
    login: { email: 'demo@example.com' },
    api: { key: 'k' },
  });
  expect((await fetch(started.mail_ui ?? '')).status).toBe(200);
  expect((await fetch(started.temporal_ui ?? '')).status).toBe(200);
  await query('CREATE TABLE kept (id INT)');

  first.child.kill('SIGINT');
  expect(await first.exited).toBe(0);
  expect(existsSync(join(checkout.dataDir, 'started.json'))).toBe(false);
  await untilNoProcess();

  const second = start();
  expect((await second.ready()).temporal_ui).toBe(started.temporal_ui);
  expect(await query('SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 0 }]);
});

test('a second start on the same data says which process holds it, and leaves the first alone', async () => {
  const first = start();
  await first.ready();
  const holder = JSON.parse(readFileSync(join(checkout.dataDir, 'lock.json'), 'utf8')) as { pid: number };

  const second = start();
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain(
    `is already running on this data folder: process ${holder.pid}, http://localhost:${checkout.port}`,
  );
  expect((await fetch(`http://127.0.0.1:${checkout.port}/`)).status).toBe(200);
});

test('a taken port is named with its holder, and nothing is started', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(checkout.port, '127.0.0.1', resolve));
  const run = start();
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain(`Port ${checkout.port} is taken by process ${process.pid}`);
  await new Promise((resolve) => other.close(resolve));
});

test('a wrong setting is named once, and nothing is started', async () => {
  const run = start({ RATE_LIMIT_API_PER_MINUTE: 'many' });
  expect(await run.exited).toBe(1);
  expect(run.output().match(/RATE_LIMIT_API_PER_MINUTE/g)).toHaveLength(1);
  expect(run.output()).not.toContain('is up after');
  expect(existsSync(join(checkout.dataDir, 'postgres'))).toBe(false);
});

test('killed without a chance to clean up, it leaves nothing that blocks the next start', async () => {
  const first = start();
  await first.ready();
  const holder = JSON.parse(readFileSync(join(checkout.dataDir, 'lock.json'), 'utf8')) as { pid: number };
  process.kill(holder.pid, 'SIGKILL');
  await first.exited;

  const second = start();
  await second.ready();
  expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('when the program that started it is killed, it stops by itself', async () => {
  const run = start();
  await run.ready();
  run.child.kill('SIGKILL');
  await untilNoProcess();
});

test('a recorded process number that means another program by now is left alone', async () => {
  const first = start();
  await first.ready();
  first.child.kill('SIGTERM');
  await first.exited;
  writeFileSync(
    join(checkout.dataDir, 'processes.json'),
    JSON.stringify([{ name: 'api', pid: process.pid, startedAt: 'another time' }]),
  );
  writeFileSync(join(checkout.dataDir, 'postgres', 'cluster', 'postmaster.pid'), `${process.pid}\n`);
  writeFileSync(join(checkout.dataDir, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: 'another time' }));

  const second = start();
  await second.ready();
});

test('a server that is killed is started again', async () => {
  const run = start();
  await run.ready();
  const recorded = JSON.parse(readFileSync(join(checkout.dataDir, 'processes.json'), 'utf8')) as {
    name: string;
    pid: number;
  }[];
  for (const { pid } of recorded) process.kill(pid, 'SIGKILL');
  for (const { name } of recorded)
    await expect.poll(() => run.output()).toContain(`${name} ended (SIGKILL); starting it again`);
  await expect.poll(() => query('SELECT 1 AS one').catch(() => [])).toEqual([{ one: 1 }]);
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${checkout.port}/`).then(
          (answer) => answer.status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
});
