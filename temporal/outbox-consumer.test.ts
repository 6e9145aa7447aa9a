import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInProcessBus } from '../db/bus/in-process.ts';
import { isOutage, ServiceUnavailableError } from '../db/bus/outage.ts';
import { newId } from '../domain/ids.ts';
import { freePort } from '../scripts/process/ports.ts';
import { createTestNamespace, temporalSettings } from '../scripts/testing/temporal.ts';
import type { WorkflowStart } from '../workflows/messages.ts';
import { openClient } from './connection.ts';
import { consumeWorkflowMessages } from './outbox-consumer.ts';

/** Of the enumeration CommandType of Temporal's API. */
const COMPLETE_WORKFLOW = 4;

let client: Client;

beforeAll(async () => {
  const { address, namespace } = await createTestNamespace();
  client = await openClient(temporalSettings({ address, namespace }));
});
afterAll(() => client.connection.close());

const start = (workflowId: string): WorkflowStart => ({
  workflowType: 'none',
  workflowId,
  // Nobody serves it: the runs only wait, which is all these tests need.
  taskQueue: 'nobody',
  input: { version: 1 },
  searchAttributes: { MerchantId: 'm-1', NeedsOperator: false, ExpiresAt: '2026-01-01T00:00:00.000Z' },
  summary: 'an invoice',
});

async function withBus(at: Client, work: (send: (topic: string, payload: unknown) => Promise<void>) => Promise<void>) {
  const bus = createInProcessBus();
  await consumeWorkflowMessages(bus, at, async () => {});
  let eventId = 0;
  await work((topic, payload) => {
    eventId += 1;
    return bus.publish({ eventId: `e-${eventId}`, topic, payload });
  });
  await bus.close();
}

/** Completes the next workflow tasks of a queue, one after another. @returns the IDs of their workflows */
async function workOff(taskQueue: string, tasks: number): Promise<string[]> {
  const { namespace } = client.options;
  const order: string[] = [];
  while (order.length < tasks) {
    await client.withDeadline(Date.now() + 10_000, async () => {
      const poll = { namespace, taskQueue: { name: taskQueue } };
      const { workflowExecution, taskToken } = await client.workflowService.pollWorkflowTaskQueue(poll);
      order.push(workflowExecution?.workflowId ?? '');
      const complete = { commandType: COMPLETE_WORKFLOW, completeWorkflowExecutionCommandAttributes: {} };
      await client.workflowService.respondWorkflowTaskCompleted({ namespace, taskToken, commands: [complete] });
    });
  }
  return order;
}

describe('messages to Temporal', () => {
  it('start a workflow once, with what the Web UI shows', () =>
    withBus(client, async (send) => {
      await send('workflow.start', start('one'));
      const { runId, typedSearchAttributes, staticSummary } = await client.workflow.getHandle('one').describe();
      expect(JSON.stringify(typedSearchAttributes)).toContain('m-1');
      expect(await staticSummary()).toBe('an invoice');
      await send('workflow.start', start('one'));
      expect((await client.workflow.getHandle('one').describe()).runId).toBe(runId);
    }));

  it('do not live a workflow again that has ended, unless asked to', () =>
    withBus(client, async (send) => {
      await send('workflow.start', start('ended'));
      const handle = client.workflow.getHandle('ended');
      await handle.terminate();
      await send('workflow.start', start('ended'));
      expect((await handle.describe()).status.name).toBe('TERMINATED');
      await send('workflow.start', { ...start('ended'), restart: true });
      expect((await handle.describe()).status.name).toBe('RUNNING');
    }));

  it('start a workflow that sleeps until its time, unless a signal wakes it', () =>
    withBus(client, async (send) => {
      const notBefore = new Date(Date.now() + 3_600_000).toISOString();
      const asleep = { ...start('asleep'), notBefore, details: 'Asleep.' };
      await send('workflow.start', asleep);
      const handle = client.workflow.getHandle('asleep');
      expect(await handle.describe()).toMatchObject({ historyLength: 1, raw: { pendingWorkflowTask: null } });
      expect(await (await handle.describe()).staticDetails()).toBe('Asleep.');
      await send('workflow.signal', { ...asleep, signalName: 'invoiceChanged', signalArgs: [{ eventId: 'x' }] });
      expect((await handle.describe()).raw.pendingWorkflowTask).not.toBeNull();
      await send('workflow.start', { ...start('late'), notBefore: new Date(Date.now() - 1_000).toISOString() });
      const late = await client.workflow.getHandle('late').describe();
      expect(late.raw.pendingWorkflowTask).not.toBeNull();
    }));

  it('have money worked off before webhooks, and merchants in turns', () =>
    withBus(client, async (send) => {
      // Of this try alone: what another one left would be worked off too.
      const taskQueue = `backlog-${newId()}`;
      const enqueue = (name: string, workflowType: string, MerchantId: string) =>
        send('workflow.start', {
          ...start(`${name} ${taskQueue}`),
          workflowType,
          taskQueue,
          searchAttributes: { MerchantId },
        });
      for (let n = 0; n < 30; n += 1) await enqueue(`webhook-${n}`, 'webhookWorkflow', 'm-1');
      for (let n = 0; n < 30; n += 1) await enqueue(`busy-${n}`, 'invoiceWorkflow', 'm-1');
      await enqueue('quiet', 'invoiceWorkflow', 'm-2');
      const order = await workOff(taskQueue, 61);
      // Without turns it would be the last of 31. Some of the others were handed over before it came.
      expect(order.findIndex((id) => id.startsWith('quiet'))).toBeLessThan(15);
      expect(order.slice(-30).every((id) => id.startsWith('webhook-'))).toBe(true);
    }));

  it('signal a workflow that runs, and start one that does not', () =>
    withBus(client, async (send) => {
      const signal = { ...start('signalled'), signalName: 'invoiceChanged', signalArgs: [{ eventId: 'x' }] };
      await send('workflow.signal', signal);
      const handle = client.workflow.getHandle('signalled');
      const { runId } = await handle.describe();
      await send('workflow.signal', signal);
      expect(await handle.describe()).toMatchObject({ runId, historyLength: 4 });
      await handle.terminate();
      await send('workflow.signal', signal);
      expect((await handle.describe()).status.name).toBe('RUNNING');
    }));

  it('are refused as an outage while Temporal is away, the next ones at once', async () => {
    const away = await openClient(temporalSettings({ address: `127.0.0.1:${await freePort()}`, namespace: 'none' }));
    await withBus(away, async (send) => {
      await expect(send('workflow.start', start('x'))).rejects.toBeInstanceOf(ServiceUnavailableError);
      const others = Array.from({ length: 200 }, (_, n) => send('workflow.start', start(`x-${n}`)));
      const results = await Promise.allSettled(others);
      for (const result of results) expect(result).toMatchObject({ reason: expect.any(ServiceUnavailableError) });
    });
    await away.connection.close();
  });

  it.each([
    ['a namespace that is not registered yet', 5, true],
    ['an internal error of the server', 13, true],
    ['credentials that have expired', 16, true],
    ['a message the server will never take', 3, false],
  ])('meet %s (code %i): an outage is %s', async (_name, code, isOurs) => {
    const failing = {
      withDeadline: () => Promise.reject(Object.assign(new Error('no'), { code, details: 'no', metadata: {} })),
    } as unknown as Client;
    await withBus(failing, async (send) => {
      const failure = await send('workflow.start', start('x')).catch((error: unknown) => error);
      expect(isOutage(failure)).toBe(isOurs);
    });
  });
});
