import { mkdirSync } from 'node:fs';
import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../api/testing.fixture.ts';
import { applyCaseEvent } from '../../db/compliance/apply.ts';
import { makeApplicant } from '../../db/compliance/testing.fixture.ts';
import { makeInvoice, paymentsChanged, recordPayment } from '../../db/invoices/testing.fixture.ts';
import { createAccountSecrets } from '../../db/people/account-secrets.ts';
import { hashPassword } from '../../db/people/passwords.ts';
import { inTransaction } from '../../db/sequelize.ts';
import { execute } from '../../db/sql.ts';
import { countOperations, draftReports } from '../../db/staff/linked-reports.ts';
import { addStaff, newStaffLink } from '../../db/staff/people.ts';
import { totpContextOf } from '../../db/staff/two-factor.ts';
import { testEncryptionKey } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import type { StaffRole } from '../../domain/staff-permissions.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../scripts/testing/browser.ts';
import { sharedServer } from '../../scripts/testing/shared-servers.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { isRefusal } from '../testing/screens.fixture.ts';

const PASSWORD = 'Lighthouse-keeper-7';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const PATIENCE_MS = 240_000;
/** Where pictures go when somebody wants to look; nowhere else are they made. */
const shots = process.env.SCREENSHOTS;

let api: TestApi;
let origin: string;

beforeAll(async () => {
  const { dist } = await sharedServer<{ dist: string }>('/back-office');
  api = await startTestApi({ deps: { frontEnds: { admin: dist } } });
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
}, PATIENCE_MS);
afterAll(async () => {
  await api?.close();
});

const open = withDesk();

