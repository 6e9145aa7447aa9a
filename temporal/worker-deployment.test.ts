import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quietWorkers } from '../scripts/testing/quiet-workers.ts';
import { createTestNamespace, type TestTemporal } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import { taskQueues, workflowIds, workflowTypes } from '../workflows/messages.ts';
import { bundleWorkflows } from './bundle.ts';
import { type RunningQueues, runQueues } from './queue-workers.ts';
import { describeQueue, lastPoll } from './task-queue-figures.ts';
import { joinDeployment, readDeployment } from './worker-deployment.ts';

quietWorkers();

const patienceMs = 120_000;
const log = pino({ level: 'silent' });
let temporal: TestTemporal;
let client: Client;
let connection: NativeConnection;
const running = new Map<string, RunningQueues>();
/** Which build made each attempt, by event, and each look at the books. */
const attempts: (readonly [event: string, build: string])[] = [];
const looks: string[] = [];
let answers: 'failed' | 'delivered' = 'failed';

beforeAll(async () => {
  temporal = await createTestNamespace();
  client = new Client({
    connection: await Connection.connect({ address: temporal.address }),
    namespace: temporal.namespace,
  });
  connection = await NativeConnection.connect({ address: temporal.address });
}, patienceMs);
afterAll(async () => {
  await Promise.all([...running.values()].map((queues) => queues.stop()));
  await connection?.close();
  await client?.connection.close();
}, patienceMs);

/** The real workflows with activities that only say which build they are of. */
async function startBuild(build: string | undefined): Promise<void> {
  const name = build ?? 'none';
  const bundle = await bundleWorkflows({ versioned: build !== undefined });
  const identity = `worker-${name}`;
  const context = {
    connection,
    namespace: temporal.namespace,
    dataConverter: {},
    bundle,
    log,
    buildId: build,
    identity,
  };
  const activities = {
    removeExpired: async () => {},
    watchBooks: async () => {
      looks.push(name);
      await new Promise((done) => setTimeout(done, 200));
    },
  };
  const attemptWebhook = async ({ eventId }: { readonly eventId: string }) => {
    attempts.push([eventId, name]);
    return { outcome: answers, detail: name };
  };
  const plan = { withWorkflows: false, concurrency: 4 };
  const plans = [
    { ...plan, taskQueue: taskQueues.core, activities, withWorkflows: true },
    { ...plan, taskQueue: taskQueues.webhooks, activities: { attemptWebhook } },
  ];
  running.set(name, await runQueues(context, plans));
  await joinDeployment(client, build, log);
}

async function stopBuild(name: string): Promise<void> {
  await running.get(name)?.stop();
  running.delete(name);
}

/** A webhook that is tried again each second until `answers` says that it is delivered. */
async function startWebhook(eventId: string) {
  const input = { version: 1, eventId, type: 'invoice.done', host: 'shop.test', attemptAtOnce: true };
  return client.workflow.start(workflowTypes.webhook, {
    workflowId: workflowIds.webhook(eventId),
    taskQueue: taskQueues.core,
    args: [{ ...input, pausesSeconds: Array.from({ length: 300 }, () => 1) }],
  });
}

async function attemptedBy(eventId: string, build: string): Promise<void> {
  const from = attempts.length;
  await until(
    async () => attempts.slice(from).some(([event, by]) => event === eventId && by === build),
    `${build} makes an attempt at ${eventId}`,
    30_000,
  );
}

async function workers(...args: string[]): Promise<{ readonly code: number; readonly text: string }> {
  const env = { ...process.env, TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: temporal.namespace };
  const program = join(import.meta.dirname, '..', 'scripts', 'workers.ts');
  return promisify(execFile)(process.execPath, [program, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, text: stdout }),
  );
}

