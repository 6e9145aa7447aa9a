import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { TEST_ADDRESSES } from '../../domain/outflows/test-addresses.ts';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { newcomerAt, titled } from '../newcomer.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const mails = openMailBox(product.mail_ui);
const newcomer = newcomerAt(product);
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };

test('somebody who has never seen it signs up, takes a test payment, pays out and refunds by what the pages offer', async () => {
  const email = `first-day-${Date.now()}@quay.example`;
  const { page, complaints, context } = await visit(product.url, desk);
  await newcomer.signUp(page, email);
  await newcomer.nameCompany(page);

  await page.getByRole('link', { name: /^Pay a test invoice/ }).click();
  await takePayment(page);
  await link(page, 'View invoice').click();
  await page.getByRole('heading', { name: /^€25\.00/, level: 1 }).waitFor();
  const invoice = page.url();

  await link(page, 'Balance').click();
  await page.getByRole('tab', { name: 'Convert' }).or(link(page, 'Convert')).click();
  await page.getByText('once your business is verified').waitFor();
  await expectAccessible(page);
  await link(page, 'Go to verification').waitFor();

  await link(page, 'Payouts').click();
  await link(page, 'Request payout').first().click();
  await page.getByLabel('Asset').click();
  await page.getByRole('option', { name: /^BTC/ }).click();
  await button(page, 'Use a test address').click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.0001');
  await button(page, 'Continue').click();
  await confirm(page, email, '[Sandbox] Confirm your payout');
  await page.waitForURL('**/payouts/details?id=*');
  await page
    .getByRole('status')
    .filter({ hasText: 'Done' })
    .or(page.getByText('Done', { exact: true }))
    .first()
    .waitFor();

  await page.goto(invoice);
  await button(page, 'Refund…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Available in your balance: 0\.00018\d+ BTC/).waitFor();
  await dialog.getByLabel('How much').click();
  await page.getByRole('option', { name: 'A part' }).click();
  await dialog.getByLabel(/^Amount/).fill('0.0001');
  await dialog.getByRole('button', { name: 'Use a test address' }).click();
  expect(await dialog.getByLabel('Address on Bitcoin').inputValue()).toBe(TEST_ADDRESSES.BTC);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await confirm(page, email, '[Sandbox] Confirm your refund');
  await page.getByText('Refunded', { exact: false }).first().waitFor();
  await expectBooksInBalance(databaseUrl);
  expect(complaints.filter((each) => !/ 422 /.test(each))).toEqual([]);
  await context.close();
});

/** On the page of test payments: an invoice, its payment, and the blocks that confirm it. */
async function takePayment(page: Page): Promise<void> {
  await titled(page, 'Integration');
  await button(page, 'Create a test invoice').click();
  await button(page, 'Send payment').click();
  const done = page.getByText('Done', { exact: true });
  await expect
    .poll(async () => {
      if (await done.isVisible()) return true;
      await button(page, 'Add a block').click();
      return false;
    })
    .toBe(true);
}

async function confirm(page: Page, email: string, subject: string): Promise<void> {
  const code = await mails.codeOf(email, subject, TEST_ADDRESSES.BTC);
  const button = page.getByRole('button', { name: 'Confirm', exact: true });
  const field = page.getByLabel(/^Code sent to/);
  await button.or(field).first().waitFor();
  if (await button.isVisible()) await button.click();
  await field.fill(code);
}

function link(page: Page, name: string) {
  return page.getByRole('link', { name, exact: true });
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}
