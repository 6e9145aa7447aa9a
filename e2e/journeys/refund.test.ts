import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInMerchant } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const shop = openShop(product);
const mails = openMailBox(product.mail_ui);
const visit = withBrowser();
const phone = { viewport: { width: 376, height: 812 } };
const desk = { viewport: { width: 1441, height: 900 } };

test('a payer asks for money back by the mailed link, the merchant gives a part of it back, the chain confirms it, and the payer sees it', async () => {
  const owner = product.login.email;
  const email = `payer-${Date.now()}@payer.example`;
  const invoice = await shop.create({ amount: '500.00', gate_id: 'BTC', customer: { email } });
  await shop.pay(invoice.id, 'over');
  const { amount_due } = await shop.until(invoice.id, 'overpaid');

  const link = await mails.linkOf(email, '[Sandbox] Your payment to Harbour Books is complete');
  expect(link).toContain(`/invoice/${invoice.id}#refund=`);
  const payer = await visit(product.url, phone);
  await payer.page.goto(link);
  await payer.page.getByText('Where should we send your refund?').waitFor();
  await expectAccessible(payer.page);
  const address = payer.page.getByLabel('Your Bitcoin address');
  await address.fill(invoice.address ?? '');
  await payer.page.getByRole('button', { name: 'Request refund' }).click();
  // Refunds cannot go to the deposit address: the form says so and keeps the input.
  await payer.page.getByText('We cannot send to this address.').waitFor();
  await address.fill(RECIPIENTS.BTC);
  await payer.page.keyboard.press('Enter');
  await titled(payer.page, 'Your refund is requested');
  await expectAccessible(payer.page);

  const merchant = await visit(product.url, desk);
  await signInMerchant(merchant.page, product);
  await mails.linkOf(owner, `[Sandbox] A payer requests a refund: ${invoice.id}, €500.00`);
  await merchant.page.goto(`${product.url}/history/details?id=${invoice.id}`);
  await merchant.page.getByText('The payer requests a refund').waitFor();
  await expectAccessible(merchant.page);

  // More than the excess and less than all: a part of the price goes back too.
  const part = formatAmount(parseAmount(amount_due ?? '', 8) / 2n, 8);
  await merchant.page.getByRole('button', { name: 'Refund…' }).click();
  await merchant.page.getByRole('combobox', { name: 'How much' }).click();
  await merchant.page.getByRole('option', { name: 'A part' }).click();
  await merchant.page.getByLabel('Amount in BTC').fill(part);
  await merchant.page.getByRole('button', { name: 'Continue' }).click();
  await merchant.page.getByRole('heading', { name: 'Confirm the refund' }).waitFor();
  await merchant.page.getByText(RECIPIENTS.BTC).first().waitFor();
  await expectAccessible(merchant.page);
  await merchant.page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await merchant.page
    .locator('input[name=code]')
    .fill(await mails.codeOf(owner, '[Sandbox] Confirm your refund', RECIPIENTS.BTC));
  await merchant.page.getByText('BTC to the payer').waitFor();

  const { refunds } = await shop.until(invoice.id, 'partially_refunded');
  expect(refunds).toMatchObject([{ status: 'done', gate_id: 'BTC', amount: part }]);
  const [refund] = refunds;
  await titled(payer.page, 'Part of it is on its way back');
  await payer.page
    .getByText(refund?.txid?.slice(0, 8) ?? 'no transaction')
    .first()
    .waitFor();
  await expectAccessible(payer.page);
  await merchant.page.getByText('Partially refunded').first().waitFor();
  await expectAccessible(merchant.page);
  await mails.linkOf(email, '[Sandbox] Harbour Books has sent money back to you');

  await payer.page.goto('about:blank');
  await payer.page.goto(link);
  await payer.page.getByText('This refund link was already used.').waitFor();
  expect(await payer.page.getByLabel('Your Bitcoin address').count()).toBe(0);
  await expectAccessible(payer.page);

  await expectBooksInBalance(databaseUrl);
  await merchant.context.close();
  await payer.context.close();
});

async function titled(page: Page, title: string): Promise<void> {
  await page.locator('#title', { hasText: title }).waitFor();
}
