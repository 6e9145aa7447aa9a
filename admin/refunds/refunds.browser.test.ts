import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { tabTo } from '../../scripts/testing/browser.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeInvoice, makeUser } from '../testing/fixtures.fixture.ts';
import { listed, makeRefund, makeRefunds, makeRequest } from '../testing/mock-refunds.fixture.ts';
import { ADDRESS } from '../testing/payouts.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')], '2fa_enabled': true });
const viewer = makeUser({ permissions: [...permissionsOf('viewer')], role: 'viewer' });
const nothing = { ...makeInvoice().actions, complete: false, emulate: false, refund: false };
const path = `/history/details?id=${idOf(0)}`;
const prepared = {
  refund_request: makeRequest({
    amount: '10.00',
    currency: 'EUR',
    name: 'Refund of order 13; broken',
    fee_payer: null,
  }),
};
const requested = { refund_request: makeRequest() };
const refunds = [makeRefund(), makeRefund({ id: idOf(501), status: 'new', actions: { approve: true, cancel: true } })];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openDialog(page: Page): Promise<void> {
  await button(page, 'Refund…').click();
  await page.getByText('The payer gets').waitFor();
}

async function toConfirm(page: Page): Promise<void> {
  await openDialog(page);
  await page.getByLabel('Address on Bitcoin').fill(ADDRESS);
  await button(page, 'Continue').click();
  await page.getByRole('heading', { name: 'Confirm the refund' }).waitFor();
}

describeScreens('refunds of an invoice', [
  { name: 'nothing refunded yet', path, state: { user, invoice: makeInvoice() } },
  {
    name: 'a payer asks for a refund, seen by who may only look',
    path,
    state: { user: viewer, invoice: makeInvoice({ ...requested, actions: nothing }) },
    open: (page) => page.getByText('The payer requests a refund').waitFor(),
  },
  {
    name: 'a payer asks for a refund',
    path,
    state: { user, invoice: makeInvoice(requested), refunds: makeRefunds({ request: makeRequest() }) },
    open: (page) => page.getByText('The payer requests a refund').waitFor(),
  },
  {
    name: 'a payer asks for what the shop prepared',
    path,
    state: { user, invoice: makeInvoice(prepared), refunds: makeRefunds({ request: prepared.refund_request }) },
    open: (page) => page.getByText('Refund of order 13; broken').waitFor(),
  },
  {
    name: 'refund, as the shop prepared it',
    path,
    state: { user, invoice: makeInvoice(prepared), refunds: makeRefunds({ request: prepared.refund_request }) },
    open: openDialog,
  },
  {
    name: 'refunds under way',
    path,
    state: { user, invoice: makeInvoice({ refunds: refunds.map(listed) }), refunds: makeRefunds({ rows: refunds }) },
    open: (page) => page.getByText('0.00093000 BTC to the payer').first().waitFor(),
  },
  { name: 'refund, how much and where to', path, state: { user, invoice: makeInvoice() }, open: openDialog },
  { name: 'refund, to be confirmed', path, state: { user, invoice: makeInvoice() }, open: toConfirm },
  {
    name: 'refund, its codes',
    path,
    state: { user, invoice: makeInvoice() },
    open: async (page) => {
      await toConfirm(page);
      await button(page, 'Confirm').click();
    },
  },
]);

