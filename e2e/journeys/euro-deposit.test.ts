import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { simulatedBankFolder } from '../../activities/bank/open-bank.ts';
import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { newId } from '../../domain/ids.ts';
import { readCode } from '../../invoice-page/fixtures/browser.fixture.ts';
import { bankCommand } from '../../scripts/bank-simulator/commands.ts';
import { commandBank } from '../../scripts/bank-simulator/folder.ts';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { addColleague, enterProduction, signInColleague, signInStaff } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl, dataDir } = inject('productServers');
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };
/** Right check digits, and no customer of anybody. */
const NOBODYS_REFERENCE = 'RF18539007547034';

test('a customer pays euro by reference, and two people of the staff find whose a transfer with a wrong one is', async () => {
  const customer = `customer-${newId().slice(-8)}`;
  const payer = `Nora Quay ${newId().slice(-6)}`;
  const { page, complaints, context } = await visit(product.url, desk);
  await signInColleague(page, product, await addColleague(databaseUrl, product, 'Jon Mole'));
  await enterProduction(page);
  const reference = await createReference(page, customer);

  await bankCredits({ amount: '25.00', reference, name: payer });
  await bankCredits({ amount: '17.50', reference: NOBODYS_REFERENCE, name: payer, text: `Order of ${customer}` });
  await page.getByRole('link', { name: 'View deposits' }).click();
  await page.getByRole('searchbox').fill(customer);
  await depositDone(page, customer, '25.00');

  const button = (act: string) => ({ name: new RegExp(`^${act}.* \\+€17\\.50 from ${payer}`) });
  await atCredits('representative', async (staff) => {
    await staff.getByRole('button', button('Match')).click();
    await staff.getByLabel('Creditor reference').fill(reference);
    await staff.getByLabel('Reason').fill('The payer sent the order.');
    await staff.getByRole('button', { name: 'Propose' }).click();
    await staff.getByRole('row', { name: payer }).getByText(`Deposit of the customer ${customer}`).waitFor();
    await expectAccessible(staff);
    // Not by the same person.
    expect(await staff.getByRole('button', button('Review the proposal')).count()).toBe(0);
  });
  expect(await depositsOf(page, customer)).toHaveLength(1);
  await atCredits('manager', async (staff) => {
    await staff.getByRole('button', button('Review the proposal')).click();
    await staff.getByRole('dialog').getByText('The payer sent the order.').waitFor();
    await staff.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await staff.getByText('Confirmed.').waitFor();
    await staff.getByRole('row', { name: payer }).waitFor({ state: 'detached' });
  });

  await page.getByRole('button', { name: 'Show 1 new deposit' }).click();
  await depositDone(page, customer, '17.50');
  await page.getByRole('link', { name: customer }).first().click();
  await page.getByText('Added to your balance').first().waitFor();
  await expectAccessible(page);
  const settled = await depositsOf(page, customer);
  expect(settled.map(({ status, net_amount }) => [status, net_amount]).sort()).toEqual([
    ['done', '17.42'],
    ['done', '24.88'],
  ]);
  // A new browser is requested by a refusal.
  expect(complaints.filter((each) => !/ 406 | 422 /.test(each))).toEqual([]);
  await expectBooksInBalance(databaseUrl);
  await context.close();
});

/** Gives the customer a reference for euro that stay euro. @returns it, as banks write it */
async function createReference(page: Page, customer: string): Promise<string> {
  await page.goto(`${product.url}/balance`);
  await page.getByRole('link', { name: 'Deposit', exact: true }).click();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Euro by bank transfer' }).click();
  await page.getByRole('textbox', { name: 'Customer reference' }).fill(customer);
  await page.getByRole('combobox', { name: 'Settlement' }).click();
  await page.getByRole('option', { name: 'Keep as received' }).click();
  await page.getByRole('button', { name: 'Get address' }).click();
  await page.getByText('Every transfer must name the creditor reference').waitFor();
  const shown = (await page.getByText(/^RF\d\d( [0-9A-Z]{1,4})+$/).textContent()) ?? '';
  const reference = shown.replaceAll(' ', '');
  // The content of the code, as a banking app reads it: the payee's account, no amount, and the reference.
  const code = (await readCode(page.getByRole('img', { name: /^QR code/ })))?.split('\n') ?? [];
  expect(code.slice(0, 4)).toEqual(['BCD', '002', '1', 'SCT']);
  expect(code.slice(6)).toEqual([expect.stringMatching(/^[A-Z]{2}\d{2}[0-9A-Z]+$/), '', '', reference]);
  await expectAccessible(page);
  return reference;
}

/** A transfer reaches the gateway's account, and the next statement. */
function bankCredits(options: Parameters<typeof bankCommand>[1]): Promise<void> {
  return commandBank(simulatedBankFolder(dataDir, 'production'), bankCommand('credit', options));
}

/** The list follows by itself. */
function depositDone(page: Page, customer: string, amount: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: customer }).filter({ hasText: amount });
  return row.filter({ hasText: 'Done' }).waitFor();
}

/** A staff member's actions on unclaimed credits. */
async function atCredits(role: StaffRole, act: (page: Page) => Promise<void>): Promise<void> {
  const { page, context } = await visit(product.url, desk);
  await signInStaff(page, product, role);
  await page.goto(`${product.url}/compliance/bank?tab=credits`);
  await act(page);
  await context.close();
}

async function depositsOf(page: Page, customer: string) {
  const answer = await page.request.get(`${product.url}/spa/production/deposits?reference=${customer}`, {
    headers: { 'x-visitor-id': 'journey' },
  });
  return ((await answer.json()) as { data: { status: string; net_amount: string }[] }).data;
}
