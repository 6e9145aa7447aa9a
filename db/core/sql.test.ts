import { expect, test } from 'vitest';
import { openTestDatabase } from '../database.fixture.ts';
import { one, RELAXED } from './sql.ts';

// One connection: what a statement leaves behind on it is seen by the next.
const { db } = await openTestDatabase({ poolSize: 1 });

test('a relaxed statement does not wait for the disk, and the next one on its connection does again', async () => {
  await one(db, `SELECT set_config('synchronous_commit', 'on', false)`);
  const setting = `current_setting('synchronous_commit') AS setting`;
  expect(await one(db, `WITH ${RELAXED} SELECT ${setting} FROM relaxed WHERE set_config = 'off'`)).toEqual({
    setting: 'off',
  });
  expect(await one(db, `SELECT ${setting}`)).toEqual({ setting: 'on' });
});
