import { describe, expect, it } from 'vitest';
import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { hitKey, isKnownHit } from '../../domain/compliance/disposition.ts';
import { newId } from '../../domain/ids.ts';
import { inTransaction } from '../core/sequelize.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { assessCase } from './assess.ts';
import { readCase } from './case-rows.ts';
import { decide } from './decide.ts';
import { dispositionsOf, writeDisposition } from './dispositions.ts';
import { applyCaseEvent } from './process.ts';
import { checksOf, importSanctions } from './sanctions.ts';
import { decideAs, makeApplicant, readerOf } from './testing.fixture.ts';

const { db } = await openTestDatabase();
const SOMEBODY = [{ key: '1', names: ['Imaginary Shipping Lines'], birthYears: [] }];
const staff = (role: StaffRole) => ({ id: newId(), fullName: `A ${role}`, name: `A ${role}`, role });
const text = {
  identity: 'The listed one is a politician born in 1950 in another country.',
  difference: 'Our owner was born in 1984 and has never held any office.',
  evidence: 'Passport with photo, register of births, and the page of the list.',
};

async function caseWithMatch() {
  const applicant = await makeApplicant(db, { person: { full_name: 'Sanctioned Sample Person' } });
  await applicant.skipTest();
  await applicant.handInBusiness();
  await applicant.handInPeople();
  const { caseId } = applicant;
  const context = { box: testBox, sandbox: true, nowMs: Date.now() };
  await inTransaction(db, async (tx) => assessCase(tx, await readCase(tx, caseId), context));
  await inTransaction(db, (tx) =>
    applyCaseEvent(tx, { id: caseId, event: { type: 'checked' }, cause: newId(), nowMs: Date.now() }),
  );
  const [hit] = (await readCase(db, caseId)).risk?.hits ?? [];
  if (hit === undefined) throw new Error('The sample person is on the list of sandboxes.');
  const approve = (who: ReturnType<typeof staff>, reason = 'Papers are fine.') =>
    inTransaction(db, (tx) =>
      decide(
        tx,
        { box: testBox, sandbox: true },
        { decisionId: newId(), caseId, staff: who, verdict: 'approve', reason },
      ),
    );
  const write = (who: ReturnType<typeof staff>, words: Partial<typeof text> = {}) =>
    inTransaction(db, (tx) => writeDisposition(tx, { caseId, hit: hitKey(hit), staff: who, ...text, ...words }));
  return { caseId, approve, write, reader: (role: StaffRole) => readerOf(db, caseId, role) };
}

describe('a likeness to a sanctioned party', () => {
  it('is approved by nobody before two people of two roles wrote why it is another person', async () => {
    const { caseId, approve, write, reader } = await caseWithMatch();
    const [officer, mlro] = [await reader('compliance_officer'), await reader('mlro')];
    await expect(approve(officer, 'Because')).rejects.toThrow('must write why');
    await write(officer);
    await expect(approve(mlro)).rejects.toMatchObject({ code: 'conflict' });
    await expect(write(officer)).rejects.toMatchObject({ code: 'conflict' });
    await write(staff('compliance_officer'));
    await expect(approve(mlro), 'two of one role').rejects.toMatchObject({ code: 'conflict' });
    await write(mlro);
    await expect(approve(officer)).resolves.toMatchObject({ status: 'review' });
    await expect(approve(mlro)).resolves.toMatchObject({ status: 'approved' });
    expect(await dispositionsOf(db, caseId)).toHaveLength(3);
  });

  it.each([{ difference: 'Because' }, { evidence: 'because because because because' }, { identity: text.difference }])(
    'is not cleared by %j',
    async (words) => {
      const { write } = await caseWithMatch();
      await expect(write(staff('mlro'), words)).rejects.toMatchObject({ code: 'validation_failed' });
    },
  );

  it('is another one under another name: what was written before clears nothing', () => {
    const hit = { subject: 'p', name: 'Nora Quay', born: '1984-05-17', list: 'eu', key: '13' };
    const [renamed, younger] = [
      { ...hit, name: 'Ida Strand' },
      { ...hit, born: '1999-01-01' },
    ];
    expect(new Set([hit, renamed, younger].map(hitKey)).size).toBe(3);
    const { born: _, ...older } = hit;
    expect([isKnownHit([older], hit), isKnownHit([hit], renamed), isKnownHit([hit], younger)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is found by a check that is logged with its lists, and says so when there is no real one', async () => {
    const { caseId } = await caseWithMatch();
    expect((await checksOf(db, caseId))[0]).toMatchObject({ cause: 'assessment', lists: [], names: 2, hits: 1 });
    const list = { name: 'eu', source: 'test', publishedOn: '2026-11-20' };
    await inTransaction(db, (tx) => importSanctions(tx, list, SOMEBODY));
    const context = { box: testBox, sandbox: true, nowMs: Date.now(), cause: 'request' } as const;
    await inTransaction(db, async (tx) => assessCase(tx, await readCase(tx, caseId), context));
    const [last] = await checksOf(db, caseId);
    expect(last).toMatchObject({ cause: 'request', lists: [{ name: 'eu', published_on: '2026-11-20' }] });
  });

  it('may have come with a list that was imported since: nobody approves before the names are checked again', async () => {
    const applicant = await makeApplicant(db);
    await applicant.skipTest();
    await applicant.handInBusiness();
    await applicant.handInPeople();
    const { caseId } = applicant;
    const context = { box: testBox, sandbox: true, nowMs: Date.now() } as const;
    const check = () => inTransaction(db, async (tx) => assessCase(tx, await readCase(tx, caseId), context));
    await check();
    await inTransaction(db, (tx) =>
      applyCaseEvent(tx, { id: caseId, event: { type: 'checked' }, cause: newId(), nowMs: Date.now() }),
    );
    await decideAs(db, 'compliance_officer', { caseId, verdict: 'approve' });
    const list = { name: 'un', source: 'test', publishedOn: '2026-11-21' };
    await inTransaction(db, (tx) => importSanctions(tx, list, SOMEBODY));
    await expect(decideAs(db, 'mlro', { caseId, verdict: 'approve' })).rejects.toMatchObject({
      message: expect.stringContaining('Check the names again'),
    });
    await check();
    await expect(decideAs(db, 'mlro', { caseId, verdict: 'approve' })).resolves.toMatchObject({ status: 'approved' });
  });
});
