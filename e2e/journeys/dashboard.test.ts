import { expect, inject, test } from 'vitest';
import type { OperationsSummary } from '../../contract/dashboard.ts';
import { connect } from '../../db/connect.ts';
import { checkDashboard } from '../../db/dashboard/check.ts';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { openShop } from '../shop.fixture.ts';
import { signInMerchant } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const shop = openShop(product);
const visit = withBrowser();

test('a merchant sees two paid invoices on the dashboard within moments: in charts, in sentences and in tables', async () => {
  const { page, complaints, context } = await visit(product.url, { viewport: { width: 1441, height: 900 } });
  await signInMerchant(page, product);
  const read = async () => {
    const answer = await context.request.get(`${product.url}/spa/sandbox/dashboard/operations-summary`);
    return ((await answer.json()) as { data: OperationsSummary }).data;
  };
  const invoicesOf = ({ operations }: OperationsSummary) =>
    operations.find(({ kind }) => kind === 'invoice')?.count ?? 0;
  const before = await read();

  for (const gateId of ['BTC', 'LTC'] as const) {
    const invoice = await shop.create({ amount: '120.00', gate_id: gateId });
    await shop.pay(invoice.id, 'paid');
    await shop.until(invoice.id, 'done');
  }
  // Other journeys may pay invoices at the same time.
  await expect.poll(async () => invoicesOf(await read())).toBeGreaterThanOrEqual(invoicesOf(before) + 2);
  expect((await read()).payers.paid).toBeGreaterThanOrEqual(before.payers.paid + 2);

  for (const title of ['Operations, last 30 days', 'Asset allocation', 'Payment rate by coin'])
    await page.getByRole('region', { name: title }).getByRole('row').nth(1).waitFor();
  for (const title of ['Total balance', 'Revenue']) {
    const card = page.getByRole('region', { name: title });
    await card.locator('svg').first().waitFor();
    await card.getByRole('button', { name: `View as table: ${title}` }).click();
    await card.getByRole('row').nth(1).waitFor();
  }
  await expectAccessible(page);
  const total = await page.getByRole('region', { name: 'Total balance' }).getByRole('row').nth(1).textContent();
  expect(total).toMatch(/^Now€[1-9]/);
  expect(complaints).toEqual([]);
  await context.close();

  const db = connect(databaseUrl);
  expect(await checkDashboard(db)).toEqual([]);
  await db.close();
});
