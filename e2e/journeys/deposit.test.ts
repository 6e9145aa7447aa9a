import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { signInMerchant } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };

test('a merchant gives a customer an address, it is paid twice, and both deposits reach the balance while one looks on', async () => {
  const reference = `customer-${Date.now()}`;
  const { page, context } = await visit(product.url, desk);
  await signInMerchant(page, product);

  await page.goto(`${product.url}/balance`);
  await page.getByRole('link', { name: 'Deposit', exact: true }).click();
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: /^LTC/ }).click();
  await page.getByRole('textbox', { name: 'Customer reference' }).fill(reference);
  await page.getByRole('button', { name: 'Get address' }).click();
  await page.getByText('Deposit created').waitFor();
  await page.getByText('Send only LTC on the Litecoin network').waitFor();
  await page.getByRole('img', { name: /^QR code of the LTC/ }).waitFor();
  await expectAccessible(page);

  for (const amount of ['0.5', '1.25']) {
    await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await page.getByRole('button', { name: 'Send payment' }).click();
    await page.getByText(`Payment sent: ${amount.padEnd(10, '0')} LTC`).waitFor();
  }
  // Later deposits wait behind "1 new".
  await expect.poll(async () => (await depositsOf(page, reference)).length).toBe(2);
  await page.getByRole('link', { name: 'View deposits' }).click();
  await page.getByRole('searchbox').fill(reference);
  await expect.poll(() => rowsDone(page, reference)).toBe(2);
  await expectAccessible(page);

  await page.getByRole('link', { name: reference }).first().click();
  await page.getByText('Added to your balance').first().waitFor();
  await page.getByText('Payment confirmed and credited').first().waitFor();
  await expectAccessible(page);
  expect(await settledOf(page, reference)).toEqual(['0.49750000', '1.24375000']);

  // The same gate and reference again: the same address, whatever else is asked.
  const again = await spa<{ id: string }[]>(page, `addresses?reference=${reference}`);
  expect(again).toHaveLength(1);
  await expectBooksInBalance(databaseUrl);
  await context.close();
});

/** Deposits of the customer that the list shows as done; it is never loaded again by hand. */
function rowsDone(page: Page, reference: string): Promise<number> {
  return page.getByRole('row').filter({ hasText: reference }).filter({ hasText: 'Done' }).count();
}

async function settledOf(page: Page, reference: string): Promise<string[]> {
  return (await depositsOf(page, reference))
    .filter(({ status }) => status === 'done')
    .map(({ net_amount }) => net_amount)
    .sort();
}

function depositsOf(page: Page, reference: string) {
  return spa<{ status: string; net_amount: string }[]>(page, `deposits?reference=${reference}`);
}

/** A call of the back office in the session of the page. */
function spa<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (url) => {
    const answer = await fetch(url, { headers: { 'x-visitor-id': 'journey' } });
    return ((await answer.json()) as { data: T }).data;
  }, `/spa/sandbox/${path}`) as Promise<T>;
}
