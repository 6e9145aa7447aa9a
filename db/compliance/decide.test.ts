import { describe, expect, it } from 'vitest';
import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { newId } from '../../domain/ids.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { blockStaff } from '../staff/people.ts';
import { makeMerchant, testBox } from '../testing.fixture.ts';
import { findCase } from './case-rows.ts';
import { openCase } from './cases.ts';
import { type Decision, decide } from './decide.ts';
import { standingOf } from './standing.fixture.ts';
import { caseAtReview, merchantInProduction, readerOf } from './testing.fixture.ts';

const { db } = await openTestDatabase();

const staff = (role: StaffRole) => ({ id: newId(), name: `A ${role}`, role });
const officer = staff('compliance_officer');
const manager = staff('manager');

async function caseInReview() {
  const { caseId, merchantId, apply } = await caseAtReview(db);
  const take = (decision: Partial<Decision> & Pick<Decision, 'staff' | 'verdict'>) =>
    inTransaction(db, (tx) =>
      decide(
        tx,
        { box: testBox, sandbox: true },
        { decisionId: newId(), caseId, reason: 'Papers are fine.', ...decision },
      ),
    );
  return { caseId, merchantId, apply, take };
}

describe('a decision', () => {
  it('by two people of two roles approves, and production opens with the notice', async () => {
    const { merchantId, take, apply } = await caseInReview();
    await expect(take({ staff: officer, verdict: 'approve' })).resolves.toMatchObject({
      status: 'review',
      missing: 'One more person of another role must approve.',
    });
    expect(await standingOf(db, merchantId)).toMatchObject({ actor: 'staff', canActivateProduction: false });
    await expect(take({ staff: officer, verdict: 'approve' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(take({ staff: staff('compliance_officer'), verdict: 'approve' })).resolves.toMatchObject({
      status: 'review',
    });
    await expect(take({ staff: manager, verdict: 'approve' })).resolves.toEqual({ status: 'approved', missing: null });
    expect(await standingOf(db, merchantId)).toMatchObject({ canActivateProduction: false });
    await apply('open');
    expect(await standingOf(db, merchantId)).toMatchObject({ status: 'production', canActivateProduction: true });
    const { status } = await one<{ status: string }>(db, 'SELECT status FROM merchant WHERE id = $1', [merchantId]);
    expect(status).toBe('verified');
  });

  it('of a high risk waits for the MLRO', async () => {
    const { caseId, take } = await caseInReview();
    await execute(db, `UPDATE compliance_case SET risk = '{"level":"high"}' WHERE id = $1`, [caseId]);
    await take({ staff: officer, verdict: 'approve' });
    await expect(take({ staff: manager, verdict: 'approve' })).resolves.toMatchObject({ status: 'review' });
    await expect(take({ staff: staff('mlro'), verdict: 'approve' })).resolves.toMatchObject({ status: 'approved' });
  });

  it('taken twice with one id counts once, and an id belongs to one decision only', async () => {
    const { caseId, take } = await caseInReview();
    const decisionId = newId();
    await take({ decisionId, staff: officer, verdict: 'approve' });
    await expect(take({ decisionId, staff: officer, verdict: 'approve' })).resolves.toMatchObject({ status: 'review' });
    await expect(take({ decisionId, staff: manager, verdict: 'approve' })).rejects.toMatchObject({ code: 'conflict' });
    const rows = await select(db, 'SELECT id FROM compliance_decision WHERE case_id = $1', [caseId]);
    expect(rows).toHaveLength(1);
  });

  it('that asks for more goes back to the merchant, and earlier approvals do not count after the answer', async () => {
    const { merchantId, take, apply } = await caseInReview();
    await take({ staff: officer, verdict: 'approve' });
    const requested = [{ kind: 'source_of_funds', personId: null, note: 'The accounts of last year.' }] as const;
    await expect(take({ staff: manager, verdict: 'more', requested })).rejects.toMatchObject({
      fields: { words: expect.anything() },
    });
    await take({ staff: manager, verdict: 'more', words: 'Where does the money come from?', requested });
    expect(await findCase(db, merchantId)).toMatchObject({ status: 'more_requested', requested, untold: true });
    await apply('answered');
    await apply('checked');
    await expect(take({ staff: manager, verdict: 'approve' })).resolves.toMatchObject({ status: 'review' });
    await expect(take({ staff: officer, verdict: 'approve' })).resolves.toMatchObject({ status: 'approved' });
  });

  it('to refuse needs words for the merchant, ends the relationship, and closes what was open', async () => {
    const { merchantId, caseId, take } = await caseInReview();
    await expect(take({ staff: officer, verdict: 'refuse' })).rejects.toMatchObject({
      fields: { words: expect.anything() },
    });
    await expect(take({ staff: officer, verdict: 'refuse', reason: ' ' })).rejects.toMatchObject({
      fields: { reason: expect.anything() },
    });
    const first = await take({ staff: officer, verdict: 'refuse', words: 'We do not like them.' });
    expect(first).toMatchObject({ status: 'review', missing: 'One more person of another role must refuse.' });
    const [between] = await select(db, 'SELECT status, words FROM compliance_case WHERE id = $1', [caseId]);
    expect(between, 'the merchant learns of no refusal that is not one yet').toEqual({ status: 'review', words: null });
    await expect(take({ staff: officer, verdict: 'refuse', words: 'We do not like them.' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await take({ staff: manager, verdict: 'refuse', words: 'We do not serve this industry.' });
    expect(await findCase(db, merchantId)).toMatchObject({
      status: 'declined',
      words: 'We do not serve this industry.',
      endedAt: expect.any(Date),
    });
    await expect(take({ staff: manager, verdict: 'approve' })).rejects.toMatchObject({ code: 'illegal_transition' });
  });

  it('is not completed by the vote of a person who was blocked since', async () => {
    const { caseId, take } = await caseInReview();
    const leaver = await readerOf(db, caseId, 'manager');
    await take({ staff: leaver, verdict: 'approve' });
    await inTransaction(db, (tx) => blockStaff(tx, leaver.id, true));
    await expect(take({ staff: officer, verdict: 'approve' })).resolves.toEqual({
      status: 'review',
      missing: 'One more person of another role must approve.',
    });
    await expect(take({ staff: manager, verdict: 'approve' })).resolves.toMatchObject({ status: 'approved' });
  });

  it('stays as it was written', async () => {
    await expect(execute(db, 'DELETE FROM compliance_decision')).rejects.toThrow();
  });
});

describe('a merchant in production', () => {
  it('loses it, and its people fall back to the sandbox, when the requested documents do not come', async () => {
    const { merchantId, take, apply } = await caseInReview();
    await take({ staff: officer, verdict: 'approve' });
    await take({ staff: manager, verdict: 'approve' });
    await apply('open');
    await execute(db, `UPDATE app_user SET active_mode = 'production' WHERE merchant_id = $1`, [merchantId]);
    await apply('documents_expire');
    expect(await standingOf(db, merchantId)).toMatchObject({ status: 'renewal', canActivateProduction: true });
    await apply('deadline');
    expect(await standingOf(db, merchantId)).toMatchObject({ status: 'suspended', canActivateProduction: false });
    const user = await one(db, 'SELECT active_mode FROM app_user WHERE merchant_id = $1', [merchantId]);
    expect(user).toEqual({ active_mode: 'sandbox' });
  });

  it('comes back from a suspension by two new people: the votes of the first approval are used up', async () => {
    const { apply, take } = await merchantInProduction(db);
    await apply('documents_expire');
    await apply('deadline');
    await expect(take('mlro', { verdict: 'approve' })).resolves.toEqual({
      status: 'suspended',
      missing: 'One more person of another role must approve.',
    });
    await expect(take('manager', { verdict: 'approve' })).resolves.toMatchObject({ status: 'approved' });
  });

  it('is not ended by one person who agrees with a refusal of before the approval', async () => {
    const { take, apply } = await caseInReview();
    await take({ staff: staff('mlro'), verdict: 'refuse', words: 'We do not like them.' });
    await take({ staff: officer, verdict: 'approve' });
    await take({ staff: manager, verdict: 'approve' });
    await apply('open');
    await expect(take({ staff: officer, verdict: 'refuse', words: 'Neither do we.' })).resolves.toMatchObject({
      status: 'production',
    });
  });

  it('may use production without a case if it was verified without one', async () => {
    const { merchantId } = await makeMerchant(db);
    expect(await standingOf(db, merchantId)).toMatchObject({ caseId: null, canActivateProduction: true });
  });
});

it('decisions reach the workflow through the outbox, and a start is written once', async () => {
  const { caseId, merchantId, take } = await caseInReview();
  await inTransaction(db, (tx) => openCase(tx, merchantId));
  await take({ staff: officer, verdict: 'approve' });
  const rows = await select<{ topic: string; payload: { signalArgs?: { watch: object }[] } }>(
    db,
    `SELECT topic, payload FROM outbox WHERE payload->>'workflowId' = $1 ORDER BY id`,
    [`onboarding:${merchantId}`],
  );
  expect(rows.map(({ topic }) => topic)).toEqual(['workflow.start', ...Array(5).fill('workflow.signal')]);
  expect(rows.at(-1)?.payload.signalArgs?.[0]?.watch).toMatchObject({
    status: 'review',
    approvals: ['compliance_officer'],
  });
  expect(await select(db, 'SELECT 1 FROM compliance_case_event WHERE case_id = $1', [caseId])).toHaveLength(5);
});