test('builds take over one after the other, and none loses a workflow', { timeout: 300_000 }, async () => {
  // Workers without a build, as before the first one had one.
  await startBuild(undefined);
  expect(await workers('list')).toEqual({ code: 1, text: 'No worker has had a WORKER_BUILD_ID yet.\n' });
  await client.workflow.start(workflowTypes.trialBalance, {
    workflowId: workflowIds.trialBalance,
    taskQueue: taskQueues.core,
    args: [{ version: 1 }],
  });
  await startWebhook('older');
  await attemptedBy('older', 'none');

  // The first build becomes current by itself, and takes over what workers without one began.
  await startBuild('b1');
  expect(await readDeployment(client)).toMatchObject({ current: 'b1', builds: [{ buildId: 'b1', status: 'current' }] });
  await startWebhook('first');
  await attemptedBy('first', 'b1');
  await stopBuild('none');
  await attemptedBy('older', 'b1');
  await until(async () => looks.at(-1) === 'b1', 'the permanent workflow moved');

  // The next build waits until it is made current, and then gets new workflows and the permanent ones.
  await startBuild('b2');
  await until(async () => (await workers('list')).text.includes('b2  inactive'), 'b2 is known');
  expect((await workers('current', 'b3')).text).toContain('There is no build b3, but b2, b1.');
  expect(await workers('ramp', 'b2', '25')).toEqual({ code: 0, text: '25 % of the new workflows go to b2.\n' });
  expect((await workers('list')).text).toContain('b2  ramping 25 %');
  expect((await workers('drained', 'b2')).text).toContain('b2 gets new workflows');
  expect(await workers('current', 'b2')).toEqual({ code: 0, text: 'New workflows go to b2.\n' });
  await startWebhook('second');
  await attemptedBy('second', 'b2');
  await attemptedBy('first', 'b1');
  await until(async () => looks.at(-1) === 'b2', 'the permanent workflow moved');

  // The poll of a versioned queue, as operators see it.
  const poll = { queue: taskQueues.core, kind: 'workflow', identity: 'worker-b2' } as const;
  expect(await lastPoll(client, poll)).not.toBeNull();

  // A build drains, or its workflows move.
  const waiting = await workers('drained', 'b1');
  expect(waiting).toEqual({ code: 1, text: expect.stringMatching(/^b1: 2 unfinished workflows belong to it\./) });
  expect(await workers('move', 'b1')).toEqual({ code: 0, text: 'Moved 2 workflows from b1 to b2.\n' });
  await attemptedBy('first', 'b2');
  await until(async () => (await workers('drained', 'b1')).code === 0, 'b1 has drained');
  await stopBuild('b1');

  // Back to workers without a build: what is begun then is theirs, and a restarted build does not take it.
  expect((await workers('current', 'none')).text).toBe('New workflows go to workers without a build.\n');
  await startBuild(undefined);
  await joinDeployment(client, 'b2', log);
  expect((await readDeployment(client))?.current).toBeNull();
  await startWebhook('third');
  await attemptedBy('third', 'none');

  answers = 'delivered';
  for (const eventId of ['older', 'first', 'second', 'third']) {
    const result = await client.workflow.getHandle(workflowIds.webhook(eventId)).result();
    expect(result).toMatchObject({ outcome: 'delivered' });
  }
});

test('a wrong command changes nothing and says how it goes', async () => {
  for (const args of [['current'], ['ramp', 'b2'], ['list', 'b2'], ['stop', 'b2']]) {
    expect(await workers(...args)).toEqual({ code: 64, text: expect.stringContaining('Usage:') });
  }
  expect((await workers('drained', "b2' OR '1")).text).toContain('is not the name of a build');
  expect((await workers('ramp', 'b2', '101')).text).toContain('from 0 to 100');
});

test('the backlog of a versioned queue counts', { timeout: 120_000 }, async () => {
  await workers('current', 'b2');
  answers = 'failed';
  await startWebhook('pinned');
  await attemptedBy('pinned', 'b2');
  await stopBuild('b2');
  const backlog = async () => (await describeQueue(client, taskQueues.core, 'workflow')).backlog;
  await until(async () => (await backlog()) > 0, 'it waits for the current build', 30_000);
});
