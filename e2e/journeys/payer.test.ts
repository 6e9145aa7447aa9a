import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import type { Invoice } from '../../contract/invoice.ts';
import { readCode } from '../../invoice-page/fixtures/browser.fixture.ts';
import { expectAccessible, type Visit, withBrowser } from '../../scripts/testing/browser.ts';
import { openShop } from '../shop.fixture.ts';

const product = inject('product');
const shop = openShop(product);
const visit = withBrowser();
const phone = { viewport: { width: 376, height: 812 } };

test('a payer opens the link, chooses a coin, scans the code, pays, and sees it confirm and finish without a reload', async () => {
  const { invoice, page, complaints, context } = await openInvoice({ success_url: 'https://shop.example/thanks' });
  await titled(page, 'Choose how to pay');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Litecoin' }).click();
  await titled(page, 'Pay with Litecoin');

  const chosen = await shop.read(invoice.id);
  expect(chosen).toMatchObject({ status: 'pending', gate_id: 'LTC' });
  expect(await page.locator('.address').textContent()).toContain(chosen.address?.slice(-6));
  await expect.poll(() => readCode(page.locator('svg.code')), { interval: 250 }).toBe(chosen.payment_uri);
  await expectAccessible(page);

  const loads = countLoads(page);
  await shop.pay(invoice.id, 'zero_conf');
  await titled(page, 'We see your payment');
  await expectAccessible(page);
  await shop.makeBlocks('LTC', 6);
  await titled(page, 'Paid, thank you');
  await expectAccessible(page);
  expect(await page.getByRole('link', { name: 'Return to Harbour Books' }).getAttribute('href')).toContain('/thanks');
  expect(loads()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a payer who sent a part is asked to pay the rest, and is done when it arrives', async () => {
  const { invoice, page, complaints, context } = await openInvoice({ gate_id: 'BTC' });
  await titled(page, 'Pay with Bitcoin');
  await shop.pay(invoice.id, 'partial');
  await titled(page, 'Almost there, send the rest');
  await expectAccessible(page);
  const { amount_remaining } = await shop.read(invoice.id);
  expect(await page.locator('.due .amount').textContent()).toContain(amount_remaining?.replace(/0+$/, ''));
  await shop.pay(invoice.id, 'paid');
  await titled(page, 'Paid, thank you');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a payer who comes too late is warned not to pay', async () => {
  const { page, complaints, context } = await openInvoice({ gate_id: 'BTC', lifetime_seconds: 5 });
  await titled(page, 'This invoice has expired');
  await page.getByText('Please do not send anything to the old address.').waitFor();
  expect(await page.locator('.address').count()).toBe(0);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a payer of XRP is given the destination tag as a step of its own', async () => {
  const { invoice, page, complaints, context } = await openInvoice({ gate_id: 'XRP' });
  await titled(page, 'Pay with XRP');
  const { destination_tag } = await shop.read(invoice.id);
  expect(await page.locator('code.tag').textContent()).toBe(destination_tag);
  await page.getByText('Your wallet needs both of these').waitFor();
  await expectAccessible(page);
  await shop.pay(invoice.id, 'over');
  await titled(page, 'Paid, and a little more');
  await expectAccessible(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a payer with the keyboard alone chooses, says "I have paid", and learns the outcome', async () => {
  const { invoice, page, complaints, context } = await openInvoice({});
  await titled(page, 'Choose how to pay');
  await page.getByRole('button', { name: 'XRP' }).press('Enter');
  await titled(page, 'Pay with XRP');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('title');
  await page.getByRole('button', { name: 'I have paid' }).press('Enter');
  await page.getByRole('status').filter({ hasText: 'Your payment appears here' }).waitFor();
  await shop.pay(invoice.id, 'paid');
  await titled(page, 'Paid, thank you');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a link to no invoice is a page that says so', async () => {
  const { page, context } = await visit(product.url, phone);
  const answer = await page.goto(`${product.url}/invoice/01890000-0000-7000-8000-000000000000`);
  expect(answer?.status()).toBe(404);
  await titled(page, 'We cannot find this invoice');
  await expectAccessible(page);
  await context.close();
});

async function openInvoice(body: Parameters<typeof shop.create>[0]): Promise<Visit & { invoice: Invoice }> {
  const invoice = await shop.create({ amount: '49.90', description: 'Two paperbacks', ...body });
  const visitor = await visit(product.url, phone);
  await visitor.page.goto(invoice.checkout_url);
  return { ...visitor, invoice };
}

async function titled(page: Page, title: string): Promise<void> {
  await page.locator('html[data-live] #title', { hasText: title }).waitFor();
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}
