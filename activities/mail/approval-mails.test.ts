import { beforeEach, expect, test } from 'vitest';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeRates } from '../../db/invoices/testing.fixture.ts';
import { makeMass, massCells, runMass } from '../../db/mass-payouts/testing.fixture.ts';
import { approvePayout } from '../../db/payouts/commands.ts';
import { fund, makePayout, testPayoutSettings } from '../../db/payouts/testing.fixture.ts';
import { makeMerchant, type TestMerchant } from '../../db/testing.fixture.ts';
import { openTill, withdraw } from '../../db/withdrawals/testing.fixture.ts';
import type { Role } from '../../domain/accounts/permissions.ts';
import { newId } from '../../domain/ids.ts';
import { onApprovalMissing } from './approval-mails.ts';
import { mailsTo } from './enqueued.fixture.ts';

const { db } = await openTestDatabase();
const consume = onApprovalMissing({
  db,
  publicUrl: 'https://pay.example',
  secrets: createAccountSecrets(new Uint8Array(32)),
});
let merchant: TestMerchant;
let colleague: { readonly id: string; readonly email: string };

beforeEach(async () => {
  await makeRates(db);
  merchant = await makeMerchant(db);
  await execute(db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [
    merchant.profileId,
  ]);
  await fund(db, merchant, 'BTC', 10_000_000n);
  colleague = await join(merchant, 'admin');
});

/** Somebody more in the team, who wants no emails about operations. */
async function join(shop: TestMerchant, role: Role) {
  const id = newId();
  const email = `${id}@quay.example`;
  await execute(
    db,
    `INSERT INTO app_user (id, merchant_id, email, full_name, role, password_hash, language, mail_subscription)
     VALUES ($1, $2, $3, 'Ana Pier', $4, 'x', 'en', false)`,
    [id, shop.merchantId, email, role],
  );
  return { id, email };
}

/** Hands all events of an operation to the consumer, twice. */
async function happened(entityId: string): Promise<void> {
  const events = await select<{ id: string; type: string }>(
    db,
    'SELECT id, type FROM event WHERE entity_id = $1 ORDER BY id',
    [entityId],
  );
  for (const { id, type } of [...events, ...events])
    await consume({ eventId: id, topic: `event.${type}`, payload: {} });
}
const subjectsTo = async (email: string) => (await mailsTo(db, email)).map(({ subject }) => subject);

test('who may approve a payout is emailed once, and who requested it is not', async () => {
  const { id } = await makePayout(db, merchant, { by: { kind: 'user', id: merchant.user.id } });
  await happened(id);
  expect(await subjectsTo(colleague.email)).toEqual(['[Sandbox] A payout waits for approval: 0.00100000 BTC']);
  expect((await mailsTo(db, colleague.email))[0]?.text).toContain(`https://pay.example/payouts/details?id=${id}`);
  expect(await subjectsTo(merchant.user.email)).toEqual([]);
});

test('a payout of a token is news for all who may approve, except the one who made the token', async () => {
  const viewer = await join(merchant, 'viewer');
  const { id } = await makePayout(db, merchant);
  await execute(db, 'UPDATE payout SET creators = ARRAY[$2] WHERE id = $1', [id, merchant.user.id]);
  await happened(id);
  expect(await subjectsTo(colleague.email)).toHaveLength(1);
  expect([...(await subjectsTo(merchant.user.email)), ...(await subjectsTo(viewer.email))]).toEqual([]);
});

test('nobody is emailed about what was approved meanwhile, or needs no approval', async () => {
  const { id } = await makePayout(db, merchant, { by: { kind: 'user', id: merchant.user.id } });
  const scope = { profileId: merchant.profileId };
  await inTransaction(db, (tx) =>
    approvePayout(tx, testPayoutSettings, {
      payoutId: id,
      scope,
      by: { kind: 'user', id: colleague.id },
      nowMs: Date.now(),
    }),
  );
  await happened(id);
  await execute(db, 'DELETE FROM payout_policy WHERE profile_id = $1', [merchant.profileId]);
  await happened((await makePayout(db, merchant)).id);
  expect(await subjectsTo(colleague.email)).toEqual([]);
});

test('a mass payout and a withdrawal wait in the same way', async () => {
  const mass = await makeMass(db, merchant, [massCells(1), massCells(2)]);
  await runMass(db, merchant, mass.id, { kind: 'user', id: merchant.user.id });
  await happened(mass.id);
  expect((await subjectsTo(colleague.email))[0]).toMatch(/^\[Sandbox\] A mass payout waits for approval: /);
  const till = await openTill(db, { approvalRequired: true });
  const other = await join(till.shop, 'admin');
  const { id } = await withdraw(db, till);
  await happened(id);
  expect((await subjectsTo(other.email))[0]).toMatch(/A withdrawal waits for approval: 100\.00 EUR$/);
});

test('many that wait do not flood a mailbox', async () => {
  for (let n = 0; n < 22; n += 1) {
    await happened((await makePayout(db, merchant, { amountMinor: 20_000n })).id);
  }
  expect(await subjectsTo(colleague.email)).toHaveLength(20);
});
