import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { TWO_FA_CODE_REQUIRED } from '../../domain/accounts/account-rules.ts';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeBalances, makeUser } from '../testing/fixtures.fixture.ts';
import { makeConversions, makeRate } from '../testing/mock-conversions.fixture.ts';
import { errorBody } from '../testing/mock-server.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const CONVERT = '/balance?tab=convert';
const QUOTE = 'GET /spa/production/manual-conversions/amount-to';
const sandbox = makeUser({ permissions: [...permissionsOf('admin')] });
const user = makeUser({ permissions: [...permissionsOf('admin')], active_profile_type: 'production' });
const euro = { ...makeBalances()[0], gate_id: 'EUR', asset: 'EUR', available: '1240.50', value: '1240.50' };
const balances = [...makeBalances(), { ...euro, pending: '0.00', held: '0.00', frozen: false, currency: 'EUR' }];
const state = { user, balances: balances as ReturnType<typeof makeBalances> };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const submit = (page: Page) => page.getByRole('button', { name: /^Convert [\d.,]+ / });
const give = (page: Page, amount: string) => page.getByRole('textbox', { name: 'You give' }).fill(amount);

/** Much is reviewed before it is converted. */
async function acceptReviewed(page: Page): Promise<void> {
  await submit(page).click();
  await button(page, 'Convert now').click();
}

async function withPrice(page: Page): Promise<void> {
  await give(page, '0.1');
  await submit(page).waitFor();
}

