import { expect, test } from 'vitest';
import { memberShopsTable } from '../../db/accounts/rows.ts';
import { createUserWithHash } from '../../db/accounts/users.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { mailReaders } from './readers.ts';

const { db } = await openTestDatabase();

test('who may work in some shops only gets mails about these, and none about what the shops share', async () => {
  const { merchantId } = await makeMerchant(db);
  const [here, elsewhere] = [newId(), newId()];
  const addMember = (email: string, role: 'support' | 'admin', shops: readonly string[]) =>
    inTransaction(db, async (tx) => {
      const userId = await createUserWithHash(tx, { merchantId, email, fullName: email, role }, '');
      for (const shopId of shops) await memberShopsTable.create(tx, { userId, shopId });
      await execute(tx, 'UPDATE app_user SET email_verified_at = now() WHERE id = $1', [userId]);
    });
  const [all, one, other, admin] = ['all', 'one', 'other', 'admin'].map((name) => `${name}-${newId()}@quay.example`);
  if (!all || !one || !other || !admin) throw new Error('There are four.');
  await addMember(all, 'support', []);
  await addMember(one, 'support', [here]);
  await addMember(other, 'support', [elsewhere]);
  await addMember(admin, 'admin', [elsewhere]);

  const told = async (shopId: string | null) =>
    (await mailReaders(db, { merchantId, shopId, roles: ['admin', 'support'] })).map(({ email }) => email);
  expect(await told(here)).toEqual([all, one, admin]);
  expect(await told(null)).toEqual([all, admin]);
});

test('what somebody waits for is mailed whatever the email settings', async () => {
  const { merchantId, user } = await makeMerchant(db);
  await execute(db, 'UPDATE app_user SET mail_subscription = false WHERE id = $1', [user.id]);
  const of = { merchantId, shopId: merchantId, roles: ['admin'] } as const;
  expect(await mailReaders(db, of)).toEqual([]);
  expect(await mailReaders(db, { ...of, isAwaited: true })).toMatchObject([{ id: user.id }]);
});
