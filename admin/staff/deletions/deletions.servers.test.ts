import { expect, it } from 'vitest';
import { execute } from '../../../db/core/sql.ts';
import { makeInvoice } from '../../../db/invoices/testing.fixture.ts';
import type { StaffRole } from '../../../domain/accounts/staff-permissions.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

it('deletes an account by two people of two roles', { timeout: PATIENCE_MS }, async () => {
  const deletionsOf = async (role: StaffRole, fullName: string) => {
    const desk = await staff.deskOf(role, fullName);
    await desk.page.getByRole('link', { name: 'Deletions' }).click();
    await desk.page.getByRole('heading', { name: 'Deletions', level: 1 }).waitFor();
    return desk;
  };
  const manager = await deletionsOf('manager', 'Otto Kay');
  await manager.page.getByText('No owner has requested the deletion of an account.').waitFor();
  await inspect(manager.page, 'deletions-none');
  const leaving = await staff.api.merchant();
  const invoice = await makeInvoice(staff.api.db, leaving, { priceMinor: 10_000n });
  await execute(staff.api.db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [leaving.merchantId]);
  await manager.page.reload();
  await manager.page.getByText('1 open invoice (sandbox).').filter({ visible: true }).waitFor();
  expect(await manager.page.getByRole('button', { name: /^Delete the account of / }).count()).toBe(0);
  await inspect(manager.page, 'deletions-open');
  await execute(staff.api.db, `UPDATE invoice SET status = 'canceled' WHERE id = $1`, [invoice.id]);
  await manager.page.reload();
  await manager.page.getByRole('button', { name: /^Delete the account of / }).click();
  await manager.page.getByLabel('Reason').fill('The owner asked, nothing is open.');
  await inspect(manager.page, 'deletions-request');
  await manager.page.getByRole('button', { name: 'Request deletion' }).click();
  await manager.page.getByText('The deletion is requested.').waitFor();
  await manager.leave();

  const mlro = await deletionsOf('mlro', 'Mira Lind');
  await mlro.page.getByRole('button', { name: /^Confirm the deletion of the account of / }).click();
  await mlro.page.getByRole('dialog').getByText('The owner asked, nothing is open.').waitFor();
  await inspect(mlro.page, 'deletions-confirm');
  await mlro.page.getByRole('button', { name: 'Delete for good' }).click();
  await mlro.page.getByText('No owner has requested the deletion of an account.').waitFor();
  await mlro.leave();
});
