import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { bankSays, give, openTill, type Till, withdraw } from '../../db/withdrawals/testing.fixture.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import type { OutgoingMail } from './mailer.ts';
import { MAIL_SEND } from './sending.ts';
import { onWithdrawalEvent } from './withdrawal-mails.ts';

let db: Db;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 2 });
});
afterAll(() => db.close());

/** A till whose admin has confirmed the email address. */
async function verifiedTill(): Promise<Till> {
  const till = await openTill(db);
  await execute(db, 'UPDATE app_user SET email_verified_at = now() WHERE id = $1', [till.shop.user.id]);
  return till;
}

/** Hands every event of the withdrawal to the consumer, twice, and returns what is to be sent. */
async function mailsAbout(id: string): Promise<Pick<OutgoingMail, 'to' | 'subject' | 'text'>[]> {
  const events = await select<{ id: string; type: string }>(
    db,
    'SELECT id, type FROM event WHERE entity_id = $1 ORDER BY id',
    [id],
  );
  const handle = onWithdrawalEvent({ db, publicUrl: 'https://gateway.test' });
  for (const event of [...events, ...events]) {
    await handle({ eventId: event.id, topic: `event.${event.type}`, payload: {} });
  }
  const rows = await select<{ payload: OutgoingMail }>(db, 'SELECT payload FROM outbox WHERE topic = $1 ORDER BY id', [
    MAIL_SEND,
  ]);
  await execute(db, 'DELETE FROM outbox WHERE topic = $1', [MAIL_SEND]);
  return rows.map(({ payload: { to, subject, text } }) => ({ to, subject, text }));
}

test('those who may withdraw are notified once when it is done, fails, or waits for their answer', async () => {
  const till = await verifiedTill();
  const to = till.shop.user.email;
  const sent = async () => {
    const { id } = await withdraw(db, till);
    await give(db, id);
    await bankSays(db, id, ['put_in_file']);
    return id;
  };
  const done = await sent();
  await bankSays(db, done, ['book']);
  expect(await mailsAbout(done)).toEqual([
    {
      to,
      subject: 'Your withdrawal is done',
      text: expect.stringMatching(
        new RegExp(
          `100.00 EUR to “House bank” was paid out.*https://gateway.test/withdrawals/details\\?id=${done}`,
          's',
        ),
      ),
    },
  ]);
  const requested = await sent();
  await bankSays(db, requested, [{ type: 'question_name', reasonCode: 'RVNM' }]);
  expect(await mailsAbout(requested)).toEqual([
    {
      to,
      subject: 'Your withdrawal needs your answer',
      text: expect.stringContaining('It says: The name does not belong to the account.'),
    },
  ]);
  const failed = await sent();
  await bankSays(db, failed, [{ type: 'reject', reasonCode: 'AC04' }]);
  expect(await mailsAbout(failed)).toEqual([
    { to, subject: 'Your withdrawal failed', text: expect.stringContaining('Reason: The payee’s account is closed.') },
  ]);
});

test('users who unsubscribed, are blocked, or may only view are not notified', async () => {
  const till = await verifiedTill();
  const { id } = await withdraw(db, till);
  await give(db, id);
  await bankSays(db, id, ['put_in_file', 'book']);
  await execute(db, 'UPDATE app_user SET mail_subscription = false WHERE merchant_id = $1', [till.shop.merchantId]);
  expect(await mailsAbout(id)).toEqual([]);
});

test('what the profile has turned off is not emailed, but a question of the bank is', async () => {
  const till = await verifiedTill();
  const sent = async () => {
    const { id } = await withdraw(db, till);
    await give(db, id);
    await bankSays(db, id, ['put_in_file']);
    return id;
  };
  const choose = (events: readonly string[]) =>
    execute(db, 'UPDATE profile SET newer_email_events = $2 WHERE merchant_id = $1', [till.shop.merchantId, events]);
  const done = await sent();
  await bankSays(db, done, ['book']);
  await choose(['withdrawal.error']);
  expect(await mailsAbout(done)).toEqual([]);
  const failed = await sent();
  await bankSays(db, failed, [{ type: 'reject', reasonCode: 'AC04' }]);
  await choose(['withdrawal.done']);
  expect(await mailsAbout(failed)).toEqual([]);
  const requested = await sent();
  await bankSays(db, requested, [{ type: 'question_name', reasonCode: 'RVNM' }]);
  await choose([]);
  expect((await mailsAbout(requested)).map(({ subject }) => subject)).toEqual(['Your withdrawal needs your answer']);
});
