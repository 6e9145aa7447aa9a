import { expect, test } from 'vitest';
import { execute } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { partnerDesk } from '../../db/partners/testing.fixture.ts';
import { startSharing } from './sharing.ts';

const { db } = await openTestDatabase();
const desk = partnerDesk(db);

test('two workers share a fee once, and go on after an error', async () => {
  const partner = await desk.active();
  const merchant = await desk.referred(partner);
  await execute(db, 'ALTER TABLE partner_share ADD CONSTRAINT dies CHECK (line < 0) NOT VALID');
  const errors: unknown[] = [];
  const options = { onTrouble: (error: unknown) => void errors.push(error), pollMs: 20 };
  const workers = [startSharing(db, options), startSharing(db, options)];
  try {
    await desk.charge(merchant, 1_000n);
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await desk.books(partner.id)).toMatchObject({ earned: 0n });
    await execute(db, 'ALTER TABLE partner_share DROP CONSTRAINT dies');
    await expect.poll(() => desk.books(partner.id), { timeout: 10_000 }).toMatchObject({ earned: 100n });
  } finally {
    await Promise.all(workers.map((each) => each.stop()));
  }
});
