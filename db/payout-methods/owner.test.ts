import { describe, expect, it } from 'vitest';
import { aBusiness } from '../../domain/compliance/subjects.fixture.ts';
import { writeBusiness } from '../compliance/merchant-acts.ts';
import { applicantInProduction } from '../compliance/testing.fixture.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { addMethod } from '../withdrawals/testing.fixture.ts';

const { db } = await openTestDatabase();

/** A merchant in production who must send newer documents, and so may describe itself again. */
async function inRenewal() {
  const merchant = await applicantInProduction(db, { business: { legal_name: 'Quay & Sons GmbH' } });
  await merchant.apply('documents_expire');
  const rename = (legal_name: string) =>
    inTransaction(db, (tx) => writeBusiness(tx, testBox, merchant.actor, aBusiness({ legal_name })));
  const add = (accountName: string) => addMethod(db, merchant.shop, { accountName });
  return { ...merchant, rename, add };
}

describe('a bank account in production', () => {
  it('carries the name that two people approved, and not what the merchant wrote since', async () => {
    const { rename, add, caseId, apply, take } = await inRenewal();
    await rename('Mallory Trading GmbH');
    expect(await add('Mallory Trading GmbH')).toMatchObject({
      status: 'error',
      statusReason: 'The account must belong to your company. Verified name: Quay & Sons GmbH.',
    });
    await apply('answered');
    await take('compliance_officer', { verdict: 'approve' });
    expect(await add('Mallory Trading GmbH'), 'one person approves nothing').toMatchObject({ status: 'error' });
    await take('manager', { verdict: 'approve' });
    expect(await add('Mallory Trading GmbH')).toMatchObject({ status: 'active' });
    const kept = 'SELECT 1 FROM compliance_verified_subject WHERE case_id = $1 AND person_id IS NULL';
    expect(await select(db, kept, [caseId]), 'the former name stays on record').toHaveLength(2);
  });

  it('does not carry the brand of the sign-up, which nobody verified', async () => {
    const { add } = await inRenewal();
    expect(await add('Test Shop')).toMatchObject({ status: 'error' });
    expect(await add('Quay and Sons')).toMatchObject({ status: 'active' });
  });

  it('waits for the team where no approval kept a name', async () => {
    const { add, caseId } = await inRenewal();
    await execute(db, 'DELETE FROM compliance_verified_subject WHERE case_id = $1', [caseId]);
    expect(await add('Quay & Sons GmbH')).toMatchObject({
      status: 'error',
      statusReason: expect.stringContaining('must verify the name'),
    });
  });
});
