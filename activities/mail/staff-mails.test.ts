import { expect, test } from 'vitest';
import { caseAtReview } from '../../db/compliance/testing.fixture.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { mailsTo } from './enqueued.fixture.ts';
import { onStaffMail } from './staff-mails.ts';

const { db } = await openTestDatabase();
const consume = onStaffMail({ db, publicUrl: 'https://pay.example' });

/** Everything that the outbox holds for the composer is delivered twice. */
async function deliver(): Promise<readonly string[]> {
  const waiting = await select<{ event_id: string; payload: { kind: string } }>(
    db,
    `DELETE FROM outbox WHERE topic = 'mail.staff' RETURNING event_id, payload`,
  );
  for (const { event_id: eventId, payload } of [...waiting, ...waiting]) {
    await consume({ eventId, topic: 'mail.staff', payload });
  }
  return waiting.map(({ payload }) => payload.kind);
}

test('each member of staff who may decide is mailed a new case once, and nobody who is blocked', async () => {
  const [officer, blocked] = [await makeStaff(db, 'compliance_officer'), await makeStaff(db, 'manager')];
  await execute(db, 'UPDATE staff_user SET blocked_at = now() WHERE id = $1', [blocked.id]);
  const { caseId, merchantId } = await caseAtReview(db);
  expect(await deliver()).toEqual(['case']);
  const mails = await mailsTo(db, officer.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['A new case needs a decision']);
  expect(mails[0]?.text).toContain(`https://pay.example/compliance/cases/${caseId}`);
  expect(mails[0]?.text).toContain('Due');
  expect(JSON.stringify(mails[0]), 'a mailbox is no place for names').not.toContain('Test Shop');
  expect(JSON.stringify(mails[0])).not.toContain(merchantId);
  expect(await mailsTo(db, blocked.email)).toEqual([]);
});

test('nobody is mailed about a case that was decided meanwhile', async () => {
  const officer = await makeStaff(db, 'compliance_officer');
  const { caseId } = await caseAtReview(db);
  await execute(db, `UPDATE compliance_case SET status = 'declined' WHERE id = $1`, [caseId]);
  await deliver();
  expect(await mailsTo(db, officer.email)).toEqual([]);
});
