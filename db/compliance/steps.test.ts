import { expect, test } from 'vitest';
import { ACCOUNT_MAIL, type AccountMail, type SealedMail } from '../../domain/accounts/account-mail.ts';
import type { OnboardingAct } from '../../domain/compliance/onboarding-waits.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { findCase } from './case-rows.ts';
import { stepCase } from './steps.ts';
import { decideAs, makeApplicant } from './testing.fixture.ts';

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

test('the team is alerted once to a case that waits for it', async () => {
  const { caseId } = await makeApplicant(db);
  const alerts = () =>
    select(db, 'SELECT kind, resolved_at IS NULL AS open FROM alert WHERE subject = $1', [`case:${caseId}`]);
  const reminded = await step(caseId, 1, 'remind_staff');
  await step(caseId, reminded.version, 'remind_staff');
  expect(await alerts()).toEqual([{ kind: 'case_waits', open: true }]);
});

test('an expiry is mailed once; users who requested deletion get no mail', async () => {
  const { caseId, user, merchantId } = await makeApplicant(db);
  const expired = await step(caseId, 1, 'deadline');
  expect(expired).toMatchObject({ status: 'expired', untold: true });
  expect(await step(caseId, expired.version, 'tell')).toMatchObject({ untold: false });
  expect((await mailsTo(user.email)).map(({ kind }) => kind)).toEqual(['verification_expired']);

  const leaving = await makeApplicant(db);
  await execute(db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [leaving.merchantId]);
  await step(leaving.caseId, 1, 'remind');
  expect(await mailsTo(leaving.user.email)).toEqual([]);
  expect(await findCase(db, merchantId)).toMatchObject({ endedAt: expect.any(Date) });
});

test('a suspension by the team is mailed in words of its own, and one for what did not come in its own', async () => {
  const { caseId, user } = await makeApplicant(db);
  const set = async (reason: string) => {
    const sql = `UPDATE compliance_case SET status = 'suspended', reason = $2, words = 'Write to us.', untold = true
      WHERE id = $1 RETURNING version`;
    return (await one<{ version: number }>(db, sql, [caseId, reason])).version;
  };
  await step(caseId, await set('suspended_by_staff'), 'tell');
  await step(caseId, await set('suspended_by_staff'), 'remind');
  await step(caseId, await set('no_answer'), 'tell');
  const mails = await mailsTo(user.email);
  expect(mails.map(({ kind }) => kind)).toEqual([
    'verification_suspended_by_staff',
    'verification_suspended_by_staff',
    'verification_suspended',
  ]);
});

test('a restriction is mailed once two people have agreed to it, and the case still has mails for its own status', async () => {
  const { caseId, merchantId, user } = await makeApplicant(db);
  await execute(db, `UPDATE compliance_case SET status = 'production' WHERE id = $1`, [caseId]);
  const restrict = { caseId, verdict: 'restrict', restrictions: ['money_out'], words: 'Write to us.' } as const;
  const signals = () => select<{ watch: object }>(db, signalsSql, [`onboarding:${merchantId}`]);
  await decideAs(db, 'manager', restrict);
  expect(await findCase(db, merchantId)).toMatchObject({ restrictionUntold: false });
  await decideAs(db, 'mlro', restrict);
  const row = await findCase(db, merchantId);
  expect(row).toMatchObject({ restrictionUntold: true, untold: false });
  expect((await signals()).at(-1)?.watch, 'the workflow hears of it').toMatchObject({ untold: true });
  await step(caseId, row?.version ?? 0, 'tell');
  await step(caseId, row?.version ?? 0, 'tell');
  expect((await mailsTo(user.email)).map(({ kind }) => kind)).toEqual(['verification_restricted']);
  expect(await findCase(db, merchantId)).toMatchObject({ restrictionUntold: false });
});

test('a restriction that was lifted before its mail was sent is mailed to nobody', async () => {
  const { caseId, merchantId } = await makeApplicant(db);
  await execute(db, `UPDATE compliance_case SET status = 'production' WHERE id = $1`, [caseId]);
  const about = { caseId, restrictions: ['money_out'], words: 'Write to us.' } as const;
  for (const verdict of ['restrict', 'lift'] as const) {
    for (const role of ['manager', 'mlro'] as const) await decideAs(db, role, { ...about, verdict });
  }
  expect(await findCase(db, merchantId)).toMatchObject({ restrictionUntold: false, moneyOutRestricted: false });
});

const signalsSql = `
  SELECT payload->'signalArgs'->0->'watch' AS watch FROM outbox
  WHERE topic = 'workflow.signal' AND payload->>'workflowId' = $1 ORDER BY id`;

test('a step that the status does not take changes nothing', async () => {
  const { caseId } = await makeApplicant(db);
  expect(await step(caseId, 1, 'open')).toMatchObject({ version: 1, status: 'integrating' });
});
