import { expect, it } from 'vitest';
import { permissionsOf } from '../domain/accounts/permissions.ts';
import { tabTo } from '../scripts/testing/browser.ts';
import { withBackOffice } from './testing/back-office.fixture.ts';
import { withDesk } from './testing/browser.fixture.ts';
import { makeUser } from './testing/fixtures.fixture.ts';
import { makeDashboard } from './testing/mock-dashboard.fixture.ts';

const server = withBackOffice();
const open = withDesk();

it.each([
  [376, true],
  [376, false],
  [1441, true],
  [1441, false],
])('nothing moves while figures load, at %i, with production open: %s', async (width, isOpen) => {
  const user = makeUser({ permissions: [...permissionsOf('admin')] });
  server.reset({ user: { ...user, merchant: { ...user.merchant, can_production_activate: isOpen } } });
  const { page, complaints } = await open({ origin: server.url, width });
  // Each answer comes at another moment, as over a network.
  await page.route(/\/spa\/\w+\/(charts|dashboard|wallets|history|invoices|api-tokens|webhooks)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 50 + (route.request().url().length % 5) * 60));
    await route.continue();
  });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
        if (entry.value < 0.001) continue;
        moved.push(
          `${entry.value.toFixed(3)}: ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')}`,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('row', { name: /^All invoices/ }).waitFor();
  await page.getByRole('row', { name: /^Mass payouts/ }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

interface LayoutShift {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

it('by keyboard: another range is read, and the table says what the figure and the sentence say', async () => {
  server.reset({ dashboard: makeDashboard({ days: 380 }) });
  const { page } = await open({ origin: server.url });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('button', { name: 'View as table: Total balance' }).waitFor();
  await tabTo(page, '1Y, 1 year');
  await page.keyboard.press('Enter');
  await page.getByText(/^Up by €\S+ .*since 21 Nov 2025\.$/).waitFor();
  expect(server.state.calls.map(({ path }) => path)).toContain('/spa/sandbox/charts/balance?range=1Y');
  await tabTo(page, 'View as table: Total balance');
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Total balance' });
  const rows = card.getByRole('row');
  expect(await rows.nth(0).textContent()).toMatch(/Week to\s*Value/);
  expect(await rows.nth(1).textContent()).toMatch(/Now\s*€52,430\.00/);
  expect(await rows.last().textContent()).toMatch(/20 Nov 2025|21 Nov 2025/);
  expect(await rows.count()).toBe(54);
  // The button stays where it is, and takes one back.
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: 'View as table: Total balance' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: '1Y, 1 year', pressed: true }).first().waitFor();
  await page.context().close();
});

it('a merchant without any history sees no empty charts, and is shown how to begin', async () => {
  server.reset({ rows: [], balances: [], dashboard: makeDashboard({ days: 0 }) });
  const { page } = await open({ origin: server.url });
  await page.goto(`${server.url}/dashboard`);
  await page.getByText('No invoices yet').waitFor();
  expect(await page.getByRole('region', { name: 'Total balance' }).count()).toBe(0);
  await page.context().close();
});

it('days of another zone than that of the browser can be counted in its own with one click', async () => {
  const user = makeUser({ permissions: [...permissionsOf('admin')] });
  server.reset({ user, dashboard: makeDashboard({ timeZone: 'UTC' }) });
  const { page } = await open({ origin: server.url });
  await page.goto(`${server.url}/dashboard`);
  await page.getByText('Days are counted in UTC.').waitFor();
  await page.getByRole('button', { name: 'Use Europe/Berlin' }).click();
  await page.getByText('Days are now counted in Europe/Berlin.').waitFor();
  await page.getByText('Days are counted in Europe/Berlin.').waitFor();
  expect(await page.getByRole('button', { name: 'Use Europe/Berlin' }).count()).toBe(0);
  await page.context().close();
});

it('what happened last leads to the thing itself, for those who may read events', async () => {
  server.reset({ user: makeUser({ permissions: [...permissionsOf('admin')] }) });
  const { page, complaints } = await open({ origin: server.url });
  await page.goto(`${server.url}/dashboard`);
  const card = page.getByRole('region', { name: 'Latest events' });
  await card.getByRole('link', { name: 'Payout done' }).waitFor();
  await card.getByRole('link', { name: 'All events' }).click();
  await page.waitForURL('**/history?tab=events');
  server.reset({
    user: makeUser({ permissions: [...permissionsOf('viewer')].filter((each) => !each.endsWith('_events')) }),
  });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('row', { name: /^All invoices/ }).waitFor();
  expect(await card.count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('the coins beside a value are all of those that it is the value of, settled or not', async () => {
  server.reset();
  const { page } = await open({ origin: server.url });
  await page.goto(`${server.url}/dashboard`);
  const card = page.getByRole('region', { name: 'Asset allocation' });
  await card.getByText('0.42100000 BTC').waitFor();
  await card.getByText('83.200000 XRP').waitFor();
  await page.context().close();
});
