import { expect, it } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { makeInvoice } from '../../../db/invoices/testing.fixture.ts';
import { GATEWAY } from '../../../db/ledger/accounts.ts';
import { postTransfers } from '../../../db/ledger/transfers.ts';
import type { StaffRole } from '../../../domain/accounts/staff-permissions.ts';
import { newId } from '../../../domain/ids.ts';
import { inspect, PATIENCE_MS, withConsole } from '../console.fixture.ts';

const staff = withConsole();

/** A merchant who owes 0.0015 BTC after a reorganization of a payment to an invoice. */
async function debtor(): Promise<void> {
  const shop = await staff.api.merchant();
  const invoice = await makeInvoice(staff.api.db, shop, { priceMinor: 10_000n });
  const debit = { owner: shop.merchantId, mode: shop.mode, asset: 'BTC', kind: 'receivable' } as const;
  const credit = { ...debit, owner: GATEWAY, kind: 'custody:BTC' } as const;
  const postings = [{ debit, credit, minor: 150_000n }];
  const transfer = { key: `test:${newId()}`, kind: 'test', invoiceId: invoice.id, postings };
  await inTransaction(staff.api.db, (tx) => postTransfers(tx, [transfer]));
}

it('lists debts, and writes one off by two people of two roles', { timeout: PATIENCE_MS }, async () => {
  const custodyOf = async (role: StaffRole, fullName: string) => {
    const desk = await staff.deskOf(role, fullName);
    await desk.page.getByRole('link', { name: 'Custody' }).click();
    await desk.page.getByRole('button', { name: 'Sandbox' }).click();
    return { ...desk, debts: desk.page.getByRole('region', { name: 'Debts of merchants' }) };
  };
  const manager = await custodyOf('manager', 'Otto Kay');
  await manager.debts.getByText('No merchant owes anything.').waitFor();
  await inspect(manager.page, 'debts-none');
  await debtor();
  await manager.debts.getByRole('button', { name: /^Write off 0.00150000 BTC of / }).click();
  const asking = manager.page.getByRole('dialog');
  await asking.getByRole('button', { name: 'Request write-off' }).click();
  await asking.getByText('A reason is required.').waitFor();
  await asking.getByLabel('Reason').fill('The shop has closed.');
  await inspect(manager.page, 'debts-request');
  await asking.getByRole('button', { name: 'Request write-off' }).click();
  await manager.page.getByText('The write-off is requested.').waitFor();
  await manager.debts.getByText('Requested by Otto Kay').filter({ visible: true }).waitFor();
  expect(await manager.debts.getByRole('button').count()).toBe(0);
  await manager.leave();

  const overseer = await custodyOf('representative', 'Ines Holm');
  await overseer.debts.getByText('The shop has closed.').filter({ visible: true }).waitFor();
  expect(await overseer.debts.getByRole('button').count()).toBe(0);
  await overseer.leave();

  const mlro = await custodyOf('mlro', 'Mira Lind');
  await mlro.debts.getByText('Requested by Otto Kay').filter({ visible: true }).waitFor();
  await inspect(mlro.page, 'debts');
  await mlro.debts.getByRole('button', { name: /^Confirm the write-off of 0.00150000 BTC of / }).click();
  await mlro.page.getByRole('dialog').getByText('The shop has closed.').waitFor();
  await inspect(mlro.page, 'debts-confirm');
  await mlro.page.getByRole('button', { name: 'Write it off' }).click();
  await mlro.debts.getByText('No merchant owes anything.').waitFor();
  await mlro.leave();
});
