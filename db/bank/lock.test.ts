import { expect, test } from 'vitest';
import { inTransaction } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { lockBank } from './lock.ts';

const { db } = await openTestDatabase();
const waitingSql = prepared(
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
);

test('the bank of a mode belongs to one transaction until its commit; the other mode is free', async () => {
  const done: string[] = [];
  const mayEnd = Promise.withResolvers<void>();
  const first = inTransaction(db, async (tx) => {
    await lockBank(tx, 'sandbox');
    done.push('first');
    await mayEnd.promise;
    done.push('first ends');
  });
  await expect.poll(() => done).toEqual(['first']);
  const second = inTransaction(db, async (tx) => {
    await lockBank(tx, 'sandbox');
    done.push('second');
  });
  const other = inTransaction(db, async (tx) => {
    await lockBank(tx, 'production');
    done.push('other mode');
  });
  await expect.poll(() => done).toEqual(['first', 'other mode']);
  await expect.poll(async () => (await select(db, waitingSql, [])).length).toBe(1);
  mayEnd.resolve();
  await Promise.all([first, second, other]);
  expect(done).toEqual(['first', 'other mode', 'first ends', 'second']);
});
