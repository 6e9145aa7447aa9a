import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { assessCase } from '../../../db/compliance/assess.ts';
import { readCase } from '../../../db/compliance/case-rows.ts';
import { applyCaseEvent } from '../../../db/compliance/process.ts';
import { addStatement } from '../../../db/compliance/statements.ts';
import { makeApplicant } from '../../../db/compliance/testing.fixture.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute } from '../../../db/core/sql.ts';
import { testBox } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

async function caseInReview(): Promise<void> {
  const applicant = await makeApplicant(staff.api.db);
  await applicant.skipTest();
  await applicant.handInBusiness();
  await applicant.handInPeople();
  await inTransaction(staff.api.db, (tx) =>
    applyCaseEvent(tx, { id: applicant.caseId, event: { type: 'checked' }, cause: newId(), nowMs: Date.now() }),
  ).catch(() => {});
}

async function openDocuments(page: Page, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    await page.getByRole('button', { name: `Open ${kind}.pdf` }).click();
    await page.getByLabel('Reason').fill('Compare with the register.');
    await page.getByRole('button', { name: 'Open and record' }).click();
    await page.getByText('your access was recorded').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

it('decides a case by two people, and keeps who looked at what', { timeout: PATIENCE_MS }, async () => {
  await caseInReview();
  const manager = await staff.deskOf('manager', 'Otto Kay');
  await inspect(manager.page, 'cases');
  await manager.page.getByRole('link', { name: /Test Shop/ }).click();
  await manager.page.getByRole('heading', { name: 'Test Shop', level: 1 }).waitFor();
  await inspect(manager.page, 'case');

  await manager.page.getByRole('button', { name: 'Open identity.pdf' }).click();
  await manager.page.getByRole('button', { name: 'Open and record' }).click();
  await manager.page.getByText('A reason is required.').waitFor();
  await manager.page.getByLabel('Reason').fill('Compare with the register.');
  await inspect(manager.page, 'open-document');
  await manager.page.getByRole('button', { name: 'Open and record' }).click();
  await manager.page.getByText('your access was recorded').waitFor();
  await inspect(manager.page, 'document');
  await manager.page.getByRole('button', { name: 'Close' }).last().click();
  await openDocuments(manager.page, ['registration', 'ownership', 'business_address']);
  const approve = manager.page.getByRole('button', { name: 'Approve' });
  expect(await approve.isDisabled()).toBe(true);
  await manager.page.getByText('Open these documents before you approve: Proof of home address.').waitFor();
  await openDocuments(manager.page, ['person_address']);
  expect(await approve.isEnabled()).toBe(true);

  await manager.page.getByRole('button', { name: 'Request more' }).click();
  await inspect(manager.page, 'ask-for-more');
  const asking = manager.page.getByRole('dialog', { name: 'Request more' });
  expect(await asking.getByLabel(/^Passport or identity card, /).count()).toBe(1);
  expect(await asking.getByLabel('Passport or identity card', { exact: true }).count()).toBe(0);
  await manager.page.keyboard.press('Escape');
  await manager.page.getByRole('dialog').waitFor({ state: 'detached' });
  await manager.page.getByRole('button', { name: 'Approve' }).click();
  await manager.page.getByLabel('Reason').fill('Papers are right.');
  await manager.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await manager.page.getByText('Another person of another role must too.').waitFor();
  expect(await manager.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await manager.leave();

  const mlro = await staff.deskOf('mlro', 'Mira Lind');
  await mlro.page.getByRole('link', { name: /Test Shop/ }).click();
  await openDocuments(mlro.page, ['registration', 'ownership', 'business_address', 'identity', 'person_address']);
  await mlro.page.getByRole('button', { name: 'Approve' }).click();
  await mlro.page.getByLabel('Reason').fill('I agree.');
  await mlro.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await mlro.page.getByText('Nothing is to be decided in this state.').waitFor();
  await inspect(mlro.page, 'case-approved');
  await mlro.page.getByRole('link', { name: 'Access log' }).click();
  const look = mlro.page.getByRole('row', {
    name: /^Otto Kay \(Manager\) opened the document Passport or identity card, identity.pdf/,
  });
  await look.first().waitFor();
  await inspect(mlro.page, 'looks');
  await mlro.page.getByRole('link', { name: 'Staff audit log' }).click();
  await mlro.page
    .getByRole('row', { name: /^Otto Kay.* approved the case of Test Shop/ })
    .first()
    .waitFor();
  await mlro.page.getByLabel('Search').fill('Otto');
  await mlro.page
    .getByRole('row', { name: /^Mira Lind/ })
    .first()
    .waitFor({ state: 'detached' });
  await inspect(mlro.page, 'audit');
  await mlro.leave();
});

it('acts on a merchant in production, and reads what the merchant wrote', { timeout: PATIENCE_MS }, async () => {
  const applicant = await makeApplicant(staff.api.db, { person: { full_name: 'Sanctioned Sample Person' } });
  await applicant.skipTest();
  await applicant.handInBusiness();
  await applicant.handInPeople();
  const { caseId } = applicant;
  await inTransaction(staff.api.db, async (tx) => {
    await assessCase(tx, await readCase(tx, caseId), { box: testBox, sandbox: true, nowMs: Date.now() });
    await execute(tx, `UPDATE compliance_case SET status = 'production' WHERE id = $1`, [caseId]);
    const words = 'Ida Strand holds half of the shares since this week.';
    await addStatement(tx, { caseId, kind: 'owner', words, said_by: 'Nora Quay', nowMs: Date.now() });
  });
  const { page, leave } = await staff.deskOf('mlro', 'Mira Lind');
  await page.goto(`${staff.origin}/compliance/cases/${caseId}`);
  await page.getByText('Ida Strand holds half of the shares').waitFor();
  await inspect(page, 'case-in-production');
  for (const act of ['Suspend', 'Restrict', 'End the relationship', 'Verify again']) {
    await page.getByRole('button', { name: act, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click();
    await page.getByText('A reason is required.').waitFor();
    await inspect(page, `dialog-${act.toLowerCase().replaceAll(' ', '-')}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Write a disposition' }).click();
  await page.getByRole('dialog').waitFor();
  await inspect(page, 'dialog-match');
  await leave();
});
