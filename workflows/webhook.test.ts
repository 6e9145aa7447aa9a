import { fileURLToPath } from 'node:url';
import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttemptWebhookInput, WebhookActivities } from '../activities/webhooks/activities.ts';
import { WEBHOOK_PAUSES_SECONDS } from '../domain/webhooks/pauses.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { taskQueues, type WebhookInput, workflowIds, workflowTypes } from './messages.ts';
import type { webhookWorkflow } from './webhook.ts';

let temporal: TestEnvironment;
let running: Promise<void>[];
let workers: Worker[];

/** The receiver's answers to each attempt of an event, in order; then 'delivered'. */
const scripts = new Map<string, ('delivered' | 'failed' | 'busy' | 'gone')[]>();
const attempts = new Map<string, AttemptWebhookInput[]>();
const givenUp: string[] = [];

const activities: WebhookActivities = {
  async attemptWebhook(input) {
    attempts.set(input.eventId, [...(attempts.get(input.eventId) ?? []), input]);
    const outcome = scripts.get(input.eventId)?.shift() ?? 'delivered';
    if (outcome === 'gone') throw ApplicationFailure.nonRetryable('The event is gone.', 'not_found');
    return { outcome, detail: outcome === 'delivered' ? '200' : '503' };
  },
  async giveUpWebhook({ eventId }) {
    givenUp.push(eventId);
  },
};

beforeAll(async () => {
  temporal = await openTestTemporal();
  const workflowsPath = fileURLToPath(new URL('./webhook.ts', import.meta.url));
  workers = [
    await Worker.create({ ...temporal.worker, taskQueue: taskQueues.core, workflowsPath }),
    await Worker.create({ ...temporal.worker, taskQueue: taskQueues.webhooks, activities }),
  ];
  running = workers.map((worker) => worker.run());
});
afterAll(async () => {
  for (const worker of workers ?? []) worker.shutdown();
  await Promise.all(running ?? []);
  await temporal?.close();
});

function start(
  eventId: string,
  script: ('delivered' | 'failed' | 'busy' | 'gone')[],
  input: Partial<WebhookInput> = {},
) {
  scripts.set(eventId, script);
  const full: WebhookInput = {
    version: 1,
    eventId,
    type: 'invoice.done',
    host: 'shop.example',
    attemptAtOnce: false,
    pausesSeconds: [1, 1],
    ...input,
  };
  return temporal.client.workflow.start<typeof webhookWorkflow>(workflowTypes.webhook, {
    workflowId: workflowIds.webhook(eventId),
    taskQueue: taskQueues.core,
    args: [full],
  });
}

describe('a webhook whose first attempt failed', () => {
  test('is tried again after a pause until it is delivered', async () => {
    const handle = await start('a', ['failed', 'delivered']);
    expect(await handle.result()).toEqual({ outcome: 'delivered', attempts: 2 });
    expect(attempts.get('a')).toEqual([
      { eventId: 'a', nextPauseSeconds: 1 },
      { eventId: 'a', nextPauseSeconds: null },
    ]);
  });

  test('ends as failed after the last planned attempt', async () => {
    const handle = await start('b', ['failed', 'failed']);
    expect(await handle.result()).toEqual({ outcome: 'failed', attempts: 2 });
    expect(givenUp).not.toContain('b');
  });

  test('is attempted without a pause when no attempt was made yet', async () => {
    const handle = await start('c', ['delivered'], { attemptAtOnce: true, pausesSeconds: [600] });
    expect(await handle.result()).toEqual({ outcome: 'delivered', attempts: 1 });
  });

  test('waits for a receiver with too many requests under way, without counting it as an attempt', async () => {
    const handle = await start('d', ['busy', 'delivered'], { attemptAtOnce: true, pausesSeconds: [600] });
    expect(await handle.result()).toEqual({ outcome: 'delivered', attempts: 1 });
    expect(attempts.get('d')).toHaveLength(2);
  });

  test('fails with a reason when its event is gone, instead of trying for ever', async () => {
    const handle = await start('e', ['gone']);
    await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
  });

  test('tells an operator what it waits for, in words', async () => {
    const handle = await start('f', [], { pausesSeconds: [600] });
    await expect
      .poll(() => handle.query<string>('__temporal_workflow_metadata').then((metadata) => JSON.stringify(metadata)))
      .toContain('invoice.done to shop.example: attempt 1 of 1 follows in 10 min');
    await handle.terminate();
  });
});

test('the pauses grow, and the last attempt is three days after the first', () => {
  const sorted = [...WEBHOOK_PAUSES_SECONDS].sort((a, b) => a - b);
  expect(WEBHOOK_PAUSES_SECONDS).toEqual(sorted);
  const hours = WEBHOOK_PAUSES_SECONDS.reduce((sum, pause) => sum + pause, 0) / 3_600;
  expect(hours).toBeGreaterThan(71);
  expect(hours).toBeLessThan(79);
});
