import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeUser } from '../testing/fixtures.fixture.ts';
import { makeWithdrawals } from '../testing/mock-withdrawals.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';
import { makeWithdrawal, makeWithdrawalForm, makeWithdrawalRows } from '../testing/withdrawals.fixture.ts';

const user = makeUser({
  permissions: [...permissionsOf('admin')],
  active_profile_type: 'production',
  '2fa_enabled': true,
});
const state = { user };
const REQUEST = '/withdrawals/request';
const DETAILS = `/withdrawals/details?id=${idOf(1000)}`;
const METHOD = `/withdrawals/method?id=${idOf(1100)}`;
const nothing = makeWithdrawals({ rows: [], methods: [], form: makeWithdrawalForm({ gates: [] }) });
const nameQuestion = makeWithdrawal({
  status: 'confirming',
  status_reason: 'name_question',
  payee_name: 'Larkspur Trading GmbH',
  actions: { approve: false, cancel: false, answer_name: true },
});
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function toConfirm(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount' }).fill('1200');
  await button(page, 'Continue').click();
  await page.getByRole('heading', { name: 'Confirm the withdrawal' }).waitFor();
}

describeScreens('withdrawals', [
  {
    name: 'withdrawals in sandbox',
    path: '/withdrawals',
    state: { user: { ...user, active_profile_type: 'sandbox' } },
  },
  { name: 'withdrawals', path: '/withdrawals', state },
  { name: 'no withdrawals yet', path: '/withdrawals', state: { user, withdrawals: nothing } },
  { name: 'no withdrawal found', path: '/withdrawals?search=zzz', state },
  { name: 'scheduled withdrawals', path: '/withdrawals?tab=scheduled', state },
  { name: 'no scheduled withdrawals', path: '/withdrawals?tab=scheduled', state: { user, withdrawals: nothing } },
  { name: 'withdrawal methods', path: '/withdrawals/method', state },
  { name: 'no withdrawal methods', path: '/withdrawals/method', state: { user, withdrawals: nothing } },
  { name: 'a new withdrawal method', path: '/withdrawals/method?new', state },
  { name: 'a withdrawal method', path: METHOD, state },
  { name: 'requesting a withdrawal', path: `${REQUEST}?gate_id=EUR`, state },
  {
    name: 'requesting too much',
    path: `${REQUEST}?gate_id=BTC`,
    state,
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Amount' }).fill('7');
      await button(page, 'Continue').click();
      await page.getByText('Insufficient balance.').first().waitFor();
    },
  },
  { name: 'requesting without a method', path: REQUEST, state: { user, withdrawals: nothing } },
  { name: 'confirming a withdrawal', path: REQUEST, state, open: toConfirm },
  { name: 'a withdrawal at the bank', path: DETAILS, state },
  {
    name: 'a withdrawal that was returned',
    path: DETAILS,
    state: {
      user,
      withdrawals: makeWithdrawals({
        withdrawal: makeWithdrawal({
          status: 'error',
          status_reason: 'bank_returned',
          status_words: 'The payee’s account is closed.',
        }),
      }),
    },
  },
  {
    name: 'a withdrawal with a question',
    path: DETAILS,
    state: { user, withdrawals: makeWithdrawals({ withdrawal: nameQuestion }) },
  },
]);

