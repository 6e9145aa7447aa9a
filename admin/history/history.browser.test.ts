import { beforeEach, expect, it } from 'vitest';
import { permissionsOf, type Role } from '../../domain/accounts/permissions.ts';
import type { Visit } from '../../scripts/testing/browser.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeRows, makeUser, NOW } from '../testing/fixtures.fixture.ts';
import { makeRefund } from '../testing/mock-refunds.fixture.ts';

const who = (role: Role) => makeUser({ role, permissions: [...permissionsOf(role)] });
const server = withBackOffice();
const open = withDesk();

beforeEach(() => server.reset({ user: who('admin') }));

async function visit(path: string, prepare?: (person: Visit) => Promise<unknown>): Promise<Visit> {
  const person = await open({ origin: server.url });
  await prepare?.(person);
  await person.page.goto(server.url + path);
  return person;
}

/** Records the requested reports; each is answered with an empty file. */
async function takeReports({ page }: Visit): Promise<unknown[]> {
  const filters: unknown[] = [];
  await page.route('**/spa/*/reports', (route) => {
    filters.push((route.request().postDataJSON() as { filter: unknown }).filter);
    return route.fulfill({ status: 201, json: { data: { id: idOf(1), file_name: 'invoices.csv' } } });
  });
  await page.route('**/reports/*/file', (route) => route.fulfill({ contentType: 'text/csv', body: 'id\n' }));
  return filters;
}

