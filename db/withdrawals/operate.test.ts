import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { until } from '../../scripts/testing/until.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { operateWithdrawal } from './operate.ts';
import { readWithdrawal } from './read.ts';
import { beginTestWithdrawal, openTill, testWithdrawalSettings } from './testing.fixture.ts';

let db: Db;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 4 });
});
afterAll(() => db.close());

test('hazard 68: staff approval seals the withdrawal as it is once its row is locked', async () => {
  const { id } = await beginTestWithdrawal(db, await openTill(db, { approvalRequired: true }));
  const { email: by } = await makeStaff(db, 'manager');
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isChanged, resolve: changed } = Promise.withResolvers<void>();
  const change = inTransaction(db, async (tx) => {
    await execute(tx, `UPDATE withdrawal SET account_name = 'Test Shop AG' WHERE id = $1`, [id]);
    changed();
    await mayCommit;
  });
  await isChanged;
  const operate = { withdrawalId: id, act: { type: 'approve' }, by, note: 'called them', cause: 'call' } as const;
  const approval = inTransaction(db, (tx) =>
    operateWithdrawal(tx, testWithdrawalSettings, { ...operate, nowMs: Date.now() }),
  );
  await until(async () => (await select(db, WAITS_FOR_A_LOCK)).length > 0, 'the approval waits for the row');
  commit();
  await Promise.all([change, approval]);
  const row = await readWithdrawal(db, id);
  expect(row).toMatchObject({ status: 'pending', accountName: 'Test Shop AG', approvedByKind: 'staff' });
  expect(testWithdrawalSettings.withdrawalSeal.isApproved(row)).toBe(true);
});

const WAITS_FOR_A_LOCK = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
  AND wait_event_type = 'Lock'`;
