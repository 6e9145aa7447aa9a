import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import {
  makeAddress,
  makeDeposit,
  makeDepositForm,
  makeDepositRows,
  makeEuroAddress,
  makeGathering,
} from '../testing/deposits.fixture.ts';
import { idOf, makeUser } from '../testing/fixtures.fixture.ts';
import { makeDeposits } from '../testing/mock-deposits.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')] });
const state = { user };
const LIST = '/balance?tab=deposits';
const ADDRESSES = '/balance?tab=addresses';
const NEW = `${ADDRESSES}&new`;
const DETAILS = `${LIST}&id=${idOf(1300)}`;
const nothing = { user, deposits: makeDeposits({ rows: [], addresses: [] }) };
const detailsOf = (deposit: ReturnType<typeof makeDeposit>) => ({ user, deposits: makeDeposits({ deposit }) });

async function create(page: Page, reference: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Customer reference' }).fill(reference);
  await page.getByRole('button', { name: 'Get address' }).click();
  await page.getByRole('heading', { name: `Address of ${reference}` }).waitFor();
}

describeScreens('deposits', [
  { name: 'deposits', path: LIST, state },
  { name: 'no deposits yet', path: LIST, state: nothing },
  { name: 'no deposit found', path: `${LIST}&search=zzz`, state },
  { name: 'addresses', path: ADDRESSES, state },
  { name: 'no addresses yet', path: ADDRESSES, state: nothing },
  { name: 'an address', path: `${ADDRESSES}&id=${idOf(1200)}`, state },
  { name: 'an address with a tag', path: `${ADDRESSES}&id=${idOf(1201)}`, state },
  {
    name: 'an address in euro',
    path: `${ADDRESSES}&id=${idOf(1299)}`,
    state: { user, deposits: makeDeposits({ addresses: [makeEuroAddress()] }) },
  },
  {
    name: 'a new deposit in euro',
    path: NEW,
    state,
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: 'Euro by bank transfer' }).click();
      await page.getByText('Your customer gets a creditor reference').waitFor();
    },
  },
  { name: 'a new deposit', path: NEW, state },
  {
    name: 'a new deposit that is wrong',
    path: NEW,
    state,
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Customer reference' }).fill('a b');
      await page.getByRole('button', { name: 'Get address' }).click();
      await page.getByText('Letters, digits and').waitFor();
    },
  },
  { name: 'a deposit address that was created', path: NEW, state, open: (page) => create(page, 'customer-2001') },
  {
    name: 'a new deposit while nothing is open',
    path: NEW,
    state: { user, deposits: makeDeposits({ form: makeDepositForm({ gates: [], euro: null }) }) },
  },
  { name: 'a deposit', path: DETAILS, state },
  { name: 'a deposit below the minimum', path: DETAILS, state: detailsOf(makeGathering()) },
  {
    name: 'a deposit that was reorganized',
    path: DETAILS,
    state: detailsOf(makeDeposit({ status: 'error', status_reason: 'reorganized', conversion: null })),
  },
]);