describe('a refund in the back office', () => {
  const open = withDesk();
  const server = withBackOffice();

  it('is made with the keyboard alone, of a part, to the address that the payer gave', async () => {
    server.reset({ user, invoice: makeInvoice(requested), refunds: makeRefunds({ request: makeRequest() }) });
    const { page, complaints } = await open({ origin: server.url });
    await page.goto(server.url + path);
    await page.getByText('The payer requests a refund').waitFor();
    await tabTo(page, 'Refund…');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'How much' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByLabel('Amount in BTC').focus();
    await page.keyboard.type('0.001');
    await page.getByText('0.00093').first().waitFor();
    expect(await page.getByLabel('Address on Bitcoin').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confirm the refund' }).waitFor();
    await tabTo(page, 'Confirm');
    await page.keyboard.press('Enter');
    await page.locator('input[name=code]').waitFor();
    await page.keyboard.type('123456');
    await page.locator('input[name=two_fa_code]:focus').waitFor();
    await page.keyboard.type('123456');
    await page.getByText('0.00093000 BTC to the payer').waitFor();
    expect(complaints).toEqual([]);
  });

  it('is offered beside completing, and opens from there', async () => {
    server.reset({ user, invoice: makeInvoice() });
    const { page } = await open({ origin: server.url });
    await page.goto(server.url + path);
    const decision = page.getByRole('region', { name: 'Your decision is needed' });
    await decision.getByText('the refund fee of 5% and the network fee').waitFor();
    await page.getByText('Nothing was refunded yet').waitFor();
    expect(await button(page, 'Refund…').count()).toBe(1);
    await decision.getByRole('button', { name: 'Refund…' }).click();
    await page.getByText('Refund fee, 5%').waitFor();
  });

  it('shows who may only look what the payer asks for, and no button that would be refused', async () => {
    server.reset({ user: viewer, invoice: makeInvoice({ ...requested, actions: nothing }) });
    const { page, complaints } = await open({ origin: server.url });
    await page.goto(server.url + path);
    await page.getByText('The payer requests a refund').waitFor();
    await page.getByText(ADDRESS).waitFor();
    for (const name of ['Refund…', 'Reject…', 'Ask the payer for an address']) {
      expect(await button(page, name).count(), name).toBe(0);
    }
    expect(await page.getByText('Nothing was refunded yet').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('names a destination tag as one where addresses are compared', async () => {
    const tagged = { ...refunds[1], destination_tag: '48201937' } as (typeof refunds)[number];
    server.reset({
      user,
      invoice: makeInvoice({ refunds: [listed(tagged)] }),
      refunds: makeRefunds({ rows: [tagged] }),
    });
    const { page } = await open({ origin: server.url });
    await page.goto(server.url + path);
    await button(page, 'Approve refund…').click();
    await page.getByText(`${ADDRESS}, tag 48201937`).waitFor();
  });

  it('asks which money, where some came on another choice of the payer', async () => {
    server.reset({ user, invoice: makeInvoice({ refund_gates: ['BTC', 'LTC'] }), refunds: makeRefunds() });
    const { page, complaints } = await open({ origin: server.url });
    await page.goto(server.url + path);
    await openDialog(page);
    const which = page.getByRole('combobox', { name: 'Which money' });
    await expect.poll(() => which.textContent()).toBe('BTC on Bitcoin, as the invoice asked');
    await which.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByLabel('Address on Litecoin').fill('not one');
    await page.getByText('All that was paid: 0.50000000 LTC').waitFor();
    expect(complaints).toEqual([]);
  });

  it('offers what a part left: the rest of an excess first, and a new link for the payer', async () => {
    const part = makeRefund({ status: 'done', amount: '0.00010000', actions: { approve: false, cancel: false } });
    const left = {
      status: 'done' as const,
      completed_at: '2026-10-05T10:00:00.000Z',
      customer: { email: 'jo@mail.example' },
      amount_excess: '0.00041000',
      amount_untaken: '0.00031000',
      refunds: [listed(part)],
    };
    server.reset({ user, invoice: makeInvoice(left), refunds: makeRefunds({ rows: [part] }) });
    const { page, complaints } = await open({ origin: server.url });
    await page.goto(server.url + path);
    await button(page, 'Send the payer a new link').click();
    await page.getByText('An email with a link was sent to m•••@mail.example').waitFor();
    await openDialog(page);
    await page.getByText('0.00010000 BTC was already refunded.').waitFor();
    const howMuch = page.getByRole('combobox', { name: 'How much' });
    await expect.poll(() => howMuch.textContent()).toBe('The rest of the excess: 0.00031000 BTC');
    expect(complaints).toEqual([]);
  });

  it('begins with what the shop prepared, and sends exactly that', async () => {
    server.reset({
      user,
      invoice: makeInvoice(prepared),
      refunds: makeRefunds({ request: prepared.refund_request }),
    });
    const { page, complaints } = await open({ origin: server.url });
    await page.goto(server.url + path);
    await page.getByText('Your shop prepared this refund').waitFor();
    await openDialog(page);
    const howMuch = page.getByRole('combobox', { name: 'How much' });
    await expect.poll(() => howMuch.textContent()).toBe('As your shop prepared it: €10.00');
    expect(await page.getByLabel(/^Reason/).inputValue()).toBe('Refund of order 13; broken');
    await button(page, 'Continue').click();
    await page.getByRole('heading', { name: 'Confirm the refund' }).waitFor();
    // €10.00 are 0.00012563 BTC here, less fees; all that was paid would be far more.
    await page.getByText('0.00009935').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('tells a payer no, with a word', async () => {
    server.reset({ user, invoice: makeInvoice(requested), refunds: makeRefunds({ request: makeRequest() }) });
    const { page, complaints } = await open({ origin: server.url });
    await page.goto(server.url + path);
    await button(page, 'Reject…').click();
    await page.getByLabel(/Message to the payer/).fill('Please ask our shop.');
    await button(page, 'Reject request').click();
    await page.getByText('Nothing was refunded yet.').waitFor();
    expect(complaints).toEqual([]);
  });
});
