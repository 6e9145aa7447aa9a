import { describe, expect, it } from 'vitest';
import type { BusinessData, CasePerson } from '../../domain/compliance/business-data.ts';
import { aBusiness, aPerson } from '../../domain/compliance/subjects.fixture.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { applicantsFor, applicantsOf, checksRequested } from './applicants.ts';
import { readCase } from './case-rows.ts';
import { writeBusiness, writePerson } from './merchant-acts.ts';
import { applicantInProduction } from './testing.fixture.ts';

const { db } = await openTestDatabase();

/** A merchant in production with an open request, who may therefore change its answers. */
async function inRenewal() {
  const merchant = await applicantInProduction(db);
  const { actor, personId, caseId, apply, take } = merchant;
  await apply('documents_expire');
  const write = (changes: Partial<CasePerson>, of: { readonly personId?: string }) => {
    const { id: _, ...person } = aPerson(changes);
    return inTransaction(db, (tx) => writePerson(tx, testBox, actor, { ...of, person }));
  };
  const change = (changes: Partial<CasePerson>) => write(changes, { personId });
  const add = (changes: Partial<CasePerson>) => write(changes, {});
  const business = (changes: Partial<BusinessData>) =>
    inTransaction(db, (tx) => writeBusiness(tx, testBox, actor, aBusiness(changes)));
  const approve = (role: 'mlro' | 'manager' | 'compliance_officer' = 'mlro') => take(role, { verdict: 'approve' });
  const checked = () => {
    const context = { box: testBox, sandbox: true, nowMs: Date.now() };
    return inTransaction(db, async (tx) => {
      const { submissions: submission } = await readCase(tx, caseId);
      return checksRequested(tx, context, { caseId, submission });
    });
  };
  return { ...merchant, change, add, business, approve, checked };
}

describe('an approval after the merchant changed its data', () => {
  it('waits for a check that sees the new name, and for dispositions of its match', async () => {
    const { change, apply, approve, caseId, checked } = await inRenewal();
    await change({ full_name: 'Sanctioned Sample Person' });
    await apply('answered');
    await expect(approve()).rejects.toMatchObject({ message: expect.stringContaining('Check the names again') });
    expect(await checked(), 'the answer is with the provider').not.toHaveProperty('checksDue');
    expect((await readCase(db, caseId)).risk).toMatchObject({ level: 'high', hits: [{ born: '1984-05-17' }] });
    await expect(approve()).rejects.toMatchObject({ message: expect.stringContaining('must write why') });
  });

  it('waits for the documents of a new owner, and until enough owners are named', async () => {
    const { change, add, apply, approve } = await inRenewal();
    await change({ share_percent: 30 });
    await add({ full_name: 'Ida Strand', share_percent: 30 });
    await apply('deadline');
    await expect(approve()).rejects.toMatchObject({ message: expect.stringContaining('40 percent are not named') });
    await change({ share_percent: 60 });
    await expect(approve()).rejects.toMatchObject({
      message: 'The case is not complete. Documents are missing: identity of Ida Strand, person address of Ida Strand.',
    });
  });

  it('waits for the documents that the changed business needs', async () => {
    const { business, apply, approve } = await inRenewal();
    await business({ turnover: 'above_1m' });
    await apply('answered');
    await expect(approve()).rejects.toMatchObject({ message: expect.stringContaining('source of funds') });
  });

  it('waits for a check that sees the higher risk', async () => {
    const { change, apply, approve, checked } = await inRenewal();
    await change({ politically_exposed: true });
    await apply('answered');
    await expect(approve()).rejects.toMatchObject({ message: expect.stringContaining('Check the names again') });
    await checked();
    await expect(approve()).resolves.toMatchObject({ status: 'rechecking' });
  });

  it('starts again with an edit between the first and the second', async () => {
    const { change, apply, approve, caseId } = await inRenewal();
    await apply('deadline');
    await expect(approve('manager')).resolves.toMatchObject({ status: 'suspended' });
    await change({ street: 'Am Kai 10' });
    await expect(approve('compliance_officer')).resolves.toEqual({
      status: 'suspended',
      missing: 'One more person of another role must approve.',
    });
    expect((await readCase(db, caseId)).approvals).toMatchObject([{ role: 'compliance_officer' }]);
    await expect(approve('manager')).resolves.toMatchObject({ status: 'approved' });
  });
});

describe('the provider', () => {
  it('is asked about a new name or date of birth, and keeps what it said of the former one', async () => {
    const { change, business, caseId, personId } = await inRenewal();
    await inTransaction(db, (tx) => applicantsFor(tx, caseId, [personId]));
    await execute(db, `UPDATE verification_applicant SET status = 'green' WHERE case_id = $1`, [caseId]);
    const statuses = async () =>
      (await inTransaction(db, (tx) => applicantsFor(tx, caseId, [personId]))).map(({ status }) => status).sort();
    await change({ street: 'Am Kai 10' });
    await business({ description: 'Bicycles and parts of them.' });
    expect(await statuses(), 'the same people').toEqual(['green', 'green']);
    await change({ birth_date: '1990-02-03' });
    expect(await statuses()).toEqual(['green', 'new']);
    await business({ legal_name: 'Another Name GmbH' });
    expect(await statuses()).toEqual(['new', 'new']);
    expect(await select(db, 'SELECT 1 FROM verification_applicant WHERE case_id = $1', [caseId])).toHaveLength(4);
    expect(await inTransaction(db, (tx) => applicantsOf(tx, caseId))).toHaveLength(2);
  });

  it('is asked beside the review of an answer', async () => {
    const { apply, checked, caseId } = await inRenewal();
    await apply('answered');
    expect(await readCase(db, caseId)).toMatchObject({ status: 'rechecking', reason: 'renewed_documents' });
    expect(await checked()).toMatchObject({ status: 'rechecking', checksAsked: true });
  });
});
