import { expect, test } from 'vitest';
import { ACCOUNT_MAIL, type AccountMail, type SealedMail } from '../../domain/account-mail.ts';
import type { OnboardingAct } from '../../domain/compliance/onboarding-waits.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { inTransaction } from '../sequelize.ts';
import { execute, select } from '../sql.ts';
import { testBox } from '../testing.fixture.ts';
import { findCase } from './case-rows.ts';
import { stepCase } from './steps.ts';
import { makeApplicant } from './testing.fixture.ts';

const { db } = await openTestDatabase();

const context = { box: testBox, publicUrl: 'https://gateway.test', sandbox: true, nowMs: Date.now() };
const step = (caseId: string, version: number, act: OnboardingAct) =>
  inTransaction(db, (tx) => stepCase(tx, context, { caseId, version, act }));

async function mailsTo(email: string): Promise<AccountMail[]> {
  const rows = await select<{ payload: SealedMail }>(
    db,
    `SELECT payload FROM outbox WHERE topic = $1 AND payload->>'to' = $2 ORDER BY id`,
    [ACCOUNT_MAIL, email],
  );
  return rows.map(({ payload: { messageId, sealed } }) =>
    JSON.parse(testBox.open(Buffer.from(sealed, 'base64'), `mail:${messageId}`)),
  );
}

test('a reminder is mailed to the admins once for each version, with the day and the way back', async () => {
  const { caseId, user } = await makeApplicant(db);
  const first = await step(caseId, 1, 'remind');
  expect(first).toMatchObject({ version: 2, reminders: 1 });
  expect(await step(caseId, 1, 'remind')).toEqual(first);
  const [mail, ...more] = await mailsTo(user.email);
  expect(more).toEqual([]);
  const values = { company: 'Test Shop', url: 'https://gateway.test/account?tab=verify' };
  expect(mail).toMatchObject({ kind: 'verification_reminder', values });
});

test('an expiry is told once; who has asked to be deleted hears nothing', async () => {
  const { caseId, user, merchantId } = await makeApplicant(db);
  const expired = await step(caseId, 1, 'deadline');
  expect(expired).toMatchObject({ status: 'expired', untold: true });
  expect(await step(caseId, expired.version, 'tell')).toMatchObject({ untold: false });
  expect((await mailsTo(user.email)).map(({ kind }) => kind)).toEqual(['verification_expired']);

  const leaving = await makeApplicant(db);
  await execute(db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [leaving.merchantId]);
  await step(leaving.caseId, 1, 'remind');
  expect(await mailsTo(leaving.user.email)).toEqual([]);
  expect(await findCase(db, merchantId)).toMatchObject({ ended_at: expect.any(Date) });
});

test('a step that the status does not take changes nothing', async () => {
  const { caseId } = await makeApplicant(db);
  expect(await step(caseId, 1, 'open')).toMatchObject({ version: 1, status: 'integrating' });
});
