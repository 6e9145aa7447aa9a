import { expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeMerchant } from '../testing.fixture.ts';
import { listPayouts } from './list.ts';
import { fund, makePayout } from './testing.fixture.ts';

const { db } = await openTestDatabase();

test('a list of payouts reads what it shows, beside thousands of lines of mass payouts', async () => {
  const shop = await makeMerchant(db);
  await fund(db, shop, 'BTC', 10_000_000n);
  const { id } = await makePayout(db, shop);
  await inTransaction(db, async (tx) => {
    await execute(tx, 'SET LOCAL session_replication_role = replica');
    const [found] = await select<{ names: string }>(tx, columnsSql);
    const lines = `INSERT INTO payout (id, mass_payout_id, mass_line, ${found?.names})
      SELECT gen_random_uuid(), $2::uuid, n, ${found?.names} FROM payout, generate_series(1, 3000) AS n WHERE id = $1`;
    await execute(tx, lines, [id, newId()]);
  });
  await execute(db, 'ANALYZE payout');

  expect((await listPayouts(db, { profileId: shop.profileId, kind: 'payout', page: 1, perPage: 25 })).total).toBe(1);
  const counted = `SELECT count(*) FROM payout WHERE profile_id = $1 AND kind = 'payout' AND mass_payout_id IS NULL`;
  for (const sql of [counted, `${counted} AND status = 'pending'`]) {
    const plan = await select<object>(db, `EXPLAIN (ANALYZE, TIMING OFF) ${sql}`, [shop.profileId]);
    const words = plan.map((row) => String(Object.values(row)[0])).join('\n');
    expect(words).toMatch(/payout_listed/);
    expect(words).not.toContain('Rows Removed');
  }
});

const columnsSql = `
  SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name = 'payout' AND is_generated = 'NEVER'
    AND column_name NOT IN ('id', 'mass_payout_id', 'mass_line')`;
