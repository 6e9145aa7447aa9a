import { fileURLToPath } from 'node:url';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUpdateActivities } from '../activities/updates/activities.ts';
import { createAccountSecrets } from '../db/accounts/secrets.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { execute, one } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { writeUpdate } from '../db/updates/acts.ts';
import { sendingUpdates } from '../db/updates/restart.ts';
import { newId } from '../domain/ids.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { writeHistory } from './history-file.fixture.ts';
import { type ProductUpdateInput, taskQueues, workflowTypes } from './messages.ts';
import type { productUpdateWorkflow } from './product-update.ts';

const { db } = await openTestDatabase();
let temporal: TestEnvironment;

beforeAll(async () => {
  temporal = await openTestTemporal();
});
afterAll(() => temporal?.close());

const READERS = 6;

test('a product update reaches everyone once although its worker and its run are lost', async () => {
  const member = await makeStaff(db, 'manager');
  const actor = { kind: 'staff', id: member.id, name: member.fullName } as const;
  const text = { subject: 'News', body: 'Payouts leave at once.' };
  const updateId = await inTransaction(db, (tx) => writeUpdate(tx, { member, actor, origin: null }, text));
  await execute(db, 'UPDATE product_update SET approved_at = now(), approved_by = written_by WHERE id = $1', [
    updateId,
  ]);
  for (let at = 0; at < READERS; at += 1) {
    await execute(
      db,
      `INSERT INTO newsletter_subscriber (id, email, consent, requested_at, confirmed_at)
       VALUES ($1, $2, '', now(), now())`,
      [newId(), `${newId()}@reader.example`],
    );
  }
  const secrets = createAccountSecrets(new Uint8Array(32));
  const real = createUpdateActivities({ db, secrets, perMinute: 2 });
  let batches = 0;
  const activities = {
    async queueUpdateBatch(of: Parameters<typeof real.queueUpdateBatch>[0]) {
      const done = await real.queueUpdateBatch(of);
      batches += 1;
      // The batch was committed, although Temporal does not learn of it.
      if (batches === 2) throw new Error('The connection was lost.');
      return done;
    },
  };
  const workflowsPath = fileURLToPath(new URL('./product-update.ts', import.meta.url));
  const options = { ...temporal.worker, taskQueue: taskQueues.core, workflowsPath, activities };
  const input: ProductUpdateInput = { version: 1, updateId, pauseSeconds: 0.2 };
  const start = () =>
    temporal.client.workflow.start<typeof productUpdateWorkflow>(workflowTypes.productUpdate, {
      workflowId: `product-update:${updateId}`,
      taskQueue: taskQueues.core,
      args: [input],
    });

  const first = await Worker.create(options);
  const firstRun = first.run();
  const lost = await start();
  await expect.poll(() => batches).toBeGreaterThanOrEqual(1);
  await lost.terminate('lost');
  first.shutdown();
  await firstRun;
  const { rows } = await sendingUpdates.page(db, {
    after: '00000000-0000-0000-0000-000000000000',
    limit: 10,
    nowMs: Date.now(),
  });
  expect(rows).toEqual([{ id: updateId, workflowId: `product-update:${updateId}`, isOverdue: false }]);

  const second = await Worker.create(options);
  const secondRun = second.run();
  const run = await start();
  await run.result();
  if (process.env.RECORD_HISTORIES === 'true') writeHistory('productUpdate', await run.fetchHistory());
  second.shutdown();
  await secondRun;
  const queued = await one<{ all: number; readers: number; rows: number }>(
    db,
    `SELECT count(*)::int AS all, count(DISTINCT payload->>'id')::int AS readers,
       (SELECT count(*)::int FROM product_update_mail) AS rows FROM outbox WHERE topic = 'mail.update'`,
  );
  expect(queued).toEqual({ all: READERS, readers: READERS, rows: READERS });
  const { finished } = await one<{ finished: boolean }>(
    db,
    'SELECT finished_at IS NOT NULL AS finished FROM product_update WHERE id = $1',
    [updateId],
  );
  expect(finished).toBe(true);
});
