import { expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, one } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeShop } from '../../db/invoices/testing.fixture.ts';
import { until } from '../../scripts/testing/until.ts';
import { keepMonths } from './keep-months.ts';

const { db } = await openTestDatabase();

const hasTable = async (name: string) =>
  (await one<{ found: boolean }>(db, 'SELECT to_regclass($1) IS NOT NULL AS found', [name])).found;

test('missing months are made at the start and as time goes on, also after a trouble', async () => {
  const shop = await makeShop(db);
  const troubles: unknown[] = [];
  let nowMs = Date.parse('2028-06-01T00:00:00Z');
  const options = { nowMs: () => nowMs, onTrouble: (error: unknown) => troubles.push(error), everyMs: 10, retryMs: 10 };
  const months = keepMonths(db, options);
  try {
    await until(() => hasTable('webhook_attempt_2028_09'), 'three months ahead are there');
    await inTransaction(db, async (tx) => {
      await execute(tx, 'UPDATE profile SET version = version + 1 WHERE id = $1', [shop.profileId]);
      nowMs = Date.parse('2028-07-01T00:00:00Z');
      await until(async () => troubles.length > 0, 'it cannot get the lock');
    });
    await until(() => hasTable('webhook_attempt_2028_10'), 'the next month is there');
    expect(troubles[0]).toMatchObject({ code: '55P03' });
  } finally {
    await months.stop();
  }
});
