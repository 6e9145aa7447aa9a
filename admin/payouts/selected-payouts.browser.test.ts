import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { expectAccessible } from '../../scripts/testing/browser.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeUser } from '../testing/fixtures.fixture.ts';
import { makePayouts } from '../testing/mock-payouts.fixture.ts';
import { errorBody, type MockServer } from '../testing/mock-server.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')], '2fa_enabled': true });
const state = { user };
const MAY_CANCEL = { approve: false, cancel: true };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const selectBox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

describeScreens('several payouts at once', [
  {
    name: 'payouts, some selected',
    path: '/payouts',
    state,
    open: (page) => selectBox(page, 'supplier-44').check(),
  },
]);

describe('several payouts at once', () => {
  const open = withDesk();
  const server = withBackOffice();

  async function visit(changes: Parameters<MockServer['reset']>[0] = {}) {
    server.reset({ user, ...changes });
    const person = await open({ origin: server.url });
    await person.page.goto(`${server.url}/payouts`);
    return person;
  }

  it('chosen payouts that can be canceled are, what is refused is named with its reason and tried again', async () => {
    const rows = makePayouts().rows.map((row, index) => (index < 3 ? { ...row, actions: MAY_CANCEL } : row));
    const { page } = await visit({ payouts: makePayouts({ rows }) });
    for (const name of ['supplier-44', 'supplier-43', 'supplier-40']) await selectBox(page, name).check();
    await page.getByRole('region', { name: 'Selected rows' }).getByText('3 selected').waitFor();
    await button(page, 'Cancel selected…').click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 2 payouts?' });
    await dialog.getByText('1 payout can no longer be canceled: supplier-40').waitFor();
    await expectAccessible(page, 'before canceling');
    const refused = 'The payout is signed and can no longer be canceled.';
    const second = rows[1]?.id ?? '';
    server.state.once.set(`POST /spa/sandbox/payouts/${second}/cancel`, [409, errorBody('payout_signed', refused)]);
    await button(page, 'Cancel 2 payouts').click();
    await dialog.getByText('1 payout canceled. 1 failed:').waitFor();
    await dialog.getByText(refused).waitFor();
    await button(page, 'Retry failed').click();
    await dialog.getByText('2 payouts canceled.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row', { name: /supplier-44 Canceled/ }).waitFor();
    expect(await page.getByRole('region', { name: 'Selected rows' }).count()).toBe(0);
    expect(server.state.calls.filter(({ path }) => path.endsWith('/cancel'))).toHaveLength(3);
    await page.context().close();
  });

  it('chosen payouts are exported by their ids, and a choice ends with its page', async () => {
    const { page } = await visit();
    await selectBox(page, 'supplier-44').focus();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    const reportRequest = page.waitForRequest((request) => request.url().endsWith('/reports'));
    await button(page, 'Export selected').click();
    expect((await reportRequest).postDataJSON()).toMatchObject({ kind: 'payouts', filter: { ids: idOf(500) } });
    await page.reload();
    await page.getByRole('link', { name: 'supplier-44' }).waitFor();
    expect(await page.getByText('1 selected').count()).toBe(0);
    await page.context().close();
  });
});
