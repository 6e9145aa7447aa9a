import { expect, inject, test } from 'vitest';
import { withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const visit = withBrowser();

test.each([
  ['pay', 'invoice.done', 'Paid, thank you'],
  ['short', 'invoice.partially_paid', 'DEMO-DO-NOT-PAY'],
  ['late', 'invoice.expired_paid', 'late'],
  ['reorg', 'invoice.done', 'Paid, thank you'],
])('a visitor without an account plays the case %s in the demo', async (played, event, shown) => {
  const { page, context, complaints } = await visit(product.url);
  await page.goto(`${product.url}/demo?case=${played}`);
  const chosen = page.locator('select[name="case"]');
  await expect.poll(() => chosen.inputValue()).toBe(played);
  await page.getByRole('button', { name: 'Generate invoice' }).click();
  await page.getByText(event, { exact: true }).waitFor();
  const payer = page.frameLocator('iframe');
  await payer.getByText('DEMO: do not send any funds').waitFor();
  await payer.getByText(new RegExp(shown, 'i')).first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  await expectBooksInBalance(databaseUrl);
});
