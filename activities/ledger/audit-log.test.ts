import { expect, test } from 'vitest';
import { audit } from '../../db/audit/audit.ts';
import { connect } from '../../db/connect.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { checkTrialBalance } from './trial-balance.ts';

test('hazard 72: the daily check of the books finds a changed audit log and alerts operators, until it is as it was', async () => {
  const database = await createTestDatabase();
  const db = connect(database.url);
  const alerts = () => select(db, "SELECT message FROM alert WHERE kind = 'audit_log' AND resolved_at IS NULL");
  const setName = (name: string) =>
    inTransaction(db, async (tx) => {
      await execute(tx, 'SET LOCAL session_replication_role = replica');
      await execute(tx, 'UPDATE audit_log SET actor_name = $1', [name]);
      await execute(tx, 'DELETE FROM ledger_check');
    });
  const actor = { kind: 'system', id: null, name: 'Ada' } as const;
  await inTransaction(db, (tx) => audit(tx, { chain: 'staff', actor, origin: null, action: 'staff.signed_in' }));

  await checkTrialBalance(db);
  expect(await alerts()).toEqual([]);
  await setName('Eve');
  await checkTrialBalance(db);
  expect(await alerts()).toEqual([
    { message: expect.stringContaining('Row 1 of audit chain staff: its content was changed') },
  ]);
  await setName('Ada');
  await checkTrialBalance(db);
  expect(await alerts()).toEqual([]);

  await db.close();
  await database.drop();
});
