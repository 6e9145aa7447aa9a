import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute } from '../../../db/core/sql.ts';
import { addStaff, newStaffLink } from '../../../db/staff/people.ts';
import { isRefusal } from '../../testing/screens.fixture.ts';
import { inspect, PASSWORD, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

it('opens by a first link, with an authenticator, and not without', { timeout: PATIENCE_MS }, async () => {
  const token = await inTransaction(staff.api.db, async (tx) => {
    const id = await addStaff(tx, { email: 'mara@staff.test', fullName: 'Mara Pier', role: 'compliance_officer' });
    return newStaffLink(tx, id);
  });
  const { page, complaints } = await staff.open();
  await page.goto(`${staff.origin}/compliance/sign-in`);
  await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor();
  await inspect(page, 'sign-in');
  await page.goto(`${staff.origin}/compliance/sign-in#link=${token}`);
  await page.reload();
  await page.getByRole('heading', { name: 'Welcome, Mara Pier' }).waitFor();
  await inspect(page, 'first-password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code for the authenticator' }).waitFor();
  await inspect(page, 'authenticator');
  const secret = (await page.locator('main').textContent())?.match(/[A-Z2-7]{32}/)?.[0] ?? '';
  await page.getByLabel('Code from the app').fill(await generate({ secret }));
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  await inspect(page, 'recovery-codes');
  await page.getByLabel('I have stored them in a safe place').check();
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
  expect(await page.getByRole('link', { name: 'Access log' }).count()).toBe(0);
  await page.goto(`${staff.origin}/compliance/looks`);
  await page.getByRole('heading', { name: 'Your role does not open this page' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor();
  expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
  await page.context().close();
});

it('leads back to the page after the session ended, and shows the next person only their own', {
  timeout: PATIENCE_MS,
}, async () => {
  const { page, leave } = await staff.deskOf('manager', 'Otto Kay');
  await page.getByRole('link', { name: 'Treasury' }).click();
  await page.getByRole('button', { name: 'Change limits of BTC' }).waitFor();
  await execute(staff.api.db, 'DELETE FROM staff_session');
  // The page asks again by itself.
  await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor();
  await staff.signIn(page, 'representative', 'Ines Holm');
  await page.getByRole('heading', { name: 'Treasury', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Staff sign-in' }).waitFor();
  await staff.signIn(page, 'compliance_officer', 'Mara Pier');
  await page.getByRole('heading', { name: 'Your role does not open this page' }).waitFor();
  expect(await page.getByText('Positions').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Treasury' }).count()).toBe(0);
  await leave();
});
