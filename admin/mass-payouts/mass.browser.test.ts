import { beforeEach, expect, it } from 'vitest';
import type { MassPayoutLine, SpaMassPayout } from '../../contract/mass-payouts.ts';
import { TWO_FA_CODE_REQUIRED } from '../../domain/accounts/account-rules.ts';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { expectAccessible, expectNoSidewaysScroll, type Visit } from '../../scripts/testing/browser.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeUser, NOW } from '../testing/fixtures.fixture.ts';
import { errorBody } from '../testing/mock-server.fixture.ts';
import { ADDRESS } from '../testing/payouts.fixture.ts';

const server = withBackOffice();
const open = withDesk();
const user = makeUser({ permissions: [...permissionsOf('admin')], '2fa_enabled': true });

beforeEach(() => server.reset({ user }));

const validated: SpaMassPayout = {
  id: idOf(900),
  version: 2,
  status: 'validated',
  status_reason: null,
  mode: 'sandbox',
  source: 'file',
  file_name: 'march.csv',
  fee_payer: 'merchant',
  approval_required: false,
  not_before: null,
  lines: { total: 2, valid: 2, not_valid: 0, sent: 0, done: 0, failed: 0 },
  totals: [
    {
      gate_id: 'BTC',
      valid: { lines: 2, amount: '0.03000000', total: '0.03004000' },
      not_valid: { lines: 0, amount: '0.00000000' },
    },
  ],
  created_at: NOW,
  run_at: null,
  approved_at: null,
  completed_at: null,
  actions: { replace: true, run: true, approve: false, cancel: true, delete: true },
};
const line = (number: number, amount: string): MassPayoutLine => ({
  line: number,
  status: null,
  status_reason: null,
  gate_id: 'BTC',
  address: ADDRESS,
  destination_tag: null,
  reference: `salary-${number}`,
  amount,
  net_amount: amount,
  fees: '0.00002000',
  payout_id: null,
  txid: null,
  completed_at: null,
  problems: [],
  cells: [],
});

const covers = [{ gate_id: 'BTC', total: '0.03004000', available: '0.41820000', missing: null as string | null }];

