import { fileURLToPath } from 'node:url';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartnerActivities } from '../activities/partners/settling.ts';
import { execute } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { trialBalance } from '../db/ledger/trial-balance.ts';
import { partnerDesk } from '../db/partners/testing.fixture.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { writeHistory } from './history-file.fixture.ts';
import { taskQueues, workflowIds, workflowTypes } from './messages.ts';
import type { partnerSettlementWorkflow } from './partner-settlement.ts';

const { db } = await openTestDatabase();
const desk = partnerDesk(db);
let temporal: TestEnvironment;

beforeAll(async () => {
  temporal = await openTestTemporal();
});
afterAll(() => temporal?.close());

async function run(workflowId: string) {
  const activities = createPartnerActivities({ db, nowMs: Date.now });
  const workflowsPath = fileURLToPath(new URL('./partner-settlement.ts', import.meta.url));
  const worker = await Worker.create({ ...temporal.worker, taskQueue: taskQueues.core, workflowsPath, activities });
  const started = await temporal.client.workflow.start<typeof partnerSettlementWorkflow>(
    workflowTypes.partnerSettlement,
    { workflowId, taskQueue: taskQueues.core, args: [{ version: 1 }] },
  );
  const result = await worker.runUntil(started.result());
  if (process.env.RECORD_HISTORIES === 'true' && workflowId === workflowIds.partnerSettlement)
    writeHistory('partnerSettlement', await started.fetchHistory());
  return result;
}

test('a month is settled once, after the comparison that finds a partner who is the merchant itself', async () => {
  const [honest, own] = [await desk.active(), await desk.active()];
  const [merchant, itself] = [await desk.referred(honest), await desk.referred(own)];
  await desk.charge(merchant, 50_000n);
  await desk.charge(itself, 50_000n);
  await desk.share();
  const accounts = [own.account.merchantId, itself.merchantId];
  await execute(db, `UPDATE merchant SET website = 'https://one.example' WHERE id = ANY($1::uuid[])`, [accounts]);
  await execute(db, `UPDATE partner_referral SET checked_at = now() - interval '2 days'`);

  expect(await run(workflowIds.partnerSettlement)).toEqual({ settled: 1 });
  expect(await desk.books(honest.id)).toEqual({ earned: 5_000n, earnings: 0n, debt: 0n });
  expect(await desk.books(own.id)).toEqual({ earned: 0n, earnings: 0n, debt: 0n });
  expect(await desk.standingOf(itself)).toEqual(['refused', ['same_website']]);

  await desk.charge(merchant, 50_000n);
  await desk.share();
  expect(await run(`${workflowIds.partnerSettlement}-again`)).toEqual({ settled: 0 });
  expect(await desk.books(honest.id)).toEqual({ earned: 10_000n, earnings: 5_000n, debt: 0n });
  expect((await trialBalance(db)).mismatches).toEqual([]);
});
