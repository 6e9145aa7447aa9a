import { expect, it } from 'vitest';
import type { CaseStatus } from '../../domain/compliance/case.ts';
import { newId } from '../../domain/ids.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { takeReview } from './applicants.ts';
import { readCase } from './case-rows.ts';
import { makeApplicant } from './testing.fixture.ts';

const { db } = await openTestDatabase();

/** A case in this status whose business the provider has checked. */
async function checkedCase(status: CaseStatus) {
  const merchant = await makeApplicant(db);
  await merchant.skipTest();
  await merchant.handInBusiness();
  const personId = await merchant.handInPeople();
  const { caseId } = merchant;
  const applicantId = newId();
  await execute(
    db,
    `INSERT INTO verification_applicant (id, case_id, applicant_id, status) VALUES ($1, $2, $3, 'green')`,
    [newId(), caseId, applicantId],
  );
  await execute(db, 'UPDATE compliance_case SET status = $2 WHERE id = $1', [caseId, status]);
  const result = (verdict: 'red' | 'green') => {
    const news = { applicantId, saidAtMs: Date.now(), status: verdict, labels: [], comment: null };
    return inTransaction(db, (tx) => takeReview(tx, { box: testBox, sandbox: true, nowMs: Date.now() }, news));
  };
  const mails = () =>
    select(db, `SELECT payload->>'kind' AS kind FROM outbox WHERE topic = 'mail.staff' AND payload->>'id' = $1`, [
      caseId,
    ]);
  return { caseId, personId, result, mails };
}

const because = expect.objectContaining({ code: 'provider_rejected' });
const rejected = { level: 'high', reasons: expect.arrayContaining([because]) };

it('a late rejection by the provider brings a merchant in production back to the team', async () => {
  const { caseId, result } = await checkedCase('production');
  expect(await result('red')).toBe('taken');
  expect(await readCase(db, caseId)).toMatchObject({
    status: 'rechecking',
    reason: 'provider_rejected',
    risk: rejected,
  });
});

it.each(['review', 'more_requested', 'renewal', 'rechecking', 'suspended'] as const)(
  'a late rejection counts as risk in %s, where it tells the team and moves nothing',
  async (status) => {
    const { caseId, result, mails } = await checkedCase(status);
    await result('red');
    expect(await readCase(db, caseId)).toMatchObject({ status, risk: rejected });
    expect(await mails()).toEqual([{ kind: 'provider_rejected' }]);
  },
);

it('other results do not bring back whom the team approved in spite of a rejection', async () => {
  const { caseId, personId, result } = await checkedCase('production');
  await execute(
    db,
    `INSERT INTO verification_applicant (id, case_id, person_id, applicant_id, status)
     VALUES ($1::uuid, $2, $3, $1::text, 'red')`,
    [newId(), caseId, personId],
  );
  await result('green');
  expect(await readCase(db, caseId)).toMatchObject({ status: 'production' });
});
