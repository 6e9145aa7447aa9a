import { fileURLToPath } from 'node:url';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTronNode, type TronNodeSimulator } from '../activities/chain/tron/node.fixture.ts';
import { hexOfKey, signTron } from '../activities/chain/tron/wallet.fixture.ts';
import { createPayerTransferActivities } from '../activities/sending/payer-transfer.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { testConfig } from '../settings/config.fixture.ts';
import { writeHistory } from './history-file.fixture.ts';
import { type PayerTransferInput, taskQueues, workflowTypes } from './messages.ts';
import type { payerTransferWorkflow } from './payer-transfer.ts';

const KEY = '5'.padStart(64, '0');
const TO = `41${'ab'.repeat(20)}`;

let temporal: TestEnvironment;
let node: TronNodeSimulator;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  temporal = await openTestTemporal();
  node = await startTronNode();
  node.chain.give(hexOfKey(KEY), 10_000_000n);
  const config = testConfig({ SANDBOX_CHAIN_TRON_URL: node.url });
  const workflowsPath = fileURLToPath(new URL('./payer-transfer.ts', import.meta.url));
  const workers = [
    await Worker.create({ ...temporal.worker, taskQueue: taskQueues.core, workflowsPath }),
    await Worker.create({
      ...temporal.worker,
      taskQueue: taskQueues.chain('TRON'),
      activities: createPayerTransferActivities({ config }),
    }),
  ];
  const runs = workers.map((worker) => worker.run());
  closers.push(async () => {
    for (const worker of workers) worker.shutdown();
    await Promise.all(runs);
  });
});
afterAll(async () => {
  for (const close of closers) await close();
  await node?.close();
  await temporal?.close();
});

function pay(amount: number, id: string) {
  const value = { to_address: TO, amount };
  const raw = JSON.stringify(
    signTron(KEY, { head: node.chain.head, nowMs: Date.now(), type: 'TransferContract', value }),
  );
  const input: PayerTransferInput = { version: 1, mode: 'sandbox', raw };
  return temporal.client.workflow.start<typeof payerTransferWorkflow>(workflowTypes.payerTransfer, {
    workflowId: `payer-transfer:${id}`,
    taskQueue: taskQueues.core,
    args: [input],
  });
}

test('a payer’s transaction reaches the node although it is away at first', async () => {
  node.failure = 'cut';
  const run = await pay(1_000_000, 'first');
  setTimeout(() => {
    node.failure = 'none';
  }, 1_500);
  expect(await run.result()).toEqual({ kind: 'accepted' });
  if (process.env.RECORD_HISTORIES === 'true') writeHistory('payerTransfer', await run.fetchHistory());
  node.chain.produce();
  expect(node.chain.balance(TO)).toBe(1_000_000n);
});

test('what the node refuses ends in its words', async () => {
  const run = await pay(90_000_000, 'second');
  expect(await run.result()).toMatchObject({
    kind: 'refused',
    words: expect.stringContaining('CONTRACT_VALIDATE_ERROR'),
  });
});
