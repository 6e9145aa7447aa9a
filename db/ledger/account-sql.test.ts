import { expect, test } from 'vitest';
import { openTestDatabase } from '../database.fixture.ts';
import { inTransaction } from '../sequelize.ts';
import { execute, select } from '../sql.ts';
import { isOfDeposit, isOfNoOperation, isOpenDeposit } from './account-sql.ts';

const { db } = await openTestDatabase();

test.each([
  ['account_of_deposit', `a.kind = 'deposit:1' AND ${isOfDeposit('a')}`],
  ['account_open_deposit', `a.owner = 'm' AND a.mode = 'sandbox' AND ${isOpenDeposit('a')}`],
  ['account_of_no_operation', `a.owner = 'm' AND a.mode = 'sandbox' AND ${isOfNoOperation('a')}`],
])('accounts are found by the index %s', async (index, condition) => {
  const plan = await inTransaction(db, async (tx) => {
    // The table of the test is nearly empty; unique keys and the older index would do as well.
    await execute(tx, 'SET LOCAL enable_seqscan = off');
    await execute(tx, 'DROP INDEX IF EXISTS account_of_owner');
    return select<Record<string, string>>(tx, `EXPLAIN SELECT id FROM account a WHERE ${condition}`);
  });
  expect(JSON.stringify(plan)).toContain(index);
});
