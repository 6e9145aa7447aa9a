import { expect, inject, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { newcomerAt, PASSWORD, titled } from '../newcomer.fixture.ts';

const product = inject('product');
const { codeOf } = openMailBox(product.mail_ui);
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };
const phone = { viewport: { width: 376, height: 812 } };
const newcomer = newcomerAt(product);

test('a stranger signs up, names the company and turns on 2FA; another browser is confirmed by mail and second factor', async () => {
  const email = `${newId()}@quay.example`;
  const { page, complaints, context } = await visit(product.url, desk);
  await newcomer.signUp(page, email);
  await newcomer.nameCompany(page);
  const { recoveryCodes } = await newcomer.turnOnTwoFactor(page, email);
  expect(recoveryCodes).toHaveLength(10);
  await page.getByText('2FA turned on').waitFor();
  expect(complaints).toEqual([]);

  const other = await visit(product.url, phone);
  await other.page.goto(`${product.url}/balance`);
  await titled(other.page, 'Sign in');
  await other.page.getByLabel('Email').fill(email);
  await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.page.keyboard.press('Enter');
  await titled(other.page, 'Confirm this device');
  await expectAccessible(other.page);
  await other.page.keyboard.type(await codeOf(email, 'Confirm your new device'));
  await titled(other.page, '2FA code');
  await other.page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await other.page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await other.page.keyboard.press('Enter');
  await titled(other.page, 'Balance');
  await other.context.close();

  // The first browser sees the second, and ends it.
  await page.reload();
  await page.getByText('New device confirmed').waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You are not signed in anywhere else.').waitFor();
  await context.close();
});