describeScreens('conversions', [
  { name: 'balance in production', path: '/balance', state },
  { name: 'converting in sandbox', path: CONVERT, state: { user: sandbox } },
  { name: 'converting', path: CONVERT, state },
  { name: 'converting, with a price', path: `${CONVERT}&from=BTC`, state, open: withPrice },
  {
    name: 'converting, reviewed',
    path: `${CONVERT}&from=BTC`,
    state,
    open: async (page) => {
      await withPrice(page);
      await submit(page).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'converting too much',
    path: `${CONVERT}&from=BTC`,
    state,
    open: async (page) => {
      await give(page, '1.2');
      await page.getByText('Insufficient balance.').waitFor();
    },
  },
  {
    name: 'a pair that cannot be converted now',
    path: CONVERT,
    state: {
      ...state,
      conversions: makeConversions({
        rows: [],
        rate: makeRate({ possible: false, reason: 'We cannot take on more euro at the moment.' }),
      }),
    },
    open: (page) => page.getByText('We cannot take on more euro').waitFor(),
  },
  { name: 'nothing to convert', path: CONVERT, state: { ...state, balances: [] } },
  {
    name: 'a conversion',
    path: `${CONVERT}&id=${idOf(800)}`,
    state,
    open: (page) => page.getByText('Conversion ID').waitFor(),
  },
]);

describe('converting', () => {
  const open = withDesk();
  const server = withBackOffice();
  const begin = async () => {
    server.reset(structuredClone(state));
    const { page } = await open({ origin: server.url });
    await page.goto(`${server.url}${CONVERT}&from=BTC`);
    await page.getByRole('textbox', { name: 'You give' }).waitFor();
    return page;
  };
  const sent = () => server.state.calls.filter(({ method }) => method === 'POST');

  it('converts at the price that is shown, once, and says so', async () => {
    const page = await begin();
    await withPrice(page);
    expect(await page.getByRole('textbox', { name: 'You get' }).inputValue()).toBe('7880.59');
    const list = page.getByText('14 conversions');
    const { y: listTop } = (await list.boundingBox()) ?? {};
    expect(await submit(page).textContent()).toBe('Convert 0.1 BTC to €7,880.59');
    await submit(page).click();
    const review = page.getByRole('dialog', { name: 'Convert 0.1 BTC to €7,880.59?' });
    await button(page, 'Cancel').click();
    await review.waitFor({ state: 'detached' });
    expect(sent()).toEqual([]);
    await give(page, '');
    await page.getByText('Enter an amount to see exactly what you get.').waitFor();
    // The list stays where it is, with a price and without.
    expect((await list.boundingBox())?.y).toBe(listTop);
    await withPrice(page);
    await acceptReviewed(page);
    await page.getByText('Conversion successful: 0.1 BTC to €7,880.59').waitFor();
    const [call, ...others] = sent();
    expect(call?.body).toEqual({ quote_id: idOf(902) });
    expect(call?.headers['idempotency-key']).toMatch(/.{16}/);
    expect(others).toEqual([]);
    await page.getByText('15 conversions').waitFor();
    await page.context().close();
  });

  it('asks for the code of 2FA where the server does, and converts at the price that was shown', async () => {
    const page = await begin();
    await withPrice(page);
    const missing = { ...errorBody('validation_failed', 'Invalid'), errors: { two_fa_code: [TWO_FA_CODE_REQUIRED] } };
    server.state.once.set('POST /spa/production/manual-conversions', [422, missing]);
    await acceptReviewed(page);
    await page.getByLabel('2FA code').waitFor();
    await page.keyboard.type('123456');
    await page.getByText('Conversion successful').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(sent().map(({ body }) => body)).toEqual([
      { quote_id: idOf(901) },
      { quote_id: idOf(901), two_fa_code: '123456' },
    ]);
    expect(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
    await page.context().close();
  });

  it('converts little at once', async () => {
    const page = await begin();
    await give(page, '0.001');
    await submit(page).click();
    await page.getByText(/^Conversion successful: 0\.001 BTC to €/).waitFor();
    await page.context().close();
  });

  it('prices what is wanted, too', async () => {
    const page = await begin();
    await page.getByRole('textbox', { name: 'You get' }).fill('1000');
    await submit(page).waitFor();
    expect(await page.getByRole('textbox', { name: 'You give' }).inputValue()).toMatch(/^0\.0126\d+$/);
    expect(server.state.calls.some(({ path }) => path.includes('/amount-from?from=BTC&to=EUR&amount=1000'))).toBe(true);
    await page.context().close();
  });

  it('gets a new price when the old one has expired, and never converts at one by itself', async () => {
    const page = await begin();
    await withPrice(page);
    server.state.once.set('POST /spa/production/manual-conversions', [
      409,
      errorBody('quote_expired', 'This price has expired. Get a new one and convert again.'),
    ]);
    await acceptReviewed(page);
    await page.getByText('This price has expired. Get a new one').first().waitFor();
    await expect.poll(() => server.state.conversions.quoted).toBe(2);
    expect(sent()).toHaveLength(1);
    await acceptReviewed(page);
    await page.getByText('Conversion successful').waitFor();
    expect(sent()[1]?.body).toEqual({ quote_id: idOf(902) });
    await page.context().close();
  });

  it('says that a price has expired after thirty seconds', async () => {
    server.reset(structuredClone(state));
    const { page } = await open({ origin: server.url });
    await page.clock.install();
    await page.goto(`${server.url}${CONVERT}&from=BTC`);
    await give(page, '0.1');
    await page.clock.runFor(1_000);
    await submit(page).waitFor();
    await page.clock.runFor(31_000);
    await page.getByText('This price has expired.').waitFor();
    await button(page, 'Get a new price').click();
    await page.clock.runFor(1_000);
    await submit(page).waitFor();
    expect(server.state.conversions.quoted).toBe(2);
    await page.context().close();
  });

  it('says why there is no price', async () => {
    const page = await begin();
    server.state.once.set(QUOTE, [422, errorBody('position_limit', 'We cannot take on more euro at the moment.')]);
    await give(page, '0.1');
    await page.getByText('We cannot take on more euro at the moment.').first().waitFor();
    await button(page, 'Get a new price').click();
    await submit(page).waitFor();
    await page.context().close();
  });
});
