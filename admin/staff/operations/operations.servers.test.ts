import { expect, it } from 'vitest';
import { execute } from '../../../db/core/sql.ts';
import { makeInvoice, paymentsChanged, recordPayment } from '../../../db/invoices/testing.fixture.ts';
import { countOperations } from '../../../db/suspicion/linked-operations.ts';
import { draftReports } from '../../../db/suspicion/linked-reports.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

async function paidInvoice(euros: number, customer?: string): Promise<string> {
  const shop = await staff.api.merchant();
  const invoice = await makeInvoice(staff.api.db, shop, {
    priceMinor: BigInt(euros) * 100n,
    reference: `order-${euros}`,
  });
  await recordPayment(staff.api.db, { invoiceId: invoice.id, minor: BigInt(euros) * 2_000n, status: 'confirmed' });
  await paymentsChanged(staff.api.db, invoice.id);
  if (customer) {
    await execute(staff.api.db, `UPDATE invoice SET customer = jsonb_build_object('email', $2::text) WHERE id = $1`, [
      invoice.id,
      customer,
    ]);
  }
  return invoice.id;
}

it('suspends, reports and files', { timeout: PATIENCE_MS }, async () => {
  await paidInvoice(5_000);
  await paidInvoice(14_000, 'split@mail.test');
  await paidInvoice(3_000, 'split@mail.test');
  await countOperations(staff.api.db, Date.now());
  await draftReports(staff.api.db, Date.now());
  const { page, leave } = await staff.deskOf('mlro', 'Mira Lind');
  await page.getByRole('link', { name: 'Suspended operations', exact: false }).first().click();
  await page.getByRole('heading', { name: 'Suspended operations', level: 1 }).waitFor();
  await inspect(page, 'operations-empty');
  // A page that was opened has the focus, and the first key leads over the rooms.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByText('Nothing is suspended').waitFor();
  // Nothing is there to be narrowed.
  await expect.poll(() => page.getByRole('button', { name: 'State' }).count()).toBe(0);
  await page.route('**/operations/subjects*', (route) => route.fulfill({ status: 422, json: {} }));
  await page.getByRole('button', { name: 'Suspend an operation' }).click();
  await page.getByText('Operations could not be looked for').waitFor();
  await page.unroute('**/operations/subjects*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Operations could not be looked for').waitFor({ state: 'detached' });
  await page.getByLabel('Id, reference, address or transaction').fill('order-5000');
  await page.getByRole('button', { name: 'Suspend order-5000' }).waitFor();
  await inspect(page, 'suspend');
  await page.getByRole('button', { name: 'Suspend order-5000' }).click();
  await page.getByLabel('Reason').fill('The payer split the sum.');
  await page.getByRole('button', { name: 'Suspend now' }).click();
  await page.getByRole('heading', { name: /Invoice order-5000/, level: 1 }).waitFor();
  await execute(staff.api.db, "UPDATE suspension SET due_at = now() - interval '1 minute'");
  await page.reload();
  await page.getByText('is overdue: report it or release it now.').waitFor();
  await inspect(page, 'operation-overdue');
  await page.getByRole('button', { name: 'Note the report' }).click();
  await page.getByLabel('Reason').fill('Reported under number 4711.');
  await page.getByRole('dialog').getByRole('button', { name: 'Note the report' }).click();
  await page.getByText('one of them the MLRO').waitFor();
  await inspect(page, 'operation-reported');
  await page.goto(`${staff.origin}/compliance/operations?mode=sandbox`);
  await page.getByRole('link', { name: /Invoice order-5000/ }).waitFor();
  await inspect(page, 'operations');

  await page.goto(`${staff.origin}/compliance/reports?mode=sandbox`);
  await inspect(page, 'reports');
  await page.getByRole('link', { name: /split@mail.test/ }).click();
  await page
    .getByRole('textbox', { name: 'Text of the report' })
    .fill('Two payments of one customer, EUR 17,000 together.');
  await page.getByRole('button', { name: 'Save text' }).click();
  await page.getByText('The text is saved').waitFor();
  await inspect(page, 'report');
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'File', exact: true }).click();
  await page.getByText('Your decision is noted. One more person must agree.').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download file' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^linked-operations-.*\.txt$/);
  await leave();
});
