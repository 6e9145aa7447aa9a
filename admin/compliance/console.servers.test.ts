import { mkdirSync } from 'node:fs';
import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../api/testing.fixture.ts';
import { raiseAlert } from '../../db/alerts.ts';
import { assessCase } from '../../db/compliance/assess.ts';
import { readCase } from '../../db/compliance/case-rows.ts';
import { applyCaseEvent } from '../../db/compliance/process.ts';
import { addStatement } from '../../db/compliance/statements.ts';
import { makeApplicant } from '../../db/compliance/testing.fixture.ts';
import { makeInvoice, paymentsChanged, recordPayment } from '../../db/invoices/testing.fixture.ts';
import { GATEWAY } from '../../db/ledger/accounts.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import { createAccountSecrets } from '../../db/people/account-secrets.ts';
import { hashPassword } from '../../db/people/passwords.ts';
import { inTransaction } from '../../db/sequelize.ts';
import { execute } from '../../db/sql.ts';
import { addStaff, newStaffLink } from '../../db/staff/people.ts';
import { totpContextOf } from '../../db/staff/two-factor.ts';
import { countOperations, draftReports } from '../../db/suspicion/linked-reports.ts';
import { testBox, testEncryptionKey } from '../../db/testing.fixture.ts';
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
    applyCaseEvent(tx, { id: applicant.caseId, event: { type: 'checked' }, cause: newId(), nowMs: Date.now() }),
  ).catch(() => {});
}

