import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../../domain/accounts/permissions.ts';
import { tabTo } from '../../../scripts/testing/browser.ts';
import { withBackOffice } from '../../testing/back-office.fixture.ts';
import { withDesk } from '../../testing/browser.fixture.ts';
import { makeUser } from '../../testing/fixtures.fixture.ts';
import { makePayouts } from '../../testing/mock-payouts.fixture.ts';
import { ADDRESS } from '../../testing/payouts.fixture.ts';
import { describeScreens } from '../../testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')], '2fa_enabled': true });
const viewer = makeUser({ permissions: [...permissionsOf('viewer')], role: 'viewer' });
const path = '/payouts?tab=addresses';
const state = { user };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Send to' }).click();
  await page.getByRole('option', { name: 'Another address' }).click();
  await button(page, 'Address book: choose from it').click();
  await page.getByRole('dialog').getByText('Landlord').waitFor();
}

describeScreens('the address book', [
  { name: 'address book', path, state },
  { name: 'address book, empty', path, state: { user, payouts: makePayouts({ book: [] }) } },
  { name: 'address book of who only reads', path, state: { user: viewer } },
  { name: 'adding an address', path, state, open: (page) => button(page, 'Add address').click() },
  { name: 'renaming an address', path, state, open: (page) => button(page, 'Rename Landlord').click() },
  { name: 'removing an address', path, state, open: (page) => button(page, 'Remove Landlord').click() },
  { name: 'choosing an address', path: '/payouts/request-payout?gate_id=BTC', state, open: openPicker },
]);

describe('the address book', () => {
  const open = withDesk();
  const server = withBackOffice();

  async function visit(to = path, changes: Parameters<typeof server.reset>[0] = {}) {
    server.reset({ user, ...changes });
    const person = await open({ origin: server.url });
    await person.page.goto(server.url + to);
    return person;
  }

  it('the keyboard alone enters an address, which is checked as it is typed and takes a 2FA code', async () => {
    const { page, complaints } = await visit();
    await page.getByText('Landlord').first().waitFor();
    await tabTo(page, 'Add address');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add an address' }).waitFor();
    await page.keyboard.type('Supplier in Hamburg');
    await page.getByRole('combobox', { name: 'Network' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const address = page.getByLabel('Address on Bitcoin');
    await address.focus();
    await page.keyboard.type('nowhere');
    await page.keyboard.press('Tab');
    await page.getByRole('alert').waitFor();
    await address.fill(ADDRESS);
    await address.press('Tab');
    await tabTo(page, 'Add address');
    await page.keyboard.press('Enter');
    await page.getByLabel('2FA code').waitFor();
    await page.keyboard.type('123456');
    await page.getByText('Supplier in Hamburg').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add address');
    expect(server.state.payouts.book.at(-1)).toMatchObject({ label: 'Supplier in Hamburg', address: ADDRESS });
    expect(complaints.filter((text) => !text.includes('status of 422'))).toEqual([]);
    await page.context().close();
  });

  it('an address is renamed and, once confirmed, removed', async () => {
    const { page, complaints } = await visit();
    await button(page, 'Rename Landlord').first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Landlady');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Landlady/ }).waitFor();
    await button(page, 'Remove Landlady').first().click();
    await button(page, 'Remove address').click();
    await page.getByText('Address removed').waitFor();
    await page.getByText('2 addresses').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('can be searched and chosen from while requesting a payout, on the network of its asset', async () => {
    const { page, complaints } = await visit('/payouts/request-payout?gate_id=BTC');
    await openPicker(page);
    const dialog = page.getByRole('dialog', { name: 'Choose an address' });
    expect(await dialog.getByText('No name').count()).toBe(0);
    await page.keyboard.type('zzz');
    await dialog.getByText('No address matches this search.').waitFor();
    await page.getByLabel('Search the address book').fill('lord');
    await dialog.getByRole('button', { name: /Landlord/ }).click();
    expect(await page.getByLabel('Address on Bitcoin').inputValue()).toBe(ADDRESS);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
