import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApplicationFailure } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AFTER_MONTHS, ARCHIVING_AT_MS, DUE_MONTHS, makeOldMonths } from '../activities/growth/archive.fixture.ts';
import { createArchiveActivities } from '../activities/growth/archive.ts';
import { alertsTable } from '../db/core/rows.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import type { archiveWorkflow } from './archive.ts';
import { taskQueues, workflowIds, workflowTypes } from './messages.ts';

const { db } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tidegate-archive-'));
let temporal: TestEnvironment;

beforeAll(async () => {
  temporal = await openTestTemporal();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await temporal?.close();
});

test('a run that fails tells operators, and the next one archives every month that is due', async () => {
  await makeOldMonths(db);
  let isDiskFull = true;
  const settings = { afterMonths: AFTER_MONTHS, folder };
  const activities = createArchiveActivities({ db, settings, nowMs: () => ARCHIVING_AT_MS });
  const worker = await Worker.create({
    ...temporal.worker,
    taskQueue: taskQueues.core,
    workflowsPath: fileURLToPath(new URL('./archive.ts', import.meta.url)),
    activities: {
      ...activities,
      archiveTable: (input: Parameters<typeof activities.archiveTable>[0]) => {
        if (isDiskFull) throw ApplicationFailure.nonRetryable('ENOSPC: no space left on device');
        return activities.archiveTable(input);
      },
    },
    shutdownGraceTime: '5 seconds',
  });
  const run = () =>
    temporal.client.workflow.execute<typeof archiveWorkflow>(workflowTypes.archive, {
      workflowId: workflowIds.archive,
      taskQueue: taskQueues.core,
      args: [{ version: 1 }],
    });
  const openAlerts = () => alertsTable.find(db, { kind: 'archive_failed', resolvedAt: null });

  await worker.runUntil(async () => {
    await expect(run()).rejects.toThrow('Workflow execution failed');
    expect(await openAlerts()).toMatchObject([{ message: 'ENOSPC: no space left on device' }]);
    isDiskFull = false;
    expect(await run()).toEqual({ months: [...DUE_MONTHS] });
    expect(await openAlerts()).toEqual([]);
  });
  for (const month of DUE_MONTHS) expect(existsSync(join(folder, `${month}.json`))).toBe(true);
});