it('the export of what needs a decision holds what its list shows, and an emptied day narrows nothing', async () => {
  const person = await visit('/history?tab=decide');
  const { page } = person;
  const filters = await takeReports(person);
  await page.getByText('8 invoices').waitFor();
  await page.getByRole('searchbox').fill('order-209');
  await page.waitForURL('**/history?tab=decide&search=order-209');
  await page.getByRole('button', { name: 'Created', exact: true }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await page.waitForURL('**date_from=**');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('');
  await page.getByRole('textbox', { name: 'To' }).fill('');
  await page.getByRole('button', { name: 'Download Report' }).click();
  await page.getByText(/^Downloaded/).waitFor();
  expect(filters).toEqual([{ search: 'order-209', status: 'invalid,expired_paid,overpaid' }]);
  await page.context().close();
});

it('a filter of refunds narrows the refunds: the tab stays, and what is left is found again', async () => {
  server.state.refunds.rows = [makeRefund({ status: 'done' }), makeRefund({ id: idOf(801), status: 'new' })];
  const { page } = await visit('/history?tab=refunds');
  await page.getByText('2 refunds').waitFor();
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByLabel('Done').check();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/history?tab=refunds&status=done');
  await page.getByText('1 refund', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Balance' }).first().click();
  await page.getByRole('heading', { name: 'Balance' }).waitFor();
  await page.getByRole('link', { name: 'History' }).first().click();
  await page.getByRole('link', { name: /^Refunds/ }).click();
  await page.waitForURL('**/history?tab=refunds&status=done');
  await page.context().close();
});

it('counts as new only what the list would show', async () => {
  server.state.rows = makeRows(20);
  const { page } = await visit('/history');
  await page.getByText('1–15 of 20').waitFor();
  const chosen = server.state.rows[17];
  const fresh = { ...makeRows(1)[0], id: idOf(777), reference: 'order-30000', status: 'new' as const };
  server.tell({ id: chosen?.id ?? '', status: 'pending', version: 2 });
  server.tell({ id: fresh.id ?? '', status: 'new', version: 1 });
  await page.getByRole('button', { name: 'Show 1 new invoice' }).waitFor();
  await page.context().close();
});

it('a new case shows behind the pill of what needs a decision; one that the search leaves out does not', async () => {
  const { page } = await visit('/history?tab=decide&search=order-209');
  await page.getByText('7 invoices').waitFor();
  const [first] = server.state.rows;
  if (!first) throw new Error('The mock has no rows');
  const found = { ...first, id: idOf(777), reference: 'order-20999', status: 'overpaid' as const };
  const other = { ...first, id: idOf(778), reference: 'another', status: 'overpaid' as const };
  server.state.rows = [found, other, ...server.state.rows];
  server.tell({ id: other.id, status: 'overpaid', version: 4 });
  server.tell({ id: found.id, status: 'overpaid', version: 4 });
  await page.getByRole('button', { name: 'Show 1 new invoice' }).click();
  await page.getByRole('link', { name: 'order-20999' }).waitFor();
  await page.context().close();
});

it('events are narrowed by what they are about, lead to it, and wait behind a pill when they are new', async () => {
  const requests: string[] = [];
  const event = (index: number, type: string, invoiceId: string | null = null) => ({
    id: idOf(index),
    at: NOW,
    type,
    entity_id: idOf(index),
    invoice_id: invoiceId,
    reference: null,
    amount: null,
    currency: null,
  });
  const rows = [
    event(1, 'refund.done', idOf(2)),
    event(2, 'invoice.done'),
    event(4, 'withdrawal.done'),
    event(5, 'conversion.done'),
    event(6, 'conversion.done', idOf(2)),
  ];
  const { page, complaints } = await visit('/history?tab=events', ({ page: tab }) =>
    tab.route('**/history/events?*', (route) => {
      requests.push(new URL(route.request().url()).search);
      return route.fulfill({ json: { data: rows, pagination: { total: rows.length, page: 1, per_page: 25 } } });
    }),
  );
  const refund = page.getByRole('link', { name: 'Refund done' });
  expect(await refund.getAttribute('href')).toBe(`/history?tab=refunds&search=${idOf(1)}`);
  const linksOf = (name: string) =>
    page.getByRole('link', { name }).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(await linksOf('Withdrawal done')).toEqual([`/withdrawals/details?id=${idOf(4)}`]);
  expect(await linksOf('Conversion done')).toEqual([
    `/balance?tab=convert&id=${idOf(5)}`,
    `/history/details?id=${idOf(2)}`,
  ]);
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByLabel('Payout', { exact: true }).check();
  await page.getByLabel('Refund', { exact: true }).check();
  await page.keyboard.press('Escape');
  await expect.poll(() => requests.at(-1)).toContain('kinds=payout%2Crefund');
  rows.unshift(event(3, 'refund.confirming'));
  server.tell({ id: idOf(3), status: 'confirming', version: 3 }, 'refund');
  await page.getByRole('button', { name: 'Show 1 new event' }).click();
  await page.getByText('6 events').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('transactions are narrowed by kind and text, and each leads to what it was for', async () => {
  const { page, complaints } = await visit('/history?tab=transactions');
  const linkOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  await page.getByText('4 transactions').waitFor();
  expect(await linkOf('Withdrawal')).toBe(`/withdrawals/details?id=${idOf(2)}`);
  expect(await linkOf('Conversion')).toBe(`/balance?tab=convert&id=${idOf(3)}`);
  expect(await linkOf('Payout')).toBe(`/payouts/details?id=${idOf(1)}`);
  expect(await linkOf('Invoice settled')).toBe(`/history/details?id=${idOf(0)}`);
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill('order');
  await page.waitForURL('**search=order');
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('checkbox', { name: 'Conversion' }).check();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/history?tab=transactions&search=order&kinds=conversion');
  await expect
    .poll(() =>
      server.state.calls
        .map(({ path }) => path)
        .filter((path) => path.includes('/history/transactions'))
        .at(-1),
    )
    .toMatch(/kinds=conversion.*search=order|search=order.*kinds=conversion/);
  await page.getByRole('button', { name: 'Asset', exact: true }).click();
  await page.getByRole('menuitem', { name: 'EUR SEPA' }).click();
  await page.waitForURL('**gate_id=EUR');
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('says calmly that changes do not come through, and stops saying it when they do', async () => {
  let isDown = true;
  const { page } = await visit('/history', async ({ page: tab }) => {
    await tab.clock.install();
    await tab.route('**/live', (route) => (isDown ? route.fulfill({ status: 502 }) : route.continue()));
  });
  await page.getByRole('link', { name: 'order-20933' }).waitFor();
  const note = page.getByText('Live updates are interrupted, reconnecting');
  expect(await note.count()).toBe(0);
  await page.clock.runFor(6_000);
  await note.waitFor();
  isDown = false;
  await page.clock.runFor(6_000);
  await note.waitFor({ state: 'detached' });
  await page.context().close();
});

it('a viewer sees no button that would be refused', async () => {
  server.reset({ user: who('viewer') });
  const { page } = await visit('/dashboard');
  const invoice = page.getByRole('link', { name: 'order-20933', exact: true });
  await invoice.waitFor();
  expect(await page.getByRole('link', { name: 'Create invoice' }).count()).toBe(0);
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('link', { name: 'Settings' }).waitFor();
  expect(await page.getByRole('link', { name: 'Team access' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Verification' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await invoice.click();
  await page.getByText('invoice.invalid').first().waitFor();
  expect(await page.getByRole('button', { name: /Redeliver/ }).count()).toBe(0);
  await page.goto(`${server.url}/history/create-invoice`);
  await page.getByText('403').first().waitFor();
  await page.context().close();
});

it('what waits for a decision is counted at History and at Payouts', async () => {
  server.state.refunds.rows = [makeRefund({ status: 'new' }), makeRefund({ id: idOf(801), status: 'pending' })];
  server.state.payouts.rows = server.state.payouts.rows.map((row, index) => ({
    ...row,
    status: index < 2 ? ('new' as const) : ('done' as const),
  }));
  const { page } = await visit('/history?tab=refunds');
  await page.getByRole('link', { name: 'History 9 need a decision' }).waitFor();
  await page.getByRole('link', { name: 'Payouts 2 need a decision' }).waitFor();
  await page.getByRole('link', { name: 'Needs a decision 8' }).waitFor();
  await page.getByRole('link', { name: 'Refunds 1' }).waitFor();
  await page.context().close();
});

it('a reference of 255 characters widens no list, keeps its end and its whole text, and its row opens anywhere', async () => {
  const long = `${'shop-'.repeat(49)}order-4711`;
  server.state.rows = makeRows(3).map((row, index) => (index === 1 ? { ...row, reference: long } : row));
  const { page } = await visit('/history');
  for (const width of [320, 376, 769, 850, 1200, 1399, 1441, 2561]) {
    await page.setViewportSize({ width, height: 900 });
    const link = page.getByRole('link', { name: long }).filter({ visible: true });
    await link.waitFor();
    expect(await link.textContent(), String(width)).toBe(long);
    const over = await link.evaluate((element) => {
      const box = element.closest('section');
      const scroll = element.closest('div:has(> table)') ?? box;
      const end = element.querySelector('span > span:last-of-type')?.getBoundingClientRect();
      const cell = element.closest('th, li')?.getBoundingClientRect();
      return {
        page: document.documentElement.scrollWidth - window.innerWidth,
        list: (scroll?.scrollWidth ?? 0) - (scroll?.clientWidth ?? 0),
        end: Math.max(0, Math.round((end?.right ?? Number.NaN) - (cell?.right ?? 0))),
      };
    });
    expect(over, String(width)).toEqual({ page: 0, list: 0, end: 0 });
  }
  await page.setViewportSize({ width: 1441, height: 900 });
  await page.getByRole('row').nth(2).getByRole('cell').nth(3).click();
  await page.waitForURL('**/history/details?id=*');
  await page.context().close();
});

it('a view is saved under a name, and columns that were hidden stay hidden after a reload', async () => {
  const { page } = await visit('/history?status=invalid');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Name of this view').fill('Underpaid');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Fee').uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL((url) => url.search === '');
  await page.getByText('1–15 of').waitFor();
  await page.reload();
  await page.getByText('1–15 of').waitFor();
  expect(await page.getByRole('columnheader', { name: 'Fee' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Underpaid', exact: true }).click();
  await page.waitForURL('**/history?status=invalid');
  await page.context().close();
});
