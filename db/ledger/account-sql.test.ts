import { expect, test } from 'vitest';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { isOfDeposit, isOfNoOperation, isOpenDeposit } from './account-sql.ts';

const { db } = await openTestDatabase();

test.each([
  ['account_of_deposit', `a.kind = 'deposit:1' AND ${isOfDeposit('a')}`],
  ['account_of_open_deposit', `a.owner = 'm' AND a.mode = 'sandbox' AND ${isOpenDeposit('a')}`],
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

test('a balance that changes writes to no index of its account', async () => {
  const indexes = await select<{ sql: string }>(
    db,
    `SELECT pg_get_indexdef(indexrelid) AS sql FROM pg_index WHERE indrelid = 'account'::regclass`,
  );
  expect(indexes.length).toBeGreaterThan(5);
  expect(indexes.filter(({ sql }) => /(debits|credits)_/.test(sql))).toEqual([]);
});

test('a deposit’s account is open while there is money in it, or held', async () => {
  const isOpen = async (amounts: string) => {
    const [row] = await select<{ open: boolean }>(
      db,
      `UPDATE account SET ${amounts} WHERE kind = 'deposit:1' RETURNING is_open_deposit AS open`,
    );
    return row?.open;
  };
  const insert = (kind: string) =>
    select<{ open: boolean }>(
      db,
      `INSERT INTO account (owner, mode, asset, kind, may_go_negative, credits_posted)
       VALUES ('m', 'sandbox', 'BTC', $1, true, 5) RETURNING is_open_deposit AS open`,
      [kind],
    );
  expect(await insert('deposit:1')).toEqual([{ open: true }]);
  expect(await isOpen('debits_posted = 5')).toBe(false);
  expect(await isOpen('credits_posted = 9, debits_posted = 9, debits_pending = 1')).toBe(true);
  expect(await isOpen('debits_pending = 0, credits_pending = 1')).toBe(true);
  expect(await isOpen('credits_pending = 0')).toBe(false);
  expect(await insert('available')).toEqual([{ open: false }]);
});
