import { expect, it } from 'vitest';
import type { PartnerAgreement, PartnerRooms } from '../../contract/partners.ts';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { makeUser } from '../testing/fixtures.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

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
const INVITED = { state: 'new', name: 'Ada Reach', email: 'ada@reach.example' };
const SIGN_UP = '/auth/partner#token=of-the-mail-of-the-mail';

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
    path: '/partner-program#token=of-the-mail-of-the-mail',
    state: { once: new Map([['POST /spa/partner/agreement', [200, { data: agreement }]]]) },
  },
]);

const open = withDesk();
const server = withBackOffice();

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
