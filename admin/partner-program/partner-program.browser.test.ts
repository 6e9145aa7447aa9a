import { expect, it } from 'vitest';
import type { PartnerAgreement, PartnerRooms } from '../../contract/partners.ts';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { makeUser } from '../testing/fixtures.fixture.ts';
import { errorBody } from '../testing/mock-server.fixture.ts';
import { makeWithdrawals } from '../testing/mock-withdrawals.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';
import { makeWithdrawalForm } from '../testing/withdrawals.fixture.ts';

const terms = { share_percent: '10', cap: '10000.00' };
const agreement: PartnerAgreement = { kind: 'ambassador', name: 'Ada Reach', version: '2026-11-30', terms };
const rooms: PartnerRooms = {
  kind: 'ambassador',
  status: 'active',
  terms,
  earned: '812.40',
  unsettled: '0.00',
  owed: '12.10',
  links: [
    {
      id: '01936b2e-9d1c-7a54-8b3a-1f2e3d4c5b6a',
      code: 'K7M2XQ9A',
      label: 'Newsletter',
      visits: 1_204,
      sign_ups: 9,
      created_at: '2026-11-20T10:15:00.000Z',
      url: 'https://pay.example/r/K7M2XQ9A',
    },
  ],
  stages: { signed_up: 4, integrating: 3, live: 2 },
  months: [
    { month: '2026-11', share: '412.40' },
    { month: '2026-10', share: '260.10' },
    { month: '2026-09', share: '139.90' },
  ],
  statements: [
    { month: '2026-11', number: 'TG-7K2M9QXA-002', paid: '412.40', paid_at: '2026-11-30T10:00:00.000Z' },
    { month: '2026-10', number: 'TG-7K2M9QXA-001', paid: '400.00', paid_at: '2026-10-31T23:00:00.000Z' },
  ],
};

/** An ambassador without a shop. */
const user = makeUser({ role: 'ambassador', permissions: [...permissionsOf('ambassador')] });
const owner = makeUser({ permissions: [...permissionsOf('admin')] });
const colleague = makeUser({ role: 'support', permissions: [...permissionsOf('support')] });
const INVITED = { state: 'new', name: 'Ada Reach', email: 'ada@reach.example' };
const SIGN_UP = '/auth/partner#token=of-the-mail-of-the-mail';
const AGREEMENT = '/partner-program#token=of-the-mail-of-the-mail';

const NOTHING = {
  earned: '0.00',
  owed: '0.00',
  stages: { signed_up: 0, integrating: 0, live: 0 },
  months: [],
  statements: [],
};

describeScreens('every screen of the partner program', [
  {
    name: 'partner program',
    path: '/partner-program',
    state: { once: new Map([['GET /spa/partner', [200, { data: rooms }]]]) },
  },
  {
    name: 'partner program of a new partner',
    path: '/partner-program',
    state: { once: new Map([['GET /spa/partner', [200, { data: { ...rooms, ...NOTHING } }]]]) },
  },
  { name: 'partner program of no partner', path: '/partner-program', isRefused: true },
  {
    name: 'partner program without a shop',
    path: '/partner-program',
    state: { user, once: new Map([['GET /spa/partner', [200, { data: rooms }]]]) },
  },
  { name: 'partner program before the agreement', path: '/partner-program', state: { user }, isRefused: true },
  {
    name: 'palette of a partner',
    path: '/partner-program',
    state: { user, once: new Map([['GET /spa/partner', [200, { data: rooms }]]]) },
    open: (page) => page.keyboard.press('Control+k'),
  },
  { name: 'room that a partner lacks', path: '/history', state: { user } },
  {
    name: 'partner sign-up',
    path: SIGN_UP,
    signedIn: false,
    state: { once: new Map([['POST /auth/partner', [200, { data: INVITED }]]]) },
  },
  {
    name: 'partner sign-up of somebody with an account',
    path: SIGN_UP,
    signedIn: false,
    state: { once: new Map([['POST /auth/partner', [200, { data: { ...INVITED, state: 'known' } }]]]) },
  },
  {
    name: 'partner agreement',
    path: AGREEMENT,
    state: { user: owner, once: new Map([['POST /spa/partner/agreement', [200, { data: agreement }]]]) },
  },
  { name: 'partner agreement of a colleague who cannot accept it', path: AGREEMENT, state: { user: colleague } },
]);

const open = withDesk();
const server = withBackOffice();

const callsTo = (path: string) => server.state.calls.filter((call) => call.path === path).length;

