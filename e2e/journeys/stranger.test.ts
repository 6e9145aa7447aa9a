import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { openMailBox } from '../mail-box.fixture.ts';

const product = inject('product');
const { codeOf } = openMailBox(product.mail_ui);
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };
const phone = { viewport: { width: 376, height: 812 } };
const PASSWORD = 'Harbour-lights-7';

test('a stranger signs up, names the company and turns on 2FA; another browser is confirmed by mail and second factor', async () => {
  const email = `${newId()}@quay.example`;
  const { page, complaints, context } = await visit(product.url, desk);
  await signUp(page, email);
  await nameCompany(page);
  const recoveryCodes = await turnOnTwoFactor(page, email);
  expect(recoveryCodes).toHaveLength(10);
  await page.getByText('2FA turned on').waitFor();
  expect(complaints).toEqual([]);

  const other = await visit(product.url, phone);
  await other.page.goto(`${product.url}/balance`);
  await titled(other.page, 'Sign in');
  await other.page.getByLabel('E-mail').fill(email);
  await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.page.keyboard.press('Enter');
  await titled(other.page, 'Confirm this device');
  await expectAccessible(other.page);
  await other.page.keyboard.type(await codeOf(email, 'Confirm your new device'));
  await titled(other.page, 'Two-factor sign-in');
  await other.page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await other.page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await other.page.keyboard.press('Enter');
  await titled(other.page, 'Balance');
  await other.context.close();

  // The first browser sees the second, and ends it.
  await page.reload();
  await page.getByText('New device confirmed').waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You are signed in nowhere else.').waitFor();
  await context.close();
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${product.url}/auth/sign-up`);
  await page.getByLabel('Full name').fill('Nora Quay');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Country of residence').selectOption({ label: 'Germany' });
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByLabel('I accept the privacy policy.').check();
  await page.getByLabel(/AML/).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await titled(page, 'Confirm your e-mail');
  await page.keyboard.type(await codeOf(email, 'Confirm your email address'));
}

async function nameCompany(page: Page): Promise<void> {
  await titled(page, 'Tell us about your company');
  await page.getByLabel('Brand or company name').fill('Quay Outdoor');
  await page.getByLabel('30,000–100,000').check();
  await page.getByLabel('Website').fill('quay.example');
  await page.getByLabel(/I act for this company/).check();
  await page.getByRole('button', { name: 'Open the back office' }).click();
  await titled(page, 'Dashboard');
}

/** @returns the recovery codes, as shown once */
async function turnOnTwoFactor(page: Page, email: string): Promise<string[]> {
  await page.goto(`${product.url}/account?tab=setting`);
  await page.getByRole('button', { name: 'Turn on 2FA' }).click();
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Code of the app').fill(await generate({ secret }));
  await page.getByLabel('Code of the mail').fill(await codeOf(email, 'Turn on two-factor authentication'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  await expectAccessible(page);
  const codes = await page.getByRole('dialog').locator('ol li').allTextContents();
  await page.getByLabel('I have stored these codes.').check();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Turn off 2FA' }).waitFor();
  return codes;
}

function titled(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name, level: 1 }).waitFor();
}
