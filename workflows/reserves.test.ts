import { fileURLToPath } from 'node:url';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReserveActivities } from '../activities/reserves/activities.ts';
import { createReserveAddressActivities } from '../activities/reserves/addresses.ts';
import { createSignerActivities } from '../activities/signer/activities.ts';
import { openKeyRing } from '../activities/signer/keys.ts';
import { signerConfig } from '../activities/signer/testing.fixture.ts';
import { saveChainIdentity } from '../db/chain/identity.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { execute } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { signedAddresses } from '../db/reserves/addresses.ts';
import { openReserveDays, publishedDays } from '../db/reserves/days.ts';
import { testBox } from '../db/testing.fixture.ts';
import { NETWORKS, type Network } from '../domain/assets/assets.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { writeHistory } from './history-file.fixture.ts';
import { taskQueues, workflowIds, workflowTypes } from './messages.ts';
import type { reservesWorkflow } from './reserves.ts';

const { db } = await openTestDatabase();
const config = signerConfig();
const day = new Date().toISOString().slice(0, 10);
const nowMs = () => Date.parse(`${day}T12:00:00Z`);
let temporal: TestEnvironment;

beforeAll(async () => {
  temporal = await openTestTemporal();
  for (const mode of ['sandbox', 'production'] as const) {
    for (const network of NETWORKS) {
      await saveChainIdentity(db, { mode, network }, { chain: 'main', name: 'simulated', simulated: true });
    }
  }
});
afterAll(() => temporal?.close());

/** @param nodeOf the activities of a network's node, if they are not those of a worker that is well */
async function run(id: string, nodeOf: (network: Network) => object | undefined = () => undefined): Promise<number> {
  const activities = createReserveActivities({ db, box: testBox, config, nowMs });
  const keyRing = openKeyRing(config, undefined);
  const workflowsPath = fileURLToPath(new URL('./reserves.ts', import.meta.url));
  const core = await Worker.create({ ...temporal.worker, taskQueue: taskQueues.core, workflowsPath, activities });
  const signer = createSignerActivities({ db, config, keyRing, nowMs });
  const node = createReserveAddressActivities({ db, config });
  const away = {
    readReserveAddresses: () => Promise.reject(ApplicationFailure.nonRetryable('The node is away.', 'away')),
  };
  const others = await Promise.all([
    Worker.create({ ...temporal.worker, taskQueue: taskQueues.signer, activities: signer }),
    ...NETWORKS.map((network) => {
      const taskQueue = taskQueues.chain(network);
      const activities = nodeOf(network) ?? (network === 'BTC' ? away : node);
      return Worker.create({ ...temporal.worker, taskQueue, activities });
    }),
  ]);
  const started = await temporal.client.workflow.start<typeof reservesWorkflow>(workflowTypes.reserves, {
    workflowId: id,
    taskQueue: taskQueues.core,
    args: [{ version: 1 }],
  });
  const result = started.result();
  await Promise.all([core, ...others].map((worker) => worker.runUntil(result)));
  if (process.env.RECORD_HISTORIES === 'true' && id === workflowIds.reserves)
    writeHistory('reserves', await started.fetchHistory());
  return (await result).published;
}

test('a run publishes the day of each mode with all that could be proven; the next one finds nothing to do', async () => {
  expect(await run(workflowIds.reserves)).toBe(2);
  for (const mode of ['sandbox', 'production'] as const) {
    const [published] = await publishedDays(db, { mode, limit: 2 });
    expect(published?.day).toBe(day);
    const proven = await signedAddresses(db, { mode, day });
    // The node of BTC did not answer: its coins are not proven, and everybody else's are.
    expect(proven.map(({ network }) => network)).toEqual(NETWORKS.filter((network) => network !== 'BTC').sort());
  }
  expect(await openReserveDays(db)).toEqual([]);
  expect(await run(`${workflowIds.reserves}-again`)).toBe(0);
});

test('what a worker that died was to read is read by another one within seconds', { timeout: 90_000 }, async () => {
  await inTransaction(db, async (tx) => {
    await execute(tx, `SET LOCAL session_replication_role = 'replica'`);
    for (const table of ['reserve_address', 'reserve_leaf', 'reserve_asset', 'reserve_day'])
      await execute(tx, `DELETE FROM ${table}`);
  });
  const node = createReserveAddressActivities({ db, config });
  let tries = 0;
  const diesFirst = {
    // It says nothing any more, as a process that was killed.
    readReserveAddresses: async (of: Parameters<typeof node.readReserveAddresses>[0]) => {
      tries += 1;
      return tries === 1 ? Context.current().cancelled : node.readReserveAddresses(of);
    },
  };
  await run(`${workflowIds.reserves}-death`, (network) => (network === 'LTC' ? diesFirst : undefined));
  expect(tries).toBeGreaterThan(1);
  const proven = await signedAddresses(db, { mode: 'sandbox', day });
  expect(proven.map(({ network }) => network)).toContain('LTC');
});