it('the secret of 2FA stays the same while all other data is refetched', async () => {
  server.reset({ user });
  const { page, context } = await open({ origin: server.url });
  await page.clock.install();
  await page.goto(`${server.url}/account?tab=setting`);
  await page.getByRole('button', { name: 'Turn on 2FA' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const before = callsTo('/spa/subscriptions');
  await page.clock.runFor(25_000);
  await expect.poll(() => callsTo('/spa/subscriptions')).toBeGreaterThan(before);
  await page.clock.runFor(10_000);
  expect(callsTo('/spa/user/2fa/secret')).toBe(1);
  await context.close();
});

it('a page that is left open calls no more, so its session can end, and goes on once it is used', async () => {
  server.reset({ user });
  const { page, context } = await open({ origin: server.url });
  await page.clock.install();
  await page.goto(`${server.url}/account?tab=setting`);
  await page.getByRole('button', { name: 'Turn on 2FA' }).waitFor();
  const isCalled = async () => {
    const before = server.state.calls.length;
    await page.clock.runFor(60_000);
    await page.evaluate(() => fetch('/help-by-screen.json').then(({ ok }) => ok));
    return server.state.calls.length - before > 1;
  };
  expect(await isCalled()).toBe(true);
  await page.clock.fastForward(10 * 60_000);
  await isCalled();
  expect(await isCalled()).toBe(false);
  await page.keyboard.press('Shift');
  expect(await isCalled()).toBe(true);
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
  expect(await isCalled()).toBe(false);
  await context.close();
});

it('a form that is half filled in stays when a refetch fails', async () => {
  server.reset({ user: { ...user, active_profile_type: 'production', '2fa_enabled': true } });
  const { page, context } = await open({ origin: server.url });
  await page.clock.install();
  await page.goto(`${server.url}/withdrawals/request?gate_id=EUR`);
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('120');
  const path = '/spa/production/withdrawals/create';
  const before = callsTo(path);
  server.state.once.set(`GET ${path}`, [500, errorBody('internal_error')]);
  await page.clock.runFor(11_000);
  await expect.poll(() => callsTo(path)).toBeGreaterThan(before);
  await page.clock.runFor(1_000);
  expect(await amount.inputValue()).toBe('120');
  await context.close();
});

it('the withdrawals of a partner offer no export and no conversion, and no stripe calls their money a test', async () => {
  const gates = makeWithdrawalForm().gates.map((gate) => ({ ...gate, available: '0' }));
  const withdrawals = makeWithdrawals({ rows: [], form: makeWithdrawalForm({ gates }) });
  server.reset({ user: { ...user, active_profile_type: 'production' }, withdrawals });
  const { page, context } = await open({ origin: server.url });
  await page.goto(`${server.url}/withdrawals`);
  await page.getByRole('heading', { name: 'No withdrawals yet' }).waitFor();
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
  expect(await page.getByText('Convert').count()).toBe(0);
  await page.goto(`${server.url}/withdrawals/request`);
  await page.getByText('The balances of your withdrawal methods are empty.', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Convert' }).count()).toBe(0);
  server.reset({ user });
  await page.goto(`${server.url}/withdrawals`);
  await page.getByText('Withdrawals need production mode').first().waitFor();
  expect(await page.getByText(/test money/i).count()).toBe(0);
  await context.close();
});

it('a partner may have a new method paid automatically', async () => {
  server.reset({ user: { ...user, active_profile_type: 'production' } });
  const { page, context } = await open({ origin: server.url });
  await page.goto(`${server.url}/withdrawals/method?new`);
  await page.getByRole('switch', { name: 'Pay out automatically' }).click();
  await page.getByLabel('How often').waitFor();
  await context.close();
});

it('a colleague whose role cannot accept the agreement is sent to support', async () => {
  server.reset({ user: colleague });
  const { page, context } = await open({ origin: server.url });
  await page.goto(server.url + AGREEMENT);
  await page.getByText('Ask support to send the link to another address.').waitFor();
  expect(callsTo('/spa/partner/agreement')).toBe(0);
  await context.close();
});

it('error pages lead partners to their own pages', async () => {
  server.reset({
    once: new Map([['POST /auth/partner', [200, { data: { state: 'expired', name: null, email: null } }]]]),
  });
  const stranger = await open({ origin: server.url, signedIn: false });
  await stranger.page.goto(server.url + SIGN_UP);
  const contact = stranger.page.getByRole('link', { name: 'Contact us' });
  expect(await contact.getAttribute('href')).toBe('/contact-us');
  expect(await stranger.page.getByText('Apply again').count()).toBe(0);
  await stranger.context.close();

  server.reset({ user });
  const { page, context } = await open({ origin: server.url });
  await page.goto(`${server.url}/history`);
  await page.getByText('Partner accounts do not include this page.').waitFor();
  expect(await page.getByText('admin of your team').count()).toBe(0);
  await page.goto(`${server.url}/withdrawals/details?id=01936b2e-9d1c-7a54-8b3a-1f2e3d4c5b6a`);
  await page.getByText('This page does not exist').waitFor();
  expect(await page.getByText('Search in History').count()).toBe(0);
  await context.close();
});

it('a partner without a shop has the own rooms alone, and asks for nothing of a shop', async () => {
  server.reset({ user, once: new Map([['GET /spa/partner', [200, { data: rooms }]]]) });
  const { page, context, complaints } = await open({ origin: server.url });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('heading', { name: 'Earnings' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/partner-program');
  const links = page.getByRole('navigation').getByRole('link');
  expect(await links.allTextContents()).toEqual(['Tidegate', 'Partner program', 'Withdrawals', 'Documentation']);
  expect(server.state.calls.filter(({ path }) => /\/(live|invoices|fees|refunds|payouts)\b/.test(path))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
