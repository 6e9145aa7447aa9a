import { beforeEach, expect, it } from 'vitest';
import { permissionsOf } from '../domain/accounts/permissions.ts';
import { tabTo, type Visit } from '../scripts/testing/browser.ts';
import { withBackOffice } from './testing/back-office.fixture.ts';
import { withDesk } from './testing/browser.fixture.ts';
import { idOf, makeUser } from './testing/fixtures.fixture.ts';
import { errorBody } from './testing/mock-server.fixture.ts';

const server = withBackOffice();
const open = withDesk();

beforeEach(() => server.reset());

async function visit(path: string, options: { signedIn?: boolean } = {}): Promise<Visit> {
  const person = await open({ origin: server.url, ...options });
  await person.page.goto(server.url + path);
  return person;
}

it('the keyboard alone signs in, finds an invoice, reads its story and completes it', async () => {
  server.reset({ signedIn: false });
  const { page, complaints } = await visit('/auth/sign-in', { signedIn: false });
  await page.getByLabel('Email').waitFor();
  await page.keyboard.type('mara@larkspur.example');
  await tabTo(page, 'Show password');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('correct-horse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await tabTo(page, 'All history');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'order-20933' }).waitFor();
  await tabTo(page, 'order-20933');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: '€249.00' }).waitFor();
  await tabTo(page, 'Complete…');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Complete order-20933?' }).waitFor();
  await tabTo(page, 'Complete invoice');
  await page.keyboard.press('Enter');
  await page.getByText('Invoice completed').waitFor();
  await page.locator('h1 + [role=status]', { hasText: 'Done' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(server.state.calls.filter(({ path }) => path.endsWith('/done'))).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('every call carries the visitor id, and unsafe ones the CSRF token', async () => {
  const { page } = await visit(`/history/details?id=${idOf(0)}`);
  await page.getByRole('button', { name: 'Add a block' }).click();
  await page.getByText('A block is on its way').waitFor();
  const calls = server.state.calls.filter(({ path }) => path.startsWith('/spa/'));
  for (const { headers, path } of calls) expect(headers['x-visitor-id'], path).toMatch(/^[0-9a-f]{64}$/);
  const block = calls.find(({ path }) => path.endsWith('/blocks'));
  expect(block?.headers['x-xsrf-token']).toBe('token-1');
  expect(block?.path).toBe('/spa/sandbox/networks/BTC/blocks');
  await page.context().close();
});

it('raises the fees of a simulated network for a test', async () => {
  const { page } = await visit('/integration?tab=test');
  const card = page.getByRole('region', { name: 'Simulated network fees' });
  await card.getByRole('combobox', { name: 'Fees' }).click();
  await page.getByRole('option', { name: '10 times the usual' }).click();
  await card.getByRole('button', { name: 'Set fees' }).click();
  await page.getByText('Fees of Bitcoin are set for 5 minutes').waitFor();
  const call = server.state.calls.find(({ path }) => path === '/spa/sandbox/networks/BTC/fees');
  expect(call?.body).toEqual({ percent: 1000 });
  await page.context().close();
});

it('a stale CSRF token is refreshed once, and the call repeated', async () => {
  const { page } = await visit(`/history/details?id=${idOf(0)}`);
  server.state.once.set('POST /spa/sandbox/networks/BTC/blocks', [419, errorBody('csrf_mismatch')]);
  await page.getByRole('button', { name: 'Add a block' }).click();
  await page.getByText('A block is on its way').waitFor();
  expect(server.state.calls.filter(({ path }) => path.endsWith('/blocks'))).toHaveLength(2);
  await page.context().close();
});

it('wrong credentials are reported in the words of the spec, and the form keeps the input', async () => {
  server.reset({ signedIn: false });
  server.state.once.set('POST /auth/login', [401, errorBody('invalid_credentials', 'Invalid email or password!')]);
  const { page } = await visit('/auth/sign-in', { signedIn: false });
  await page.getByLabel('Email').fill('mara@larkspur.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').filter({ hasText: 'Invalid email or password!' }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('mara@larkspur.example');
  await page.context().close();
});

it('the requested page is remembered through sign-in', async () => {
  server.reset({ signedIn: false });
  const { page } = await visit('/balance', { signedIn: false });
  await page.waitForURL('**/auth/sign-in');
  await page.getByText('Sign in to continue to the page you requested.').waitFor();
  await page.getByLabel('Email').fill('mara@larkspur.example');
  await page.getByLabel('Password', { exact: true }).fill('correct-horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/balance');
  await page.getByRole('heading', { name: 'Balance' }).waitFor();
  await page.context().close();
});

it('new invoices wait behind a pill; rows that are shown change in place', async () => {
  const { page, complaints } = await visit('/history');
  await page.getByRole('link', { name: 'order-20932' }).waitFor();
  const [first, second] = server.state.rows;
  if (!first || !second) throw new Error('The mock has no rows');
  const fresh = { ...first, id: idOf(777), reference: 'order-30000', status: 'new' as const };
  server.state.rows = [fresh, first, { ...second, status: 'done' }, ...server.state.rows.slice(2)];
  server.tell({ id: fresh.id, status: 'new', version: 1 });
  server.tell({ id: second.id, status: 'done', version: 9 });
  const row = page.getByRole('row', { name: /order-20932/ });
  await row.getByText('Done').waitFor();
  expect(await page.getByRole('link', { name: 'order-30000' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Show 1 new invoice' }).click();
  await page.getByRole('link', { name: 'order-30000' }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('filters, sort and page are asked of the server and kept in the address', async () => {
  const { page } = await visit('/history');
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByLabel('Invalid').check();
  await page.keyboard.press('Escape');
  await page.getByText('3 invoices').waitFor();
  await page.getByRole('button', { name: 'Sort by Value' }).click();
  await expect.poll(() => server.state.calls.at(-1)?.path).toContain('sort=total&order=desc&status=invalid');
  await page.reload();
  await page.getByText('3 invoices').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('40 invoices').waitFor();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByText('16–30 of 40').waitFor();
  await page.context().close();
});

it('a list that cannot be loaded says so with the request id, and can be tried again', async () => {
  server.reset({ lists: 'fail' });
  const { page } = await visit('/history');
  await page.getByText('Invoices could not be loaded').waitFor();
  await page.getByText('Request id req-7f3a91.').waitFor();
  server.state.lists = 'answer';
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'order-20933' }).waitFor();
  await page.context().close();
});

it('an invoice that does not exist is a page of its own, and the way back works', async () => {
  const { page } = await visit(`/history/details?id=${idOf(999)}`);
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
  await page.getByRole('link', { name: 'Search in History' }).click();
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  await page.context().close();
});

it('a new invoice begins as the profile says, and each refusal and the link take the focus', async () => {
  const { profile } = server.state.integration;
  Object.assign(profile, { invoice_currency: 'GBP', gates: ['BTC', 'XRP'] });
  server.state.once.set('POST /spa/sandbox/invoices', [
    422,
    errorBody('validation_failed', 'The given data was invalid', { reference: ['This reference is taken.'] }),
  ]);
  const { page } = await visit('/history/create-invoice');
  await page.getByRole('textbox', { name: 'Amount' }).fill('49.90');
  await page.getByRole('combobox', { name: 'Asset' }).click();
  expect(await page.getByRole('option').count()).toBe(3);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create invoice' }).click();
  await page.getByText('This reference is taken.').first().waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await expect.poll(focused).toBe('reference');
  await page.getByRole('button', { name: 'Create invoice' }).click();
  await page.getByText('Invoice link').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('€249.00');
  expect(server.state.calls.at(-1)?.body).toEqual({ amount: '49.90', currency: 'GBP' });
  await page.context().close();
});

it('a refused create shows the server’s words at the field and as a notice; then the link is shown', async () => {
  server.state.once.set('POST /spa/sandbox/invoices', [
    422,
    errorBody('amount_too_large', 'Amount is greater than the maximum value', {
      amount: ['Amount is greater than the maximum value'],
    }),
  ]);
  const { page } = await visit('/history/create-invoice');
  await page.getByRole('textbox', { name: 'Amount' }).fill('20000');
  await page.getByRole('button', { name: 'Create invoice' }).click();
  await expect.poll(() => page.getByText('Amount is greater than the maximum value').count()).toBe(2);
  await page.getByRole('textbox', { name: 'Amount' }).fill('49.90');
  await page.getByRole('button', { name: 'Create invoice' }).click();
  await page.getByText('Invoice link').waitFor();
  const creates = server.state.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/invoices'));
  expect(creates.map(({ body }) => body)).toEqual([
    { amount: '20000', currency: 'EUR' },
    { amount: '49.90', currency: 'EUR' },
  ]);
  expect(new Set(creates.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  await page.context().close();
});

it('sandbox is unmistakable, and production opens only for verified merchants with the permission', async () => {
  const locked = makeUser();
  server.reset({ user: { ...locked, merchant: { ...locked.merchant, can_production_activate: false } } });
  const { page } = await visit('/balance');
  await page.getByRole('heading', { name: 'Balance' }).waitFor();
  await expect.poll(() => page.title()).toBe('[Sandbox] Balance: Assets – Tidegate');
  await page.getByRole('button', { name: 'Leave sandbox' }).click();
  await page.getByText('Production opens once your business is verified.').waitFor();
  await page.waitForURL('**/account?tab=verify');
  expect(server.state.calls.some(({ path }) => path.includes('/activate/'))).toBe(false);
  await page.context().close();
});

it('a switch of mode refetches everything and opens the account’s profile', async () => {
  const { page, complaints } = await visit('/balance');
  await page.getByRole('button', { name: 'Production' }).click();
  await page.waitForURL('**/account?tab=profile');
  await page.getByText('Simulated networks.').waitFor();
  await expect.poll(() => page.title()).toBe('Account: Profile – Tidegate');
  await page.getByRole('link', { name: 'Balance' }).first().click();
  await page.getByRole('heading', { name: 'Balance' }).waitFor();
  await expect.poll(() => server.state.calls.some(({ path }) => path === '/spa/production/balances')).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('what is typed before the code of the palette has come is not lost', async () => {
  const slow = await open({ origin: server.url });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await slow.page.route(/palette-body/, async (route) => {
    await held;
    await route.continue();
  });
  await slow.page.goto(`${server.url}/balance`);
  await slow.page.getByRole('heading', { name: 'Balance', level: 1 }).waitFor();
  await slow.page.keyboard.press('Control+k');
  await slow.page.getByLabel('Search or type a command').waitFor();
  await slow.page.keyboard.type('pay');
  release();
  await slow.page.getByRole('combobox', { name: 'Search or type a command' }).waitFor();
  await slow.page.keyboard.type('out');
  await slow.page.getByRole('option', { name: 'Payouts' }).waitFor();
  expect(await slow.page.getByRole('combobox', { name: 'Search or type a command' }).inputValue()).toBe('payout');
  await slow.context.close();
});

it('the palette opens with Ctrl-K, searches invoices and goes there by Enter', async () => {
  const { page } = await visit('/balance');
  await page.getByRole('heading', { name: 'Balance' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or type a command' }).fill('20933');
  await page.getByRole('option', { name: /order-20933/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '€249.00' }).waitFor();
  await page.context().close();
});

it('the theme can be chosen and stays chosen', async () => {
  const { page } = await visit('/balance');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('heading', { name: 'Balance' }).waitFor();
  expect(await ground()).toBe('rgb(247, 248, 250)');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(await ground()).toBe('rgb(11, 15, 23)');
  await page.reload();
  await page.getByRole('heading', { name: 'Balance' }).waitFor();
  expect(await ground()).toBe('rgb(11, 15, 23)');
  await page.context().close();
});

it('signing out ends the session, leads to sign-in, and leaves nothing that was searched for in the browser', async () => {
  const { page } = await visit('/history?tab=invoices&search=nora%40quay.example');
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).toContain('nora@quay.example');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/auth/sign-in');
  expect(server.state.signedIn).toBe(false);
  expect(await stored()).not.toContain('nora@quay.example');
  await page.context().close();
});

it('a link to a report that is not there says so and leads to where one is made', async () => {
  const { page } = await visit('/dashboard');
  await page.route('**/reports/*', (route) => route.fulfill({ status: 404, json: errorBody('not_found') }));
  await page.goto(`${server.url}/download/transaction-activity/${idOf(9)}`);
  await page.getByText('Export it again from History.').waitFor();
  await page.getByRole('link', { name: 'Back to History' }).click();
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
});

it('a new merchant sees what is left before going live, each step with the way to it; a verified one does not', async () => {
  const user = makeUser({ permissions: [...permissionsOf('admin')] });
  const merchant = { ...user.merchant, status: 'active' as const, can_production_activate: false };
  server.reset({ user: { ...user, merchant } });
  const { page } = await visit('/dashboard');
  const card = page.getByRole('region', { name: 'Go-live checklist' });
  await card.getByRole('link', { name: /Pay a test invoice \(done\)/ }).waitFor();
  expect(await card.getByRole('listitem').count()).toBe(4);
  await card.getByRole('link', { name: /^Verify your business/ }).click();
  await page.waitForURL('**/account?tab=verify');
  server.reset({ user });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('region', { name: 'Latest invoices' }).waitFor();
  expect(await card.count()).toBe(0);
  await page.context().close();
});