describe('deposits', () => {
  const open = withDesk();
  const server = withBackOffice();
  const go = async (path: string, changes: Parameters<typeof server.reset>[0] = state) => {
    server.reset(structuredClone(changes));
    const { page } = await open({ origin: server.url });
    await page.goto(server.url + path);
    return page;
  };
  const sentTo = (path: string) => server.state.calls.filter((call) => call.path === path && call.method === 'POST');

  it('creates an address for exactly what was chosen, shows it with its warning, and copies it', async () => {
    const page = await go('/balance');
    await page.getByRole('link', { name: 'Deposit', exact: true }).click();
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: /LTC/ }).click();
    await page.getByText('credited after 6 confirmations').waitFor();
    await create(page, 'customer-2001');
    await page.getByText('Deposit created').waitFor();
    await page.getByText('Send only LTC on the Litecoin network').waitFor();
    await page.getByRole('img', { name: 'QR code of the LTC (Litecoin) address' }).waitFor();
    const [call, ...others] = sentTo('/spa/sandbox/addresses');
    expect(call?.body).toEqual({ gate_id: 'LTC', reference: 'customer-2001' });
    expect(call?.headers['idempotency-key']).toMatch(/.{16}/);
    expect(others).toEqual([]);
    await page.getByRole('link', { name: 'View deposits' }).click();
    await page.getByText('22 deposits').waitFor();
    await page.context().close();
  });

  it('says of a deposit below the minimum what it waits for, in the list and on its page', async () => {
    const page = await go(LIST, detailsOf(makeGathering()));
    await page.getByText('waits for 0.00004000 BTC').first().waitFor();
    await page.goto(server.url + DETAILS);
    await page.getByText('reaches 0.00004000 BTC. So far it is 0.00003000 BTC.').waitFor();
    expect(await page.getByText('Payment seen').count()).toBe(2);
    await page.context().close();
  });

  it('changes a row in place when the deposit changes, and keeps new ones behind a button', async () => {
    const page = await go(LIST);
    await page.getByText('22 deposits').waitFor();
    const [first] = server.state.deposits.rows;
    server.state.deposits.rows = [
      { ...makeDepositRows(1)[0], id: idOf(1399), status: 'created' },
      ...server.state.deposits.rows,
    ].map((row) =>
      row.id === first?.id ? { ...row, status: 'done' as const, reference: 'customer-now' } : row,
    ) as never;
    server.tell({ id: first?.id ?? '', status: 'done', version: 9 }, 'deposit');
    server.tell({ id: idOf(1399), status: 'created', version: 1 }, 'deposit');
    await page.getByRole('link', { name: 'customer-now' }).first().waitFor();
    await page.getByRole('button', { name: 'Show 1 new deposit' }).click();
    await page.getByText('23 deposits').waitFor();
    await page.context().close();
  });

  it('finds deposits and addresses in euro by their asset', async () => {
    const deposits = makeDeposits({ addresses: [makeAddress(), makeEuroAddress()] });
    deposits.rows = deposits.rows.map((row, index) => (index === 0 ? { ...row, gate_id: 'EUR' } : row));
    for (const [list, total] of [
      [ADDRESSES, '1 address'],
      [LIST, '1 deposit'],
    ] as const) {
      const page = await go(list, { user, deposits });
      await page.getByRole('button', { name: 'Asset', exact: true }).click();
      await page.getByRole('menuitem', { name: 'EUR SEPA' }).click();
      await page.getByText(total, { exact: true }).waitFor();
      await page.context().close();
    }
  });

  it('plays the customer in sandbox', async () => {
    const page = await go(`${ADDRESSES}&id=${idOf(1200)}`);
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.5');
    await page.getByRole('button', { name: 'Send payment' }).click();
    await page.getByText('Payment sent: 0.50000000 BTC').waitFor();
    const [call] = sentTo(`/spa/sandbox/addresses/${idOf(1200)}/payments`);
    expect(call?.body).toEqual({ amount: '0.5', scenario: 'paid' });
    await page.context().close();
  });

  it('is there in production, where nothing is played, and not for those who may not create addresses', async () => {
    const address = makeAddress({ mode: 'production' });
    const page = await go('/balance', {
      user: { ...user, active_profile_type: 'production' },
      deposits: makeDeposits({ addresses: [address] }),
    });
    await page.getByRole('link', { name: 'Deposit', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Addresses' }).click();
    await page.getByRole('link', { name: address.reference }).click();
    await page.getByText('Send only BTC on the Bitcoin network').waitFor();
    expect(await page.getByText('Simulate a payment').count()).toBe(0);
    const viewer = await go(LIST, { user: makeUser({ role: 'viewer', permissions: [...permissionsOf('viewer')] }) });
    await viewer.getByText('22 deposits').waitFor();
    expect(await viewer.getByRole('link', { name: 'Deposit', exact: true }).count()).toBe(0);
    await viewer.goto(server.url + NEW);
    await viewer.getByText('403').first().waitFor();
    await page.context().close();
    await viewer.context().close();
  });
});
