import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInMerchant } from '../sign-in.fixture.ts';

const product = inject('product');
const shop = openShop(product);
const mails = openMailBox(product.mail_ui);
const visit = withBrowser();
const phone = { viewport: { width: 376, height: 812 } };
const desk = { viewport: { width: 1441, height: 900 } };

test('a merchant asks somebody by email to pay, the recipient pays from the email, and the merchant sees it paid', async () => {
  const merchant = await visit(product.url, desk);
  await signInMerchant(merchant.page, product);
  const email = `ada-${Date.now()}@lund.example`;
  await request(merchant.page, email);
  await expectAccessible(merchant.page);

  const recipient = await visit(product.url, phone);
  await recipient.page.goto(await mails.linkOf(email, '[Sandbox] Harbour Books asks you to pay €49.90'));
  await titled(recipient.page, 'Payment request');
  await recipient.page.getByText('Two lamps').waitFor();
  await expectAccessible(recipient.page);
  await recipient.page.getByRole('button', { name: 'Continue to payment' }).click();
  await titled(recipient.page, 'Choose how to pay');
  await recipient.page.getByRole('button', { name: 'Litecoin' }).click();
  await titled(recipient.page, 'Pay with Litecoin');
  const [, invoiceId = ''] = /\/invoice\/([0-9a-f-]+)/.exec(recipient.page.url()) ?? [];
  await shop.pay(invoiceId, 'paid');
  await titled(recipient.page, 'Paid, thank you');

  await merchant.page.reload();
  await merchant.page.getByText('Paid', { exact: true }).first().waitFor();
  await merchant.page.getByRole('link', { name: 'View invoice' }).click();
  await merchant.page.getByText(email).first().waitFor();
  expect([merchant.complaints, recipient.complaints]).toEqual([[], []]);
  await Promise.all([merchant.context.close(), recipient.context.close()]);
});

test('a request that was canceled says so, and its invoice takes no payment', async () => {
  const { page, complaints, context } = await visit(product.url, desk);
  await signInMerchant(page, product);
  const email = `bo-${Date.now()}@dale.example`;
  await request(page, email);
  const link = await mails.linkOf(email, '[Sandbox] Harbour Books asks you to pay €49.90');
  const recipient = await visit(product.url, phone);
  await recipient.page.goto(link);
  await recipient.page.getByRole('button', { name: 'Continue to payment' }).click();
  await titled(recipient.page, 'Choose how to pay');
  await page.reload();
  await page.getByRole('button', { name: 'Cancel request…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request', exact: true }).click();
  await page.getByText('Payment request canceled').waitFor();
  await titled(recipient.page, 'This invoice was canceled');
  await recipient.page.goto(link);
  await titled(recipient.page, 'This request was canceled');
  // The page answers 410, which a browser complains about.
  expect([complaints, recipient.complaints]).toEqual([[], [expect.stringContaining('410')]]);
  await Promise.all([context.close(), recipient.context.close()]);
});

/** From the navigation to the page of the request. */
async function request(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Payment requests' }).click();
  await titled(page, 'Payment requests');
  await page.getByRole('link', { name: 'New payment request' }).first().click();
  await page.getByLabel('Recipient’s name').fill('Ada Lund');
  await page.getByLabel('Recipient’s email').fill(email);
  await page.getByLabel('Description').fill('Two lamps');
  await page.getByLabel('Amount').fill('49.90');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText(`The email to ${email} is on its way`).waitFor();
  await titled(page, '€49.90');
}

function titled(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name, level: 1 }).waitFor();
}
