import { expect, test } from 'vitest';
import { execute } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { partnerDesk } from '../../db/partners/testing.fixture.ts';
import { startSharing } from './sharing.ts';

const { db } = await openTestDatabase();
const desk = partnerDesk(db);

test('two workers share a fee once, go on after an error, and find what connects a merchant with its partner', async () => {
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

    const accounts = [partner.account.merchantId, merchant.merchantId];
    await execute(db, `UPDATE merchant SET website = 'https://one.example' WHERE id = ANY($1::uuid[])`, [accounts]);
    await execute(db, `UPDATE partner_referral SET checked_at = now() - interval '2 days'`);
    await expect
      .poll(() => desk.books(partner.id), { timeout: 10_000 })
      .toEqual({ earned: 0n, earnings: 0n, debt: 0n });
  } finally {
    await Promise.all(workers.map((each) => each.stop()));
  }
  expect(await desk.standingOf(merchant)).toEqual(['refused', ['same_website']]);
});
