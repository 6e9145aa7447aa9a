import { beforeEach, expect, it } from 'vitest';
import type { MassPayoutLine, SpaMassPayout } from '../../api/contract/mass-payouts.ts';
import { TWO_FA_CODE_REQUIRED } from '../../domain/account-rules.ts';
import { permissionsOf } from '../../domain/permissions.ts';
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
  ...{ id: idOf(900), version: 2, status: 'validated', status_reason: null, mode: 'sandbox', source: 'file' },
  ...{ file_name: 'march.csv', fee_payer: 'merchant', approval_required: false, not_before: null },
  lines: { total: 2, valid: 2, not_valid: 0, sent: 0, done: 0, failed: 0 },
  totals: [
    {
      gate_id: 'BTC',
      valid: { lines: 2, amount: '0.03000000', total: '0.03004000' },
      not_valid: { lines: 0, amount: '0.00000000' },
    },
  ],
  ...{ created_at: NOW, run_at: null, approved_at: null, completed_at: null },
  actions: { replace: true, run: true, approve: false, cancel: false },
};
const line = (number: number, amount: string): MassPayoutLine => ({
  ...{ line: number, status: null, status_reason: null, gate_id: 'BTC', address: ADDRESS, destination_tag: null },
  ...{ reference: `salary-${number}`, amount, net_amount: amount, fees: '0.00002000', payout_id: null, txid: null },
  ...{ completed_at: null, problems: [], cells: [] },
});

async function visit(mass: SpaMassPayout): Promise<Visit> {
  const person = await open({ origin: server.url });
  const { page } = person;
  await page.route(`**/mass-payouts/${mass.id}`, (route) => route.fulfill({ json: { data: mass } }));
  await page.route('**/preview', (route) =>
    route.fulfill({
      json: {
        data: {
          covers: [{ gate_id: 'BTC', available: '0.41820000', missing: null }],
          ...{ warnings: [], two_fa: { required: true, enabled: true } },
          network_fees_at: NOW,
        },
      },
    }),
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

it('each line can be read before the run, with its whole address', async () => {
  const { page, complaints } = await visit(validated);
  const rows = page.getByRole('table', { name: 'Whom it pays' }).getByRole('row');
  await rows.nth(2).waitFor();
  expect(await rows.nth(2).textContent()).toContain(ADDRESS);
  expect(await rows.nth(2).textContent()).toContain('0.02000000');
  await page.getByText(/^Network fee as of \d/).waitFor();
  for (const width of [320, 850, 1441]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `at ${width}`);
    await expectAccessible(page, `at ${width}`);
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('an approval repeats what is sent before it asks for the code', async () => {
  const actions = { replace: false, run: false, approve: true, cancel: true };
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
