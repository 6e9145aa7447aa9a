import { describe, expect, it } from 'vitest';
import { CASE_STATUSES, type CaseStatus } from '../../domain/compliance/case.ts';
import { DEFAULT_ONBOARDING_WAITS, nextOnboardingStep } from '../../domain/compliance/onboarding-waits.ts';
import { newId } from '../../domain/ids.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { findCase, snapshotOf } from './case-rows.ts';
import { checksOf, importSanctions, screenAllAgain } from './sanctions.ts';
import { stepCase } from './steps.ts';
import { makeApplicant } from './testing.fixture.ts';

const { db } = await openTestDatabase();
const context = { box: testBox, publicUrl: 'https://gateway.test', sandbox: false, nowMs: Date.now() };

/** A merchant whose company has a name of its own, in this status. */
async function merchantIn(status: CaseStatus, { wasOpen }: { readonly wasOpen: boolean }) {
  const name = `Company ${newId().replaceAll('-', '')}`;
  const merchant = await makeApplicant(db, { business: { legal_name: name } });
  await merchant.skipTest();
  await merchant.handInBusiness();
  await merchant.handInPeople();
  await execute(
    db,
    `UPDATE compliance_case SET status = $2, untold = false, act_until = now() + interval '9 days',
       checks_round = submissions,
       next_screening_at = now() + interval '20 days', opened_at = CASE WHEN $3 THEN now() END WHERE id = $1`,
    [merchant.caseId, status, wasOpen],
  );
  return { ...merchant, name };
}

function importNaming(names: readonly string[]) {
  const list = { name: 'eu', source: 'a test', publishedOn: '2026-11-20' };
  const parties = names.map((name) => ({ key: name, names: [name], birthYears: [] }));
  return inTransaction(db, async (tx) => {
    await importSanctions(tx, list, parties);
    await screenAllAgain(tx);
  });
}

/** Runs the workflow of the case until it has nothing to do at once. */
async function workflowOf(merchantId: string): Promise<string[]> {
  const acts: string[] = [];
  for (let step = 0; step < 5; step += 1) {
    const row = await findCase(db, merchantId);
    if (row === undefined) throw new Error('There is a case.');
    const moment = { snapshot: snapshotOf(row), lookedAtMs: Date.now(), looks: 0, waits: DEFAULT_ONBOARDING_WAITS };
    const next = nextOnboardingStep(moment, Date.now());
    if (next.kind !== 'act') return acts;
    acts.push(next.act);
    const input = { caseId: row.id, version: row.version, act: next.act };
    await inTransaction(db, (tx) => stepCase(tx, context, input));
  }
  return acts;
}

const mailsAbout = (caseId: string) =>
  select<{ kind: string }>(
    db,
    `SELECT payload->>'kind' AS kind FROM outbox WHERE topic = 'mail.staff' AND payload->>'id' = $1 ORDER BY id`,
    [caseId],
  );

/** The statuses of a merchant who was in production, and so may have money with the gateway. */
const HOLDERS = CASE_STATUSES.filter((status) => status !== 'production' && status !== 'approved');

describe('an import of a sanctions list', () => {
  it.each(HOLDERS)('screens who was in production and is in the status %s now', async (status) => {
    const { merchantId, caseId, name } = await merchantIn(status, { wasOpen: true });
    await importNaming([name]);
    expect((await workflowOf(merchantId)).filter((act) => act === 'rescreen')).toEqual(['rescreen']);
    const [check] = await checksOf(db, caseId);
    expect(check).toMatchObject({ cause: 'schedule', hits: 1 });
    const after = await findCase(db, merchantId);
    expect(after?.risk?.hits).toMatchObject([{ listedName: name }]);
    expect(after?.status, 'the merchant sees no difference').toBe(status);
    const kinds = (await mailsAbout(caseId)).map(({ kind }) => kind);
    expect(kinds.at(-1), 'the team is told').toBe('screening_hit');

    await importNaming([name]);
    await workflowOf(merchantId);
    expect((await mailsAbout(caseId)).length, 'a likeness that they were told of is no news').toBe(kinds.length);
  });

  it('screens who is in production, and brings a likeness back to the team', async () => {
    const { merchantId, name } = await merchantIn('production', { wasOpen: true });
    const clean = await merchantIn('production', { wasOpen: true });
    await importNaming([name]);
    await workflowOf(merchantId);
    await workflowOf(clean.merchantId);
    expect(await findCase(db, merchantId)).toMatchObject({ status: 'rechecking', reason: 'screening_hit' });
    expect(await findCase(db, clean.merchantId)).toMatchObject({ status: 'production' });
    expect(await checksOf(db, clean.caseId)).toMatchObject([{ hits: 0 }]);
  });

  it('screens who was just approved once production is open', async () => {
    const { merchantId, name } = await merchantIn('approved', { wasOpen: false });
    await importNaming([name]);
    expect((await workflowOf(merchantId)).slice(0, 2)).toEqual(['open', 'rescreen']);
    expect(await findCase(db, merchantId)).toMatchObject({ status: 'rechecking', reason: 'screening_hit' });
  });

  it('leaves alone who never had money here, and whose data are removed', async () => {
    const applying = await merchantIn('business', { wasOpen: false });
    const refused = await merchantIn('declined', { wasOpen: false });
    const purged = await merchantIn('declined', { wasOpen: true });
    await execute(db, 'UPDATE compliance_case SET purged_at = now() WHERE id = $1', [purged.caseId]);
    await importNaming([applying.name, refused.name, purged.name]);
    for (const { merchantId, caseId } of [applying, refused, purged]) {
      await workflowOf(merchantId);
      expect(await checksOf(db, caseId)).toEqual([]);
    }
  });
});
