import type { Page } from 'playwright-core';
import { permissionsOf } from '../domain/accounts/permissions.ts';
import { idOf, makeInvoice, makeUser } from './testing/fixtures.fixture.ts';
import { makeDashboard } from './testing/mock-dashboard.fixture.ts';
import { describeScreens, type Screen } from './testing/screens.fixture.ts';

const detail = `/history/details?id=${idOf(0)}`;
const bareInvoice = makeInvoice({
  status: 'new',
  status_reason: null,
  gate_id: null,
  amount_due: null,
  address: null,
  rate: null,
  transactions: [],
  ledger: [],
  webhooks: [],
  actions: { complete: false, cancel: true, emulate: false, refund: false },
});
/** Statuses that ask something else of the merchant, or nothing at all. */
const otherwise: Screen[] = (
  [
    ['pending', null],
    ['done', 'completed_by_merchant'],
    ['overpaid', null],
    ['expired_paid', 'paid_late'],
    ['error', 'confirmation_overdue'],
    ['refund_requested', null],
  ] as const
).map(([status, status_reason]) => ({
  name: `invoice, ${status}`,
  path: detail,
  state: {
    invoice: makeInvoice({
      status,
      status_reason,
      paid: status === 'done',
      actions: {
        complete: ['overpaid', 'expired_paid'].includes(status),
        cancel: status === 'pending',
        emulate: true,
        refund: false,
      },
    }),
  },
}));
/** One whose business is not verified yet, so that production is closed. */
const newMerchant = (permissions = makeUser().permissions) => {
  const user = makeUser({ permissions });
  return { ...user, merchant: { ...user.merchant, status: 'active' as const, can_production_activate: false } };
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

const SCREENS: Screen[] = [
  { name: 'sign-in', path: '/auth/sign-in', state: { signedIn: false }, signedIn: false },
  {
    name: 'dashboard of an admin whose role waits for 2FA',
    path: '/dashboard',
    state: { user: makeUser({ role: 'viewer', role_after_2fa: 'admin' }) },
  },
  {
    name: 'dashboard in production',
    path: '/dashboard',
    state: { user: makeUser({ active_profile_type: 'production' }) },
  },
  {
    name: 'dashboard of a new merchant',
    path: '/dashboard',
    state: { rows: [], balances: [], dashboard: makeDashboard({ days: 0 }), user: newMerchant() },
  },
  {
    name: 'empty dashboard',
    path: '/dashboard',
    state: { rows: [], balances: [], dashboard: makeDashboard({ days: 0 }) },
  },
  { name: 'dashboard after one day', path: '/dashboard', state: { dashboard: makeDashboard({ days: 1, busy: 3 }) } },
  {
    name: 'dashboard after a year, as tables',
    path: '/dashboard',
    state: { dashboard: makeDashboard({ days: 380 }) },
    open: async (page) => {
      await page.getByRole('button', { name: 'All, All time' }).first().click();
      const charts = page.getByRole('button', { name: /^View as table/ });
      for (let left = await charts.count(); left > 0; left -= 1) await charts.first().click();
    },
  },
  {
    name: 'dashboard of a million invoices',
    path: '/dashboard',
    state: { dashboard: makeDashboard({ days: 900, busy: 1_200 }) },
    open: (page) => page.getByRole('button', { name: '1Y, 1 year' }).first().click(),
  },
  { name: 'history', path: '/history' },
  { name: 'history, needs a decision', path: '/history?tab=decide' },
  { name: 'history, nothing yet', path: '/history', state: { rows: [] } },
  { name: 'history, nothing found', path: '/history?search=zzz' },
  { name: 'history, loading', path: '/history', state: { lists: 'hang' }, hangs: true },
  { name: 'history, statuses', path: '/history', open: (page) => button(page, 'Status').click() },
  { name: 'history, dates', path: '/history', open: (page) => button(page, 'Created').click() },
  { name: 'history, assets', path: '/history', open: (page) => button(page, 'Asset').click() },
  ...['refunds', 'events', 'transactions'].map((tab) => ({
    name: `history, ${tab}`,
    path: `/history?tab=${tab}`,
    state: { user: makeUser({ permissions: [...permissionsOf('admin')] }) },
  })),
  { name: 'report to download', path: '/download/transaction-activity/nothing', isRefused: true },
  { name: 'page that the role does not include', path: '/access-denied' },
  { name: 'invoice', path: detail },
  { name: 'invoice without an asset', path: detail, state: { invoice: bareInvoice } },
  ...otherwise,
  { name: 'completing an invoice', path: detail, open: (page) => button(page, 'Complete…').click() },
  { name: 'balance', path: '/balance' },
  { name: 'new invoice', path: '/history/create-invoice' },
  { name: 'account', path: '/account?tab=profile' },
  { name: 'account menu', path: '/balance', open: (page) => page.getByRole('button', { name: /Account of/ }).click() },
  { name: 'command palette', path: '/balance', open: (page) => page.keyboard.press('Control+k') },
  ...[403, 404, 410, 500, 503, 1001, 1002].map((code) => ({ name: `error ${code}`, path: `/system/${code}` })),
];

describeScreens('every screen', SCREENS);