async function visit(mass: SpaMassPayout, covered = covers): Promise<Visit> {
  const person = await open({ origin: server.url });
  const { page } = person;
  await page.route(`**/mass-payouts/${mass.id}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.fulfill({ json: { data: mass } }),
  );
  const two_fa = { required: true, enabled: true };
  await page.route('**/preview', (route) =>
    route.fulfill({ json: { data: { covers: covered, warnings: [], two_fa, network_fees_at: NOW } } }),
  );
  await page.route('**/lines?*', (route) =>
    route.fulfill({
      json: {
        data: [line(2, '0.01000000'), line(3, '0.02000000')],
        pagination: { total: 2, page: 1, per_page: 15 },
      },
    }),
  );
  await page.goto(`${server.url}/payouts/mass-request-payout?id=${mass.id}`);
  await page.getByRole('heading', { name: 'march.csv' }).waitFor();
  return person;
}

it('sends a file as soon as it is chosen, with who pays the fees', async () => {
  server.state.once.set('POST /spa/sandbox/mass-payouts', [201, { data: validated }]);
  const { page } = await open({ origin: server.url });
  await page.goto(`${server.url}/payouts/mass-request-payout`);
  await page.getByRole('combobox').click();
  await page.getByRole('option').nth(1).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from('BTC') });
  const sent = () => server.state.calls.map(({ method, path }) => `${method} ${path}`);
  await expect.poll(sent).toContain('POST /spa/sandbox/mass-payouts?file_name=march.csv&fee_payer=recipient');
  await page.context().close();
});

it('shows the lines that are chosen while it is paid', async () => {
  const { page } = await visit({ ...validated, status: 'pending' });
  const request = page.waitForRequest(/\/lines\?show=failed&page=1/);
  await page.getByRole('combobox').first().click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await request;
  await page.context().close();
});

it('each line can be read before the run, with its whole address', async () => {
  const { page, complaints } = await visit(validated);
  const rows = page.getByRole('table', { name: 'Recipients' }).getByRole('row');
  await rows.nth(2).waitFor();
  expect(await rows.nth(2).textContent()).toContain(ADDRESS);
  expect(await rows.nth(2).textContent()).toContain('0.02000000');
  await page.getByText(/^Network fee as of \d/).waitFor();
  const summary = page.getByRole('table', { name: 'Summary' }).getByRole('row').nth(1);
  for (const figure of ['0.03000000', '0.00004000', '0.03004000', '0.38816000'])
    expect(await summary.textContent()).toContain(figure);
  for (const width of [320, 850, 1441]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `at ${width}`);
    await expectAccessible(page, `at ${width}`);
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('an approval repeats what is sent before it asks for the code', async () => {
  const actions = { replace: false, run: false, approve: true, cancel: true, delete: false };
  const { page } = await visit({ ...validated, status: 'pending', status_reason: 'awaiting_approval', actions });
  await page.route('**/approve', (route) =>
    route.fulfill({
      status: 422,
      json: errorBody('validation_failed', '', { two_fa_code: [TWO_FA_CODE_REQUIRED] }),
    }),
  );
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this mass payout?' });
  await dialog.getByText('BTC, Bitcoin, 2 lines').waitFor();
  await dialog.getByText('0.03004000 BTC').waitFor();
  await page.getByRole('button', { name: 'Approve and send' }).click();
  await page.getByLabel('2FA code').waitFor();
  await page.context().close();
});

it('what the balance lacks is said once, and the button waits until it is there', async () => {
  const lacks = [{ ...covers[0], available: '0.01000000', missing: '0.02004000' }] as typeof covers;
  const { page } = await visit(validated, lacks);
  await page
    .getByText('Insufficient balance. Please adjust the amount and try again. Missing: 0.02004000 BTC.')
    .waitFor();
  expect(await page.getByText('Insufficient balance').count()).toBe(1);
  await page.getByRole('row').getByText('0.02004000 BTC missing').waitFor();
  expect(await page.getByRole('button', { name: 'Confirm and email the code' }).isDisabled()).toBe(true);
  await page.context().close();
});

it('runs as soon as its codes are complete, after the summary was confirmed', async () => {
  const { page } = await visit(validated);
  const sent: unknown[] = [];
  await page.route('**/create-token', (route) =>
    route.fulfill({
      status: 202,
      json: {
        data: { email: user.email, expires_in_seconds: 600, resend_in_seconds: 60, two_fa_required: true },
      },
    }),
  );
  await page.route('**/run', (route) => {
    sent.push(route.request().postDataJSON());
    const actions = { replace: false, run: false, approve: false, cancel: true, delete: false };
    return route.fulfill({ json: { data: { ...validated, version: 3, status: 'pending', run_at: NOW, actions } } });
  });
  await page.getByRole('button', { name: 'Confirm and email the code' }).click();
  await page.getByLabel(/Code sent to/).fill('123456');
  await page.getByLabel('2FA code').fill('654321');
  await page.getByRole('heading', { name: 'Progress' }).waitFor();
  expect(sent).toEqual([{ code: '123456', two_fa_code: '654321' }]);
  await page.context().close();
});

it('a file that never ran is deleted, once confirmed', async () => {
  const { page, complaints } = await visit(validated);
  expect(await page.getByRole('button', { name: 'Cancel the rest…' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete march.csv?' });
  await dialog.getByText('The file and its 2 lines are removed.').waitFor();
  await expectAccessible(page, 'deleting');
  await dialog.getByRole('button', { name: 'Delete mass payout' }).click();
  await page.getByText('Mass payout deleted').waitFor();
  await page.waitForURL('**/payouts?tab=mass');
  expect(complaints).toEqual([]);
  await page.context().close();
});
