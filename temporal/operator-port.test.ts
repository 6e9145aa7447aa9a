import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi } from '../api/testing/server.fixture.ts';
import { type BreakableProxy, breakableProxy } from '../db/bus/breakable-proxy.fixture.ts';
import { testEncryptionKey } from '../db/testing.fixture.ts';
import { type ManagedProcess, startProcess } from '../scripts/process/managed.ts';
import { freePort } from '../scripts/process/ports.ts';
import { createTestDatabase, type TestDatabase } from '../scripts/testing/database.ts';
import { createTestNamespace, type TestTemporal } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';

const lines: string[] = [];
let database: TestDatabase;
let temporal: TestTemporal;
let proxy: BreakableProxy;
beforeAll(async () => {
  [database, temporal] = await Promise.all([createTestDatabase(), createTestNamespace()]);
  proxy = await breakableProxy(database.url);
});
afterAll(async () => {
  await proxy?.close();
  await database?.drop();
});

interface RunningProcess {
  readonly process: ManagedProcess;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

async function startWorkerProcess(env: NodeJS.ProcessEnv): Promise<RunningProcess> {
  const port = await freePort();
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const process = await startProcess({
    name: 'worker',
    command: globalThis.process.execPath,
    args: [join(import.meta.dirname, 'worker.ts')],
    env: {
      PATH: globalThis.process.env.PATH,
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
      SANDBOX_SEED: TEST_MNEMONIC,
      SANDBOX_BLOCK_SECONDS: '0',
      METRICS_PORT: String(port),
      ...env,
    },
    readyTimeoutMs: 60_000,
    ready: async () => (await get('/health/ready')).ok,
    onLine: (line) => lines.push(line),
  });
  return { process, get };
}

describe('the port for operators', () => {
  let worker: RunningProcess;
  beforeAll(async () => {
    worker = await startWorkerProcess({ DATABASE_URL: proxy.url });
  });
  afterAll(() => worker?.process.stop());

  test('of a worker says that it lives and is ready, and names what it depends on', async () => {
    expect(await (await worker.get('/health/live')).json()).toEqual({ status: 'up' });
    const ready = await worker.get('/health/ready');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'ready',
      dependencies: {
        postgres: { state: 'up' },
        queues: { state: 'up' },
        relay: { state: 'up' },
        alerts: { state: 'up', detail: expect.stringContaining('nobody is notified of alerts: set ALERT_MAIL_TO') },
      },
    });
    expect((await worker.get('/elsewhere')).status).toBe(404);
  });

  test("has the process's own metrics and those of Temporal's SDK", async () => {
    let text = '';
    const native = /^temporal_\w+_seconds_bucket\{.*task_queue="core"/m;
    await until(async () => {
      text = await (await worker.get('/metrics')).text();
      return native.test(text);
    }, 'the SDK has measured something');
    expect(text).toContain('tidegate_process_info{service="worker"} 1');
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(text).toMatch(/^tidegate_webhook_attempts_total\{outcome="delivered"\} 0$/m);
    expect((await worker.get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(401);
  });

  test('of a worker of the core queue has the figures of the whole gateway', async () => {
    let text = '';
    const polled = /^tidegate_task_queue_pollers\{type="workflow",queue="core"\} [1-9]/m;
    await until(
      async () => {
        text = await (await worker.get('/metrics')).text();
        return polled.test(text);
      },
      'the server has seen a poller',
      40_000,
    );
    for (const source of ['postgres', 'temporal', 'bus']) {
      expect(text).toContain(`tidegate_figures_source_up{source="${source}"} 1`);
    }
    expect(text).toMatch(/^tidegate_task_queue_backlog_tasks\{type="activity",queue="signer"\} \d/m);
    expect(text).toMatch(/^tidegate_emergency_stop\{mode="production",network="\*"\} 0$/m);
    expect(text).toMatch(/^tidegate_figures_age_seconds \d/m);
  });

  test('every metric that a rule or the board names exists', async () => {
    const api = await startTestApi();
    const texts = [await (await worker.get('/metrics')).text(), (await api.call({ url: '/metrics' })).text];
    await api.close();
    const existing = new Set(texts.join('\n').match(/(?<=^# TYPE )\w+/gm));
    const folder = join(import.meta.dirname, '..', 'deploy', 'monitoring');
    const files = ['rules.yml', 'board.json'].map((name) => readFileSync(join(folder, name), 'utf8'));
    const exprs =
      files
        .join('\n')
        .match(/^\s*"?expr"?: .+$/gm)
        ?.join('\n') ?? '';
    const named = new Set(exprs.match(/\b(tidegate|temporal|process)_\w+/g));
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((name) => !existing.has(name.replace(/_bucket$/, '')))).toEqual([]);
  });

  test('fails while Postgres is away, and logs it once', async () => {
    proxy.cut('forGood');
    await until(async () => (await worker.get('/health/ready')).status === 503, 'the worker is not ready');
    const { dependencies } = (await (await worker.get('/health/ready')).json()) as { dependencies: object };
    expect(dependencies).toMatchObject({ postgres: { state: 'down' } });
    expect((await worker.get('/health/live')).status).toBe(200);
    const parsed = lines.map((line) => JSON.parse(line) as { service: string; msg: string; level: string });
    expect(parsed.every(({ service }) => service === 'worker')).toBe(true);
    const repeated = Map.groupBy(
      parsed.filter(({ level }) => level === 'warn'),
      ({ msg }) => msg,
    );
    for (const [msg, times] of repeated) expect(times.length, msg).toBeLessThan(10);
  });
});

test('a process that only signs has its own port, a token where one is set, and no relay', async () => {
  const signer = await startWorkerProcess({ WORKER_QUEUES: 'signer', METRICS_TOKEN: 'a long secret' });
  try {
    const { dependencies } = (await (await signer.get('/health/ready')).json()) as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual(['postgres', 'schema', 'clock', 'temporal', 'queues']);
    expect((await signer.get('/metrics')).status).toBe(401);
    const text = await (await signer.get('/metrics', { authorization: 'Bearer a long secret' })).text();
    expect(text).toContain('tidegate_process_info{service="signer"} 1');
    expect(text).not.toContain('tidegate_outbox_rows');
  } finally {
    await signer.process.stop();
  }
});
