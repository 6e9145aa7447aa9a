import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../scripts/testing/browser.ts';
import { withDesk } from './testing/browser.fixture.ts';
import { type BuiltFrontEnd, buildBackOffice } from './testing/build.fixture.ts';
import { idOf, makeInvoice, makeUser } from './testing/fixtures.fixture.ts';
import { type MockServer, type MockState, startMockServer } from './testing/mock-server.fixture.ts';

/** The spec's breakpoints (spec §9), and the narrowest phone. */
const WIDTHS = [320, 376, 426, 769, 850, 1441, 2561];
/** Four audits and seven layouts a screen: a bound for what hangs, on a machine that is busy. */
const PATIENCE_MS = 180_000;
const AUDITED: ReadonlySet<number> = new Set([376, 1441]);

interface Screen {
  name: string;
  path: string;
  state?: Partial<MockState>;
  signedIn?: false;
  /** What to open before looking. */
  open?: (page: Page) => Promise<void>;
}

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
  actions: { complete: false, cancel: true, emulate: false },
});
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

const SCREENS: Screen[] = [
  { name: 'sign-in', path: '/auth/sign-in', state: { signedIn: false }, signedIn: false },
  {
    name: 'dashboard in production',
    path: '/dashboard',
    state: { user: makeUser({ active_profile_type: 'production' }) },
  },
  { name: 'empty dashboard', path: '/dashboard', state: { rows: [], balances: [] } },
  { name: 'history', path: '/history' },
  { name: 'history, needs a decision', path: '/history?tab=decide' },
  { name: 'history, nothing yet', path: '/history', state: { rows: [] } },
  { name: 'history, nothing found', path: `/history?filter=${encodeURIComponent('{"search":"zzz"}')}` },
  { name: 'history, loading', path: '/history', state: { lists: 'hang' } },
  { name: 'history, statuses', path: '/history', open: (page) => button(page, 'Status').click() },
  { name: 'history, dates', path: '/history', open: (page) => button(page, 'Created').click() },
  { name: 'history, assets', path: '/history', open: (page) => button(page, 'Asset').click() },
  { name: 'invoice', path: detail },
  { name: 'invoice without an asset', path: detail, state: { invoice: bareInvoice } },
  { name: 'completing an invoice', path: detail, open: (page) => button(page, 'Complete…').click() },
  { name: 'balance', path: '/balance' },
  { name: 'new invoice', path: '/payment-request/create-invoice' },
  { name: 'account', path: '/account?tab=profile' },
  { name: 'a room to come', path: '/payouts' },
  { name: 'payment requests', path: '/payment-request' },
  { name: 'account menu', path: '/balance', open: (page) => page.getByRole('button', { name: /Account of/ }).click() },
  { name: 'command palette', path: '/balance', open: (page) => page.keyboard.press('Control+k') },
  ...[403, 404, 410, 500, 503, 1001, 1002].map((code) => ({ name: `error ${code}`, path: `/system/${code}` })),
];

describe('every screen', () => {
  const open = withDesk();
  let built: BuiltFrontEnd;
  let server: MockServer;

  beforeAll(async () => {
    built = await buildBackOffice();
    server = await startMockServer(built.dist);
  });

  afterAll(async () => {
    await server?.close();
    await built?.remove();
  });

  it.each(SCREENS)(
    '$name: accessible, never wider than the window, without a complaint',
    async (screen) => {
      server.reset(screen.state);
      const { page, complaints } = await open({ origin: server.url, signedIn: screen.signedIn ?? true });
      await page.goto(server.url + screen.path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
      await screen.open?.(page);

      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page, `at ${width}`);
        if (!AUDITED.has(width)) continue;
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await expectAccessible(page, `${colorScheme} at ${width}`);
        }
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
