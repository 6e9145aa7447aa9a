import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { makeUser } from '../testing/fixtures.fixture.ts';
import { makeIntegration, makeSchedule } from '../testing/mock-integration.fixture.ts';
import { errorBody } from '../testing/mock-server.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const REPORTS = '/balance?tab=reports';
const user = makeUser({ permissions: [...permissionsOf('admin')] });
const scheduled = makeIntegration({
  schedules: [
    makeSchedule(),
    makeSchedule({ id: '0198c000-0000-7000-8000-000000000991', kind: 'balance', gate_id: null, period: 'day' }),
  ],
});
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeScreens('reports of balances', [
  { name: 'reports and no schedule yet', path: REPORTS, state: { user } },
  { name: 'reports and what is scheduled', path: REPORTS, state: { user, integration: scheduled } },
  {
    name: 'scheduling a report',
    path: REPORTS,
    state: { user },
    open: (page) => button(page, 'Schedule a report').click(),
  },
]);

describe('reports of balances', () => {
  const open = withDesk();
  const server = withBackOffice();
  const visit = async (path: string, state = {}) => {
    server.reset(structuredClone({ user, ...state }));
    const { page } = await open({ origin: server.url });
    await page.goto(`${server.url}${path}`);
    return page;
  };

  it('a statement needs an asset, and says so before anything is sent', async () => {
    const page = await visit(REPORTS);
    await button(page, 'Download Report').click();
    await page.getByText('Choose the asset of the statement.').waitFor();
    expect(server.state.calls.filter(({ path }) => path.includes('/reports'))).toEqual([]);
    await page.context().close();
  });

  it('is scheduled by keyboard, and stopped by one click', async () => {
    const page = await visit(REPORTS);
    await button(page, 'Schedule a report').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('How often').selectOption('week');
    await button(page, 'Schedule').press('Enter');
    await page.getByText('Scheduled. The first report').waitFor();
    const [added] = server.state.calls.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/report-schedules'),
    );
    expect(added?.body).toMatchObject({ kind: 'statement', gate_id: 'BTC', period: 'week' });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('No scheduled reports').waitFor();
    await page.context().close();
  });
});

describe('the fee tables', () => {
  const open = withDesk();
  const server = withBackOffice();

  it('load again by themselves after a failure', async () => {
    server.reset({ user });
    server.state.once.set('GET /spa/sandbox/fees', [500, errorBody('internal_error', 'Internal server error')]);
    const { page } = await open({ origin: server.url });
    await page.clock.install();
    await page.goto(`${server.url}/fees`);
    await page.clock.runFor(2_000);
    await page.getByText('The fees could not be loaded').waitFor();
    await page.clock.runFor(11_000);
    await page.getByRole('cell', { name: '1.00%' }).first().waitFor();
    await page.context().close();
  });
});
