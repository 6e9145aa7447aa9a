import { join } from 'node:path';
import { Context } from '@temporalio/activity';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { testEncryptionKey } from '../db/testing.fixture.ts';
import { startProcess } from '../scripts/process/managed.ts';
import { freePort } from '../scripts/process/ports.ts';
import { createTestDatabase } from '../scripts/testing/database.ts';
import { quietWorkers } from '../scripts/testing/quiet-workers.ts';
import { createTestNamespace, type TestTemporal, temporalSettings } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';
import { taskQueues } from '../workflows/messages.ts';
import { bundleWorkflows } from './bundle.ts';
import { openClient } from './connection.ts';
import { type FaultyTemporal, faultyTemporal } from './faulty-temporal.fixture.ts';
import { watchQueues } from './queue-watch.ts';
import { type QueueState, runQueues } from './queue-workers.ts';

quietWorkers();

describe('queues without a poller', () => {
  const state = (queue: string, isServed: boolean): QueueState => ({
    queue,
    isServed,
    kinds: [{ kind: 'activity', hasFreeSlots: true }],
  });

  /** Watches until queues are lost. @returns them, and the states that were unserved at each look */
  async function lostOf(
    looks: readonly { readonly states: readonly QueueState[]; readonly polls: (queue: string) => string | Error }[],
  ): Promise<readonly string[] | 'none'> {
    const stopping = new AbortController();
    let at = 0;
    return new Promise((resolve) => {
      watchQueues({
        queues: {
          states: () => {
            const look = looks[Math.min(at, looks.length - 1)];
            return look?.states ?? [];
          },
        },
        lastPoll: async ({ queue }) => {
          const look = looks[at];
          if (look === undefined) {
            stopping.abort();
            resolve('none');
            throw new Error('over');
          }
          // The last queue of a look ends it.
          if (queue === look.states.at(-1)?.queue) at += 1;
          const answer = look.polls(queue);
          if (answer instanceof Error) throw answer;
          return answer;
        },
        onLost: resolve,
        signal: stopping.signal,
        pace: { everyMs: 10, silentAfterMs: 25, lostAfterMs: 25 },
      });
    });
  }
  const polling = (look: number) => String(look);

  test('are lost when their worker does not come back', async () => {
    const looks = Array.from({ length: 20 }, (_, look) => ({
      states: [state('signer', false), state('core', true)],
      polls: () => polling(look),
    }));
    expect(await lostOf(looks)).toEqual(['signer']);
  });

  test('are lost when no poll of their worker reaches Temporal', async () => {
    const looks = Array.from({ length: 20 }, (_, look) => ({
      states: [state('signer', true), state('core', true)],
      polls: (queue: string) => (queue === 'signer' ? 'long ago' : polling(look)),
    }));
    expect(await lostOf(looks)).toEqual(['signer']);
  });

  test('are not lost while Temporal is away, or when all slots of the worker are busy', async () => {
    const away = Array.from({ length: 20 }, () => ({
      states: [state('signer', false)],
      polls: () => new Error('away'),
    }));
    expect(await lostOf(away)).toBe('none');
    const busy = { ...state('signer', true), kinds: [{ kind: 'activity', hasFreeSlots: false } as const] };
    const looks = Array.from({ length: 20 }, () => ({ states: [busy], polls: () => 'long ago' }));
    expect(await lostOf(looks)).toBe('none');
  });
});

// A poll that is refused is repeated by the SDK for a minute, and a poll that waits lasts as long: both at once.
describe.concurrent('on a server that fails some polls', { timeout: 200_000 }, () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing) await close();
  });

  async function openFaulty(): Promise<{ faulty: FaultyTemporal; temporal: TestTemporal }> {
    const temporal = await createTestNamespace();
    const faulty = await faultyTemporal(temporal.address);
    closing.push(() => faulty.close());
    return { faulty, temporal };
  }

  test('a worker whose poll failed for good is replaced, even if its activities keep it from ending', async () => {
    const { faulty, temporal } = await openFaulty();
    const client = await openClient(temporalSettings(temporal));
    closing.push(() => client.connection.close());
    const connection = await NativeConnection.connect({ address: faulty.address });
    let turns = 0;
    const keepRates = async () => {
      turns += 1;
      const { heartbeat, cancelled } = Context.current();
      const beats = setInterval(() => heartbeat(), 200);
      await cancelled.finally(() => clearInterval(beats));
    };
    const context = {
      connection,
      namespace: temporal.namespace,
      dataConverter: {},
      bundle: await bundleWorkflows(),
      log: pino({ level: 'silent' }),
    };
    const plan = (taskQueue: string) => ({
      taskQueue,
      activities: { keepRates },
      withWorkflows: false,
      concurrency: 2,
    });
    const failing = ['idle', taskQueues.rates];
    const core = { ...plan(taskQueues.core), withWorkflows: true };
    const queues = await runQueues(context, [core, ...failing.map(plan)]);
    const unserved = () => queues.states().flatMap(({ queue, isServed }) => (isServed ? [] : [queue]));
    const input = { version: 1, mode: 'sandbox' };
    await client.workflow.start('ratesWorkflow', { workflowId: 'rates', taskQueue: taskQueues.core, args: [input] });
    await until(async () => turns === 1, 'the activity runs');
    expect(unserved()).toEqual([]);

    for (const queue of failing) faulty.fail(queue, 'refused');
    await until(async () => unserved().length === 2, 'both have failed', 150_000);
    for (const queue of failing) faulty.heal(queue);
    await until(async () => unserved().length === 0, 'both are back', 60_000);
    await until(async () => turns === 2, 'the activity goes on with the new worker', 30_000);
    await queues.stop();
  });

  test('a process whose poller died silently is not healthy, and ends with status 1', async () => {
    const { faulty, temporal } = await openFaulty();
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const port = await freePort();
    const ready = () => fetch(`http://127.0.0.1:${port}/health/ready`);
    const lines: string[] = [];
    faulty.fail('rates', 'swallowed');
    const worker = await startProcess({
      name: 'worker',
      command: process.execPath,
      args: [join(import.meta.dirname, 'hasty-worker.program.fixture.ts')],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        TEMPORAL_ADDRESS: faulty.address,
        TEMPORAL_NAMESPACE: temporal.namespace,
        ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
        SANDBOX_SEED: TEST_MNEMONIC,
        WORKER_QUEUES: 'rates,webhooks',
        METRICS_PORT: String(port),
      },
      readyTimeoutMs: 60_000,
      ready: async () => (await ready()).ok,
      onLine: (line) => lines.push(line),
    });
    await until(async () => (await ready()).status === 503, 'the process is not healthy', 120_000);
    expect(await (await ready()).json()).toMatchObject({
      dependencies: { queues: { state: 'down', detail: 'not polled: rates' } },
    });
    expect(await worker.exited).toEqual({ code: 1, signal: null });
    expect(lines.find((line) => line.includes('"fatal"'))).toContain('"queues":["rates"]');
  });
});