describe('withdrawing', () => {
  const open = withDesk();
  const server = withBackOffice();
  const go = async (path: string, withdrawals = makeWithdrawals()) => {
    server.reset(structuredClone({ user, withdrawals }));
    const { page } = await open({ origin: server.url });
    await page.goto(server.url + path);
    return page;
  };
  const sentTo = (path: string) => server.state.calls.filter((call) => call.path === path && call.method !== 'GET');

  it('shows the withdrawals by a method on its page, and all of them in the list', async () => {
    const page = await go(METHOD);
    const all = page.getByRole('link', { name: /^Show all \(\d+\)$/ });
    await all.click();
    await page.waitForURL(`**/withdrawals?method_id=${idOf(1100)}`);
    await page.getByRole('button', { name: 'Main account', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Cold wallet' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Main account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'All methods' }).click();
    await page.getByRole('link', { name: 'Cold wallet' }).first().waitFor();
    await page.context().close();
  });

  it('requests exactly what was confirmed, with both codes, and opens it', async () => {
    const page = await go(`${REQUEST}?gate_id=EUR`);
    await toConfirm(page);
    await button(page, 'Confirm').click();
    await page.locator('[name=code]').fill('123456');
    await page.locator('[name=two_fa_code]').fill('123456');
    await page.getByText('Withdrawal requested').waitFor();
    await page.waitForURL(/withdrawals\/details/);
    const [call, ...others] = sentTo('/spa/production/withdrawals');
    expect(call?.body).toMatchObject({ method_id: idOf(1100), amount: '1200', fee_payer: 'merchant', code: '123456' });
    expect(call?.headers['idempotency-key']).toMatch(/.{16}/);
    expect(others).toEqual([]);
    await page.context().close();
  });

  it('fills in the largest amount that the balance covers with its fees', async () => {
    const page = await go(`${REQUEST}?gate_id=EUR`);
    await button(page, 'All').click();
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('4796.52');
    await page.getByText('Left on the balance').waitFor();
    await page.context().close();
  });

  it('adds a bank account with the second factor, and only with both confirmations', async () => {
    const page = await go('/withdrawals/method?new');
    await page.getByRole('textbox', { name: 'Title' }).fill('Savings');
    await page.getByRole('textbox', { name: 'Account holder' }).fill('Larkspur Outdoor GmbH');
    await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 01');
    await page.getByRole('textbox', { name: 'BIC' }).fill('COBADEFFXXX');
    await page.getByRole('textbox', { name: 'Town' }).fill('Köln');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
    await button(page, 'Add method').click();
    await page.getByText('The IBAN is not valid').waitFor();
    await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00');
    await page.getByText('Account in Germany.').waitFor();
    await page.getByLabel('This account belongs to my company.').check();
    await page.getByLabel(/I have checked/).check();
    await button(page, 'Add method').click();
    await page.locator('[name=two_fa_code]').fill('123456');
    await page.getByText('Method saved').waitFor();
    const body = sentTo('/spa/production/payment-methods').at(-1)?.body as Record<string, unknown>;
    expect(body).toMatchObject({
      operation: 'withdrawal',
      gate_id: 'EUR',
      town: 'Köln',
      country: 'DE',
      ownership_confirmed: true,
    });
    expect(body).not.toHaveProperty('address');
    await page.context().close();
  });

  it('takes both confirmations away when the account changes', async () => {
    const page = await go(METHOD);
    const owns = page.getByLabel('This account belongs to my company.');
    await owns.waitFor();
    expect(await owns.isChecked()).toBe(true);
    await page.getByRole('textbox', { name: 'IBAN' }).fill('FR1420041010050500013M02606');
    await expect.poll(() => owns.isChecked()).toBe(false);
    await page.context().close();
  });

  it('shows on the page of a method that the bank asks', async () => {
    const question = { status: 'confirming', status_reason: 'name_question' } as const;
    const rows = makeWithdrawalRows(1).map((row) => ({ ...row, ...question }));
    const page = await go(METHOD, makeWithdrawals({ rows }));
    await page.getByRole('list', { name: 'Withdrawals' }).getByText('Your decision').waitFor();
    await page.context().close();
  });

  it('answers the bank about the name with the second factor', async () => {
    const page = await go(DETAILS, makeWithdrawals({ withdrawal: nameQuestion }));
    await page.getByText('belongs to “Larkspur Trading GmbH”').waitFor();
    await button(page, 'Pay anyway…').click();
    await button(page, 'Pay anyway').click();
    await page.locator('[name=two_fa_code]').fill('123456');
    await page.getByText('The payment is sent again').waitFor();
    const path = `/spa/production/withdrawals/${idOf(1000)}/answer-name`;
    expect(sentTo(path).at(-1)?.body).toEqual({ outcome: 'pay', two_fa_code: '123456' });
    await page.context().close();
  });

  it('cancels what is not in a file yet', async () => {
    const actions = { approve: false, cancel: true, answer_name: false };
    const page = await go(DETAILS, makeWithdrawals({ withdrawal: makeWithdrawal({ status: 'queue', actions }) }));
    await button(page, 'Cancel withdrawal…').click();
    await button(page, 'Cancel withdrawal').click();
    await page.getByText('Withdrawal canceled').waitFor();
    await page.getByText('It was canceled.').waitFor();
    await page.context().close();
  });
});
