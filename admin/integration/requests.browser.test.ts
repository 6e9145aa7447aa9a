import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { makeUser } from '../testing/fixtures.fixture.ts';
import { makeRequests } from '../testing/integration.fixture.ts';
import { makeIntegration } from '../testing/mock-integration.fixture.ts';
import type { MockServer } from '../testing/mock-server.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')] });
const REQUESTS = '/integration?tab=requests';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const REJECTED = 'POST /api/v1/invoices/01936d00-0000-7000-8000-000000000009/refunds';
const openRejected = (page: Page) => button(page, REJECTED).locator('visible=true').click();

describeScreens('the request log', [
  { name: 'API requests', path: REQUESTS, state: { user } },
  {
    name: 'API requests of a long log',
    path: REQUESTS,
    state: { user, integration: makeIntegration({ requests: makeRequests(60) }) },
  },
  { name: 'no API requests yet', path: REQUESTS, state: { user, integration: makeIntegration({ requests: [] }) } },
  { name: 'no API request found', path: `${REQUESTS}&search=/api/v9`, state: { user } },
  {
    name: 'no API request found yet',
    path: `${REQUESTS}&search=/api/v9`,
    state: { user, integration: makeIntegration({ requests: makeRequests(60) }) },
  },
  { name: 'an API request', path: REQUESTS, state: { user }, open: openRejected },
]);

describe('the request log', () => {
  const open = withDesk();
  const server = withBackOffice();

  async function visit(path: string, state: Parameters<MockServer['reset']>[0] = {}) {
    server.reset({ user, ...state });
    const { page } = await open({ origin: server.url });
    await page.goto(server.url + path);
    return page;
  }
  const rows = (page: Page) => page.locator('tbody tr');
  const sent = () =>
    server.state.calls.map(({ path }) => path).filter((path) => path.startsWith('/spa/sandbox/requests?'));

  it('shows how each request was answered, and copies its ID', async () => {
    const page = await visit(REQUESTS);
    await rows(page).nth(5).waitFor();
    const words = await rows(page).allTextContents();
    expect(words[0]).toContain('201 Succeeded');
    expect(words[1]).toContain('422 Rejected');
    expect(words[1]).toContain('amount_invalid');
    expect(words[4]).toContain('503 Failed');
    expect(words[5]).toContain('Deleted token');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await rows(page).nth(1).getByRole('button', { name: 'Copy Request ID' }).click();
    await page.getByText('Copied: Request ID').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(server.state.integration.requests[1]?.request_id);
    await openRejected(page);
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('permission_denied');
    expect(await dialog.textContent()).toContain(server.state.integration.requests[3]?.request_id);
  });

  it('is narrowed by status and token, in the address, and shown whole again', async () => {
    const page = await visit(REQUESTS);
    await button(page, 'Status').click();
    await page.getByLabel('Rejected (4xx)').check();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(page.url()).toContain('status=4xx');
    expect(page.url()).toContain('tab=requests');
    await button(page, 'Token').click();
    await page.getByLabel('Web shop').check();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(sent().at(-1)).toMatch(/status=4xx.*token=01936d00/);
    await button(page, 'Clear').click();
    await expect.poll(() => rows(page).count()).toBe(6);
  });

  it('loads older requests below the newer ones until there are none, and the newest again', async () => {
    const page = await visit(REQUESTS, { integration: makeIntegration({ requests: makeRequests(60) }) });
    await page.getByText('50 requests shown').waitFor();
    await button(page, 'Load older').click();
    await page.getByText('66 requests shown').waitFor();
    await page.getByText('There is nothing older.').waitFor();
    expect(await button(page, 'Load older').count()).toBe(0);
    server.state.integration.requests = makeRequests(1);
    await button(page, 'Refresh').click();
    await page.getByText('7 requests shown').waitFor();
    expect(sent().filter((path) => path.includes('after='))).toHaveLength(1);
  });

  it('says how far it has searched where a part has no match, and searches on', async () => {
    const requests = makeRequests(60).reverse();
    const ids = makeRequests(60).map(({ id }) => id);
    const integration = makeIntegration({ requests: requests.map((each, at) => ({ ...each, id: ids[at] ?? '' })) });
    const page = await visit(`${REQUESTS}&status=5xx`, { integration });
    await page.getByText('No match yet').waitFor();
    await page.getByText(/^Searched back to 20 Nov/).waitFor();
    await button(page, 'Load older').click();
    await page.getByText('503 Failed').waitFor();
  });

  it('is reached from a token, with its requests', async () => {
    const id = makeIntegration().tokens[1]?.id;
    const page = await visit(`/integration/api/edit-token/${id}`);
    await page.getByRole('link', { name: 'View requests' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(sent()).toEqual([expect.stringContaining(`token=${id}`)]);
  });

  it('is not offered to those who do not see tokens', async () => {
    const viewer = makeUser({ permissions: [...permissionsOf('viewer')], role: 'viewer' });
    const page = await visit('/integration/profile', { user: viewer });
    await page.getByRole('link', { name: 'Webhooks' }).waitFor();
    expect(await page.getByRole('link', { name: 'Requests', exact: true }).count()).toBe(0);
  });
});