/** Somebody of the role, with a password and an authenticator. */
async function person(role: StaffRole, fullName: string): Promise<string> {
  const email = `${newId()}@staff.test`;
  const { box } = createAccountSecrets(testEncryptionKey);
  const passwordHash = await hashPassword(PASSWORD);
  await inTransaction(api.db, async (tx) => {
    const id = await addStaff(tx, { email, fullName, role });
    const sealed = box.seal(SECRET, totpContextOf(id));
    await execute(
      tx,
      'UPDATE staff_user SET password_hash = $2, totp_secret_sealed = $3, totp_enabled_at = now() WHERE id = $1',
      [id, passwordHash, sealed],
    );
  });
  return email;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${origin}/compliance`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('2FA code').fill(await generate({ secret: SECRET }));
  await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
}

async function caseInReview(): Promise<void> {
  const applicant = await makeApplicant(api.db);
  await applicant.skipTest();
  await applicant.handInBusiness();
  await applicant.handInPeople();
  await inTransaction(api.db, (tx) =>
    applyCaseEvent(tx, { caseId: applicant.caseId, event: 'checked', cause: newId(), nowMs: Date.now() }),
  ).catch(() => {});
}

async function paidInvoice(euros: number, customer?: string): Promise<string> {
  const shop = await api.merchant();
  const invoice = await makeInvoice(api.db, shop, { priceMinor: BigInt(euros) * 100n, reference: `order-${euros}` });
  await recordPayment(api.db, { invoiceId: invoice.id, minor: BigInt(euros) * 2_000n, status: 'confirmed' });
  await paymentsChanged(api.db, invoice.id);
  if (customer) {
    await execute(api.db, `UPDATE invoice SET customer = jsonb_build_object('email', $2::text) WHERE id = $1`, [
      invoice.id,
      customer,
    ]);
  }
  return invoice.id;
}

/** The screen in both schemes and both widths: axe, no sideways scrolling, and a picture where one is wanted. */
async function inspect(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  for (const width of [376, 1441]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `${name} at ${width}`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page, `${name}, ${colorScheme} at ${width}`);
      if (!shots) continue;
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
}

describe('the console of staff', () => {
  it('opens by a first link, with an authenticator, and not without', { timeout: PATIENCE_MS }, async () => {
    const token = await inTransaction(api.db, async (tx) => {
      const id = await addStaff(tx, { email: 'mara@staff.test', fullName: 'Mara Pier', role: 'compliance_officer' });
      return newStaffLink(tx, id);
    });
    const { page, complaints } = await open({ origin, signedIn: false });
    await page.goto(`${origin}/compliance/sign-in`);
    await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor();
    await inspect(page, 'sign-in');
    await page.goto(`${origin}/compliance/sign-in#link=${token}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome, Mara Pier' }).waitFor();
    await inspect(page, 'first-password');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code for the authenticator' }).waitFor();
    await inspect(page, 'authenticator');
    const secret = (await page.locator('main').textContent())?.match(/[A-Z2-7]{32}/)?.[0] ?? '';
    await page.getByLabel('Code of the app').fill(await generate({ secret }));
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
    await inspect(page, 'recovery-codes');
    await page.getByLabel('I keep them in a safe place').check();
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Looks' }).count()).toBe(0);
    await page.goto(`${origin}/compliance/looks`);
    await page.getByRole('heading', { name: 'Your role does not open this page' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor();
    expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await page.context().close();
  });

  it('decides a case by two people, and keeps who looked at what', { timeout: PATIENCE_MS }, async () => {
    await caseInReview();
    const manager = await open({ origin, signedIn: false });
    await signIn(manager.page, await person('manager', 'Otto Kay'));
    await inspect(manager.page, 'cases');
    await manager.page.setViewportSize({ width: 1441, height: 900 });
    await manager.page.getByRole('link', { name: /Test Shop/ }).click();
    await manager.page.getByRole('heading', { name: 'Test Shop', level: 1 }).waitFor();
    await inspect(manager.page, 'case');
    await manager.page.setViewportSize({ width: 1441, height: 900 });

    await manager.page.getByRole('button', { name: 'Open identity.pdf' }).click();
    await manager.page.getByRole('button', { name: 'Open and record' }).click();
    await manager.page.getByText('A reason is required.').waitFor();
    await manager.page.getByLabel('Reason').fill('Compare with the register.');
    await inspect(manager.page, 'open-document');
    await manager.page.getByRole('button', { name: 'Open and record' }).click();
    await manager.page.getByText('the look recorded').waitFor();
    await manager.page.getByRole('button', { name: 'Close' }).last().click();

    await manager.page.setViewportSize({ width: 1441, height: 900 });
    await manager.page.getByRole('button', { name: 'Ask for more' }).click();
    await inspect(manager.page, 'ask-for-more');
    const asking = manager.page.getByRole('dialog', { name: 'Ask for more' });
    expect(await asking.getByLabel(/^Identity document, (?!back)/).count()).toBe(1);
    expect(await asking.getByLabel('Identity document', { exact: true }).count()).toBe(0);
    await manager.page.keyboard.press('Escape');
    await manager.page.getByRole('button', { name: 'Approve' }).click();
    await manager.page.getByLabel('Reason').fill('Papers are right.');
    await manager.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await manager.page.getByText('Another person of another role must too.').waitFor();
    expect(await manager.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await manager.page.context().close();

    const mlro = await open({ origin, signedIn: false });
    await signIn(mlro.page, await person('mlro', 'Mira Lind'));
    await mlro.page.getByRole('link', { name: /Test Shop/ }).click();
    await mlro.page.getByRole('button', { name: 'Approve' }).click();
    await mlro.page.getByLabel('Reason').fill('I agree.');
    await mlro.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await mlro.page.getByText('Nothing is to be decided in this state.').waitFor();
    await inspect(mlro.page, 'case-approved');
    await mlro.page.setViewportSize({ width: 1441, height: 900 });
    await mlro.page.getByRole('link', { name: 'Looks' }).click();
    await mlro.page.getByText('looked at the document identity: identity.pdf').waitFor();
    await inspect(mlro.page, 'looks');
    await mlro.page.getByRole('link', { name: 'Staff audit' }).click();
    await mlro.page.getByText('approved the case of Test Shop').first().waitFor();
    await inspect(mlro.page, 'audit');
    for (const { complaints } of [manager, mlro]) expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await mlro.page.context().close();
  });

  it('suspends, reports and files', { timeout: PATIENCE_MS }, async () => {
    await paidInvoice(5_000);
    await paidInvoice(14_000, 'split@mail.test');
    await paidInvoice(3_000, 'split@mail.test');
    await countOperations(api.db);
    await draftReports(api.db, Date.now());
    const { page, complaints } = await open({ origin, signedIn: false });
    await signIn(page, await person('mlro', 'Mira Lind'));
    await page.getByRole('link', { name: 'Operations', exact: false }).first().click();
    await page.getByRole('heading', { name: 'Suspended operations', level: 1 }).waitFor();
    await inspect(page, 'operations-empty');
    await page.setViewportSize({ width: 1441, height: 900 });
    // A page that was opened has the focus, and the first key leads over the rooms.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.getByLabel('State').selectOption({ label: 'Released' });
    await page.getByText('No entry matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByText('Nothing is suspended').waitFor();
    await page.route('**/operations/subjects*', (route) => route.fulfill({ status: 422, json: {} }));
    await page.getByRole('button', { name: 'Suspend an operation' }).click();
    await page.getByText('Operations could not be looked for').waitFor();
    await page.unroute('**/operations/subjects*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Operations could not be looked for').waitFor({ state: 'detached' });
    await page.getByLabel('Id, reference, address or transaction').fill('order-5000');
    await page.getByRole('button', { name: 'Suspend order-5000' }).waitFor();
    await inspect(page, 'suspend');
    await page.getByRole('button', { name: 'Suspend order-5000' }).click();
    await page.getByLabel('Reason').fill('The payer split the sum.');
    await page.getByRole('button', { name: 'Suspend now' }).click();
    await page.getByRole('heading', { name: /Invoice order-5000/, level: 1 }).waitFor();
    await execute(api.db, "UPDATE suspension SET due_at = now() - interval '1 minute'");
    await page.reload();
    await page.getByText('is overdue: report it or release it now.').waitFor();
    await inspect(page, 'operation-overdue');
    await page.setViewportSize({ width: 1441, height: 900 });
    await page.getByRole('button', { name: 'Note the report' }).click();
    await page.getByLabel('Reason').fill('Reported under number 4711.');
    await page.getByRole('dialog').getByRole('button', { name: 'Note the report' }).click();
    await page.getByText('one of them the MLRO').waitFor();
    await inspect(page, 'operation-reported');
    await page.setViewportSize({ width: 1441, height: 900 });
    await page.goto(`${origin}/compliance/operations`);
    await page.getByRole('link', { name: /Invoice order-5000/ }).waitFor();
    await inspect(page, 'operations');

    await page.setViewportSize({ width: 1441, height: 900 });
    await page.goto(`${origin}/compliance/reports`);
    await inspect(page, 'reports');
    await page.setViewportSize({ width: 1441, height: 900 });
    await page.getByRole('link', { name: /split@mail.test/ }).click();
    await page
      .getByRole('textbox', { name: 'Text of the report' })
      .fill('Two payments of one customer, EUR 17,000 together.');
    await page.getByRole('button', { name: 'Save the text' }).click();
    await page.getByText('The text is saved').waitFor();
    await inspect(page, 'report');
    await page.setViewportSize({ width: 1441, height: 900 });
    await page.getByRole('button', { name: 'File', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'File', exact: true }).click();
    await page.getByText('The report is filed').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Take the file' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^linked-operations-.*\.txt$/);
    expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await page.context().close();
  });
});
