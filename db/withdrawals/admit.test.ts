import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { openAlerts } from '../alerts/alerts.fixture.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { changeStop } from '../payouts/emergency-stop.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { suspend } from '../suspicion/suspensions.ts';
import { admitPayments } from './admit.ts';
import { answerName } from './commands.ts';
import { bankSays, give, openTill, type Till, testWithdrawalSettings, withdraw } from './testing.fixture.ts';

let db: Db;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 4 });
});
afterAll(() => db.close());

async function queued(till?: Till): Promise<string> {
  const { id } = await withdraw(db, till ?? (await openTill(db)));
  await give(db, id);
  return id;
}

const admit = (...ids: string[]) =>
  inTransaction(db, async (tx) => [...(await admitPayments(testWithdrawalSettings)(tx, ids, Date.now()))]);
const alerts = async (id: string) => (await openAlerts(db, `withdrawal:${id}`)).map(({ kind }) => kind);

test('what was approved goes into a file, also with the name that the bank said and a person confirmed', async () => {
  const till = await openTill(db);
  const [id, other] = [await queued(till), await queued(till)];
  await bankSays(db, other, ['put_in_file', { type: 'question_name', payeeName: 'Test Shop AG' }]);
  const by = { kind: 'user', id: till.shop.user.id } as const;
  const command = { withdrawalId: other, profileId: till.shop.profileId, by, nowMs: Date.now() };
  await inTransaction(db, (tx) => answerName(tx, command, 'pay'));
  expect((await admit(id, other)).toSorted()).toEqual([id, other].toSorted());
});

test.each([
  ['creditor_iban', `'LT121000011101001000'`],
  ['creditor_bic', `'HABALT22'`],
  ['creditor_name', `'Mallory'`],
  ['creditor_address', `'{"town":"Vilnius","country":"LT"}'`],
  ['amount_minor', 'amount_minor + 1'],
])('hazard 68: a payment whose %s was changed in the database is in no file', async (column, value) => {
  const id = await queued();
  await execute(db, `UPDATE bank_payment SET ${column} = ${value} WHERE id = $1`, [id]);
  expect(await admit(id)).toEqual([]);
  expect(await alerts(id)).toEqual(['withdrawal_needs_operator']);
});

test('hazard 68: a method that was swapped in the database after the approval pays nobody', async () => {
  const till = await openTill(db);
  const id = await queued(till);
  await execute(db, `UPDATE payment_method SET iban = 'LT121000011101001000' WHERE id = $1`, [till.method.id]);
  expect(await admit(id)).toEqual([]);
  expect(await alerts(id)).toEqual(['withdrawal_needs_operator']);
});

test('a stop, a frozen balance, a closed production and a suspension keep it waiting, without an alert', async () => {
  const till = await openTill(db);
  const id = await queued(till);
  const stop = { modes: ['production'], network: 'SEPA', by: 'test', reason: 'test' } as const;
  await changeStop(db, { ...stop, stopped: true });
  expect(await admit(id)).toEqual([]);
  await changeStop(db, { ...stop, stopped: false });
  const freeze = (at: string) =>
    execute(db, `UPDATE account SET frozen_at = ${at} WHERE owner = $1 AND kind = 'available'`, [till.shop.merchantId]);
  await freeze('now()');
  expect(await admit(id)).toEqual([]);
  await freeze('NULL');
  const close = (status: string) =>
    execute(db, 'UPDATE merchant SET status = $2 WHERE id = $1', [till.shop.merchantId, status]);
  await close('blocked');
  expect(await admit(id)).toEqual([]);
  await close('verified');
  expect(await admit(id)).toEqual([id]);
  const member = await makeStaff(db, 'compliance_officer');
  const act = { member, reason: 'Suspicious.', nowMs: Date.now() };
  await inTransaction(db, (tx) => suspend(tx, { kind: 'withdrawal', subjectId: id, ...act }));
  expect(await admit(id)).toEqual([]);
  expect(await alerts(id)).toEqual([]);
});
