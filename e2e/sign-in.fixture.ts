import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { hashPassword } from '../db/accounts/passwords.ts';
import { createUserWithHash } from '../db/accounts/users.ts';
import { connect } from '../db/connect.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { execute, one } from '../db/core/sql.ts';
import type { StaffRole } from '../domain/accounts/staff-permissions.ts';
import { type MerchantId, newId } from '../domain/ids.ts';
import type { Started } from '../scripts/start/announce.ts';
import { until } from '../scripts/testing/until.ts';
import { openMailBox } from './mail-box.fixture.ts';
import { PASSWORD } from './newcomer.fixture.ts';

/** Signs the demo merchant in, up to the dashboard. */
export async function signInMerchant(page: Page, { url, login }: Started): Promise<void> {
  await page.goto(`${url}/auth/sign-in`);
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/**
 * Adds an admin to the demo merchant's team, so that the mode and second factor of one journey are nobody else's.
 * @returns the email to sign in with
 */
export async function addColleague(databaseUrl: string, { login }: Started, fullName: string): Promise<string> {
  const email = `${newId()}@harbour.example`;
  const hash = await hashPassword(PASSWORD);
  const db = connect(databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
  try {
    const { id } = await one<{ id: MerchantId }>(db, 'SELECT merchant_id AS id FROM app_user WHERE email = $1', [
      login.email,
    ]);
    await inTransaction(db, async (tx) => {
      await createUserWithHash(tx, { merchantId: id, email, fullName, role: 'admin' }, hash);
      await execute(tx, 'UPDATE app_user SET email_verified_at = now() WHERE email = $1', [email]);
    });
  } finally {
    await db.close();
  }
  return email;
}

/** Signs a colleague in on a new device, which a mailed code confirms. */
export async function signInColleague(page: Page, { url, mail_ui }: Started, email: string): Promise<void> {
  await page.goto(`${url}/auth/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/auth/verify/new-device');
  const field = page.locator('input[inputmode=numeric]').first();
  await field.waitFor();
  await field.pressSequentially(await openMailBox(mail_ui).codeOf(email, 'Confirm your new device'));
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Where money is real, or simulated as if it were. */
export async function enterProduction(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Production', exact: true }).click();
  await page.getByText('You are in production mode').waitFor();
}

/** Signs the demo's person of this role in to the console. */
export async function signInStaff(page: Page, { url, staff }: Started, role: StaffRole): Promise<void> {
  const person = staff?.find((each) => each.role === role);
  if (person === undefined) throw new Error(`The demo has no ${role}.`);
  await page.goto(`${url}/compliance`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await enterFreshCode(page, person.totp_secret);
}

/** A code opens the door once: after a sign-in within the last half minute, in another journey, the next one does. */
async function enterFreshCode(page: Page, secret: string): Promise<void> {
  const field = page.getByLabel('2FA code');
  await field.waitFor();
  let code = '';
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await until(async () => (await generate({ secret })) !== code, 'the authenticator shows the next code');
    code = await generate({ secret });
    const answer = page.waitForResponse((response) => response.url().endsWith('/staff/auth/login'));
    await field.fill(code);
    if (!(await answer).ok()) continue;
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    return;
  }
  throw new Error('The console refused three codes, one after the other.');
}