async function openDocuments(page: Page, kinds: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 1441, height: 900 });
  for (const kind of kinds) {
    await page.getByRole('button', { name: `Open ${kind}.pdf` }).click();
    await page.getByLabel('Reason').fill('Compare with the register.');
    await page.getByRole('button', { name: 'Open and record' }).click();
    await page.getByText('the look recorded').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

/** Somebody of staff who is signed in. Who leaves has met no complaint of the browser, refusals aside. */
async function deskOf(role: StaffRole, fullName: string) {
  const { page, complaints } = await open({ origin, signedIn: false });
  await signIn(page, await person(role, fullName));
  const leave = async () => {
    expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await page.context().close();
  };
  return { page, leave };
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

/** A merchant who owes 0.0015 BTC after a reorganization of a payment to an invoice. */
async function debtor(): Promise<void> {
  const shop = await api.merchant();
  const invoice = await makeInvoice(api.db, shop, { priceMinor: 10_000n });
  const debit = { owner: shop.merchantId, mode: shop.mode, asset: 'BTC', kind: 'receivable' } as const;
  const credit = { ...debit, owner: GATEWAY, kind: 'custody:BTC' } as const;
  const postings = [{ debit, credit, minor: 150_000n }];
  const transfer = { key: `test:${newId()}`, kind: 'test', invoiceId: invoice.id, postings };
  await inTransaction(api.db, (tx) => postTransfers(tx, [transfer]));
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
    await inspect(manager.page, 'document');
    await manager.page.setViewportSize({ width: 1441, height: 900 });
    await manager.page.getByRole('button', { name: 'Close' }).last().click();
    await openDocuments(manager.page, ['registration', 'ownership', 'business_address']);
    const approve = manager.page.getByRole('button', { name: 'Approve' });
    expect(await approve.isDisabled()).toBe(true);
    await manager.page.getByText('Open these documents before you approve: Proof of address.').waitFor();
    await openDocuments(manager.page, ['person_address']);
    expect(await approve.isEnabled()).toBe(true);

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
    await openDocuments(mlro.page, ['registration', 'ownership', 'business_address', 'identity', 'person_address']);
    await mlro.page.getByRole('button', { name: 'Approve' }).click();
    await mlro.page.getByLabel('Reason').fill('I agree.');
    await mlro.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await mlro.page.getByText('Nothing is to be decided in this state.').waitFor();
    await inspect(mlro.page, 'case-approved');
    await mlro.page.setViewportSize({ width: 1441, height: 900 });
    await mlro.page.getByRole('link', { name: 'Looks' }).click();
    await mlro.page.getByText('Otto Kay (Manager) looked at the document identity: identity.pdf').waitFor();
    await inspect(mlro.page, 'looks');
    await mlro.page.getByRole('link', { name: 'Staff audit' }).click();
    await mlro.page.getByText('approved the case of Test Shop').first().waitFor();
    await inspect(mlro.page, 'audit');
    for (const { complaints } of [manager, mlro]) expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await mlro.page.context().close();
  });

  it('acts on a merchant in production, and reads what the merchant wrote', { timeout: PATIENCE_MS }, async () => {
    const applicant = await makeApplicant(api.db, { person: { full_name: 'Sanctioned Sample Person' } });
    await applicant.skipTest();
    await applicant.handInBusiness();
    await applicant.handInPeople();
    const { caseId } = applicant;
    await inTransaction(api.db, async (tx) => {
      await assessCase(tx, await readCase(tx, caseId), { box: testBox, sandbox: true, nowMs: Date.now() });
      await execute(tx, `UPDATE compliance_case SET status = 'production' WHERE id = $1`, [caseId]);
      const words = 'Ida Strand holds half of the shares since this week.';
      await addStatement(tx, { caseId, kind: 'owner', words, said_by: 'Nora Quay' });
    });
    const { page, complaints } = await open({ origin, signedIn: false });
    await signIn(page, await person('mlro', 'Mira Lind'));
    await page.goto(`${origin}/compliance/cases/${caseId}`);
    await page.getByText('Ida Strand holds half of the shares').waitFor();
    await inspect(page, 'case-in-production');
    for (const act of ['Suspend', 'Restrict', 'End the relationship', 'Verify again']) {
      await page.setViewportSize({ width: 1441, height: 900 });
      await page.getByRole('button', { name: act, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click();
      await page.getByText('A reason is required.').waitFor();
      await inspect(page, `dialog-${act.toLowerCase().replaceAll(' ', '-')}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 1441, height: 900 });
    await page.getByRole('button', { name: 'Write a disposition' }).click();
    await page.getByRole('dialog').waitFor();
    await inspect(page, 'dialog-match');
    expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await page.context().close();
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
    await page.goto(`${origin}/compliance/operations?mode=sandbox`);
    await page.getByRole('link', { name: /Invoice order-5000/ }).waitFor();
    await inspect(page, 'operations');

    await page.setViewportSize({ width: 1441, height: 900 });
    await page.goto(`${origin}/compliance/reports?mode=sandbox`);
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
    await page.getByText('Your decision is noted. One more person must agree.').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Take the file' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^linked-operations-.*\.txt$/);
    expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await page.context().close();
  });

  it('lists debts, and writes one off by two people of two roles', { timeout: PATIENCE_MS }, async () => {
    const custodyOf = async (role: StaffRole, fullName: string) => {
      const desk = await deskOf(role, fullName);
      await desk.page.getByRole('link', { name: 'Custody' }).click();
      return { ...desk, debts: desk.page.getByRole('region', { name: 'Debts of merchants' }) };
    };
    const manager = await custodyOf('manager', 'Otto Kay');
    await manager.debts.getByText('No merchant owes anything.').waitFor();
    await inspect(manager.page, 'debts-none');
    await debtor();
    await manager.page.setViewportSize({ width: 1441, height: 900 });
    await manager.debts.getByRole('button', { name: /^Write off 0.00150000 BTC of / }).click();
    const asking = manager.page.getByRole('dialog');
    await asking.getByRole('button', { name: 'Request write-off' }).click();
    await asking.getByText('A reason is required.').waitFor();
    await asking.getByLabel('Reason').fill('The shop has closed.');
    await inspect(manager.page, 'debts-request');
    await asking.getByRole('button', { name: 'Request write-off' }).click();
    await manager.page.getByText('The write-off is requested.').waitFor();
    await manager.page.setViewportSize({ width: 1441, height: 900 });
    await manager.debts.getByText('Requested by Otto Kay').filter({ visible: true }).waitFor();
    expect(await manager.debts.getByRole('button').count()).toBe(0);
    await manager.leave();

    const overseer = await custodyOf('representative', 'Ines Holm');
    await overseer.debts.getByText('The shop has closed.').filter({ visible: true }).waitFor();
    expect(await overseer.debts.getByRole('button').count()).toBe(0);
    await overseer.leave();

    const mlro = await custodyOf('mlro', 'Mira Lind');
    await mlro.debts.getByText('Requested by Otto Kay').filter({ visible: true }).waitFor();
    await inspect(mlro.page, 'debts');
    await mlro.page.setViewportSize({ width: 1441, height: 900 });
    await mlro.debts.getByRole('button', { name: /^Confirm the write-off of 0.00150000 BTC of / }).click();
    await mlro.page.getByRole('dialog').getByText('The shop has closed.').waitFor();
    await inspect(mlro.page, 'debts-confirm');
    await mlro.page.getByRole('button', { name: 'Write it off' }).click();
    await mlro.debts.getByText('No merchant owes anything.').waitFor();
    await mlro.leave();
  });

  it('deletes an account by two people of two roles', { timeout: PATIENCE_MS }, async () => {
    const deletionsOf = async (role: StaffRole, fullName: string) => {
      const desk = await deskOf(role, fullName);
      await desk.page.getByRole('link', { name: 'Deletions' }).click();
      await desk.page.getByRole('heading', { name: 'Deletions', level: 1 }).waitFor();
      return desk;
    };
    const manager = await deletionsOf('manager', 'Otto Kay');
    await manager.page.getByText('No owner has asked for the deletion of an account.').waitFor();
    await inspect(manager.page, 'deletions-none');
    const leaving = await api.merchant();
    const invoice = await makeInvoice(api.db, leaving, { priceMinor: 10_000n });
    await execute(api.db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [leaving.merchantId]);
    await manager.page.setViewportSize({ width: 1441, height: 900 });
    await manager.page.reload();
    await manager.page.getByText('1 open invoice (sandbox).').filter({ visible: true }).waitFor();
    expect(await manager.page.getByRole('button', { name: /^Delete the account of / }).count()).toBe(0);
    await inspect(manager.page, 'deletions-open');
    await execute(api.db, `UPDATE invoice SET status = 'canceled' WHERE id = $1`, [invoice.id]);
    await manager.page.setViewportSize({ width: 1441, height: 900 });
    await manager.page.reload();
    await manager.page.getByRole('button', { name: /^Delete the account of / }).click();
    await manager.page.getByLabel('Reason').fill('The owner asked, nothing is open.');
    await inspect(manager.page, 'deletions-request');
    await manager.page.getByRole('button', { name: 'Request deletion' }).click();
    await manager.page.getByText('The deletion is requested.').waitFor();
    await manager.leave();

    const mlro = await deletionsOf('mlro', 'Mira Lind');
    await mlro.page.setViewportSize({ width: 1441, height: 900 });
    await mlro.page.getByRole('button', { name: /^Confirm the deletion of the account of / }).click();
    await mlro.page.getByRole('dialog').getByText('The owner asked, nothing is open.').waitFor();
    await inspect(mlro.page, 'deletions-confirm');
    await mlro.page.getByRole('button', { name: 'Delete for good' }).click();
    await mlro.page.getByText('No owner has asked for the deletion of an account.').waitFor();
    await mlro.leave();
  });

  it('shows alerts as they come, and acknowledges one by keyboard alone', { timeout: PATIENCE_MS }, async () => {
    await execute(api.db, 'DELETE FROM alert');
    const { page, leave } = await deskOf('manager', 'Otto Kay');
    const rooms = page.getByRole('navigation', { name: 'Console' });
    await rooms.getByRole('link', { name: 'Alerts' }).click();
    await page.getByText('No open alerts').waitFor();
    await inspect(page, 'alerts-empty');
    await page.getByRole('button', { name: 'View resolved alerts' }).click();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByText('No open alerts').waitFor();

    await raiseAlert(api.db, { kind: 'custody_surplus', subject: 'production:LTC', message: '0.1 LTC too many.' });
    await raiseAlert(api.db, { kind: 'trial_balance', subject: 'ledger', message: 'Account 7 is off by 3.' });
    await execute(
      api.db,
      `UPDATE alert_notice n SET state = 'delivered', attempts = 1, first_attempt_at = now(), delivered_at = now(),
         sent_to = '{ops@pay.test}' FROM alert a WHERE a.id = n.alert_id AND n.channel = 'mail'`,
    );
    await execute(
      api.db,
      `UPDATE alert_notice SET attempts = 3, first_attempt_at = now(), last_error = '503' WHERE channel = 'webhook'`,
    );
    await execute(
      api.db,
      `INSERT INTO alert_notice (alert_id, channel, stage)
       SELECT id, 'pagerduty', 'escalated_1' FROM alert WHERE kind = 'trial_balance'`,
    );
    // Nothing was pressed: the list is read again by itself.
    const books = page.getByRole('link', { name: 'The books do not balance' }).filter({ visible: true });
    await books.waitFor();
    await page.reload();
    await rooms.getByRole('link', { name: 'Alerts 1' }).waitFor();
    await inspect(page, 'alerts');
    expect(await page.locator('tbody th').allTextContents()).toEqual([
      'The books do not balance',
      'More coins than books',
    ]);

    await books.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The books do not balance', level: 1 }).waitFor();
    await page.getByText('Not delivered yet: 503').waitFor();
    await page.getByText('Delivered to ops@pay.test').waitFor();
    await inspect(page, 'alert');
    await page.getByRole('button', { name: 'Acknowledge' }).focus();
    await page.keyboard.press('Enter');
    const note = page.getByLabel('What are you doing about it?');
    await note.waitFor();
    await inspect(page, 'alert-acknowledge');
    expect(await note.evaluate((field) => field === document.activeElement)).toBe(true);
    const submit = async () => {
      for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    };
    await submit();
    await page.getByText('A note is required.').waitFor();
    expect(await note.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('Comparing account 7.');
    await submit();
    await page.getByText('Acknowledged. It no longer escalates.').waitFor();
    await page.getByText('Acknowledged by Otto Kay (Manager)').waitFor();
    await rooms.getByRole('link', { name: 'Alerts', exact: true }).waitFor();
    await inspect(page, 'alert-acknowledged');
    await leave();

    const overseer = await deskOf('representative', 'Ines Holm');
    await overseer.page.goto(`${origin}/compliance/alerts?kind=custody_surplus`);
    await overseer.page.getByRole('link', { name: 'More coins than books' }).click();
    await overseer.page.getByText('An MLRO or a manager can do so.').waitFor();
    expect(await overseer.page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
    await overseer.page.getByRole('link', { name: 'production:LTC' }).click();
    await overseer.page.getByRole('heading', { name: 'Custody', level: 1 }).waitFor();
    await overseer.page.goto(`${origin}/compliance/alerts/runbooks/custody_missing`);
    await overseer.page.getByRole('link', { name: 'TidegateCoinsMissing' }).waitFor();
    await inspect(overseer.page, 'runbook');
    await overseer.leave();
  });

  it('shows the treasury, and stops and resumes hedging with a reason', { timeout: PATIENCE_MS }, async () => {
    const account = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC' } as const;
    const debit = { ...account, kind: 'custody:BTC' } as const;
    const postings = [{ debit, credit: { ...account, kind: 'position' } as const, minor: 12_500_000n }];
    await inTransaction(api.db, (tx) => postTransfers(tx, [{ key: `test:${newId()}`, kind: 'test', postings }]));
    const { page, leave } = await deskOf('manager', 'Nora Lind');
    await page.getByRole('link', { name: 'Treasury' }).click();
    await page.getByRole('heading', { name: 'Treasury', level: 1 }).waitFor();
    await page.getByText('0.125', { exact: true }).first().waitFor();
    await inspect(page, 'treasury');
    await page.getByRole('button', { name: 'Stop hedging: All assets, sandbox' }).click();
    await page.getByLabel('Reason').fill('The exchange has maintenance.');
    await page.getByRole('button', { name: 'Stop hedging', exact: true }).click();
    await page.getByText(/The exchange has maintenance/).waitFor();
    await page.getByRole('button', { name: 'Resume hedging: All assets, sandbox' }).click();
    await page.getByLabel('Reason').fill('It is over.');
    await page.getByRole('button', { name: 'Resume hedging', exact: true }).click();
    await page.getByRole('button', { name: 'Stop hedging: All assets, sandbox' }).waitFor();
    await leave();
  });
});
