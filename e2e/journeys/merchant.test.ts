import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { expectAccessible, tabTo, type Visit, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInMerchant } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const shop = openShop(product);
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };

test('a merchant signs in, finds an invoice, simulates its payment, sees it done, and signs out, by the keyboard alone', async () => {
  const reference = `desk-${Date.now()}`;
  const { id } = await shop.create({ gate_id: 'XRP', reference });
  const { page, complaints, context } = await signIn('/history');
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  await page.getByRole('link', { name: reference }).waitFor();
  await expectAccessible(page);

  await tabTo(page, reference);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/history/details?id=${id}`);
  await page.getByRole('region', { name: 'Simulate a payment' }).waitFor();
  await tabTo(page, 'Send payment');
  await page.keyboard.press('Enter');
  await statusIs(page, 'Done');
  const { transactions } = await shop.read(id);
  await page
    .getByText(transactions[0]?.txid.slice(0, 8) ?? 'no transaction')
    .first()
    .waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);

  await signOut(page);
  expect((await context.request.get(`${product.url}/spa/user`)).status()).toBe(401);
  await context.close();
});

test('a merchant completes an invoice that was paid short', async () => {
  const reference = `short-${Date.now()}`;
  const { id } = await shop.create({ gate_id: 'BTC', reference, lifetime_seconds: 15 });
  await shop.pay(id, 'partial');
  await shop.until(id, 'invalid');
  const { page, complaints, context } = await signIn(`/history/details?id=${id}`);
  await statusIs(page, 'Invalid');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Complete…' }).press('Enter');
  await page.getByRole('dialog', { name: `Complete ${reference}?` }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Complete invoice' }).press('Enter');
  await statusIs(page, 'Done');
  expect(await shop.read(id)).toMatchObject({ status: 'done', status_reason: 'completed_by_merchant', paid: true });
  await expectBooksInBalance(databaseUrl);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a merchant at the list sees a new invoice announced and a shown one change', async () => {
  const reference = `live-${Date.now()}`;
  const { id } = await shop.create({ gate_id: 'XRP', reference });
  const { page, complaints, context } = await signIn('/history');
  const row = page.getByRole('row', { name: new RegExp(reference) });
  await row.getByText('Pending').waitFor();
  await shop.pay(id, 'paid');
  await row.getByText('Done').waitFor();
  await shop.create({ gate_id: 'XRP', reference: `${reference}-next` });
  await page.getByRole('button', { name: /^Show \d+ new invoices?$/ }).click();
  await page.getByRole('link', { name: `${reference}-next` }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a merchant creates an invoice by hand and gets its link', async () => {
  const { page, complaints, context } = await signIn('/history/create-invoice');
  await page.getByLabel('Amount').fill('31.50');
  await page.getByLabel('Reference').fill(`by-hand-${Date.now()}`);
  await page.getByRole('button', { name: 'Create invoice' }).click();
  await page.getByText('Invoice link').waitFor();
  const link = await page.getByRole('link', { name: 'Open invoice page' }).getAttribute('href');
  const id = link?.split('/').at(-1) ?? '';
  expect(await shop.read(id)).toMatchObject({ status: 'new', total: '31.50', currency: 'EUR' });
  expect(complaints).toEqual([]);
  await context.close();
});

/** Through the real form, and on to a page. */
async function signIn(path: string): Promise<Visit> {
  const visitor = await visit(product.url, desk);
  const { page } = visitor;
  await signInMerchant(page, product);
  await page.goto(`${product.url}${path}`);
  return visitor;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await page.waitForURL('**/auth/sign-in');
}

/** The chip beside the heading. */
async function statusIs(page: Page, word: string): Promise<void> {
  await page.locator('h1 + [role=status]', { hasText: word }).waitFor();
}
