import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { tabTo } from '../../scripts/testing/browser.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeUser } from '../testing/fixtures.fixture.ts';
import { makePayouts } from '../testing/mock-payouts.fixture.ts';
import { errorBody, type MockServer } from '../testing/mock-server.fixture.ts';
import { ADDRESS, makeOwnLimits, makePayout, makePayoutForm } from '../testing/payouts.fixture.ts';
import { describeScreens, type Screen } from '../testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')], '2fa_enabled': true });
const viewer = makeUser({ permissions: [...permissionsOf('viewer')], role: 'viewer' });
const REQUEST = '/payouts/request-payout';
const DETAILS = `/payouts/details?id=${idOf(500)}`;
const METHOD = `/payouts/method?id=${idOf(600)}`;
const nothing = makePayouts({
  rows: [],
  methods: [],
  form: makePayoutForm({ gates: makePayoutForm().gates.map((gate) => ({ ...gate, available: '0' })) }),
});
const waiting = makePayout({
  status: 'new',
  status_reason: 'awaiting_approval',
  approved_at: null,
  approved_by: null,
  txid: null,
  transactions: [],
  actions: { approve: true, cancel: true },
});
const raised = makeOwnLimits({
  per_payout: { amount: '2500.00', next: { amount: '5000.00', from: '2026-11-21T09:30:00.000Z' } },
  per_day: { amount: '10000.00', next: { amount: null, from: '2026-11-21T10:15:00.000Z' } },
});
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function fillIn(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Asset' }).click();
  await page.getByRole('option', { name: /BTC/ }).click();
  await page.getByRole('combobox', { name: 'Send to' }).click();
  await page.getByRole('option', { name: 'Another address' }).click();
  await page.getByLabel('Address on Bitcoin').fill(ADDRESS);
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.0125');
}

async function toConfirm(page: Page): Promise<void> {
  await fillIn(page);
  await button(page, 'Continue').click();
  await page.getByRole('heading', { name: 'Confirm the payout' }).waitFor();
}

async function toCodes(page: Page): Promise<void> {
  await toConfirm(page);
  await button(page, 'Confirm').click();
  await page.getByLabel(/Code sent to/).waitFor();
}

const state = { user };
const payoutIn = (changes: Parameters<typeof makePayout>[0]): NonNullable<Screen['state']> => ({
  user,
  payouts: makePayouts({ payout: makePayout(changes) }),
});

describeScreens('the payouts', [
  { name: 'balance with its ways out', path: '/balance', state },
  { name: 'dashboard with its ways out', path: '/dashboard', state },
  { name: 'payouts', path: '/payouts', state },
  { name: 'no payouts yet', path: '/payouts', state: { user, payouts: nothing } },
  { name: 'payouts loading', path: '/payouts', state: { user, payouts: makePayouts({ lists: 'hang' }) }, hangs: true },
  {
    name: 'payouts failed',
    path: '/payouts',
    state: { user, payouts: makePayouts({ lists: 'fail' }) },
    isRefused: true,
  },
  { name: 'payouts of who only reads', path: '/payouts', state: { user: viewer } },
  { name: 'scheduled payouts', path: '/payouts?tab=scheduled', state },
  { name: 'nothing scheduled yet', path: '/payouts?tab=scheduled', state: { user, payouts: nothing } },
  { name: 'request a payout', path: REQUEST, state },
  { name: 'request a payout, filled in', path: REQUEST, state, open: fillIn },
  {
    name: 'request a payout, with what is wrong',
    path: `${REQUEST}?gate_id=ETH`,
    state,
    open: async (page) => {
      await page.getByLabel('Address on Ethereum').fill('0x0000000000000000000000000000000000000000');
      await page.getByRole('textbox', { name: 'Amount' }).fill('7');
      await button(page, 'Continue').click();
      await page.getByText('Insufficient balance.').first().waitFor();
    },
  },
  {
    name: 'request a payout, X-address taken apart',
    path: `${REQUEST}?gate_id=XRP`,
    state: {
      user: makeUser({ ...user, simulated: false }),
      payouts: makePayouts({
        form: makePayoutForm({
          gates: makePayoutForm().gates.map((gate) => ({
            ...gate,
            available: gate.gate_id === 'XRP' ? '83.2' : gate.available,
          })),
        }),
      }),
    },
    open: (page) => page.getByLabel('Address on XRP Ledger').fill('X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu'),
  },
  {
    name: 'request a payout without 2FA',
    path: `${REQUEST}?gate_id=BTC`,
    state: { user, payouts: makePayouts({ form: makePayoutForm({ two_fa: { required: true, enabled: false } }) }) },
  },
  { name: 'nothing to pay out', path: REQUEST, state: { user, payouts: nothing } },
  { name: 'confirm a payout', path: REQUEST, state, open: toConfirm },
  { name: 'codes of a payout', path: REQUEST, state, open: toCodes },
  { name: 'payout, confirming', path: DETAILS, state },
  { name: 'payout, waits for approval', path: DETAILS, state: { user, payouts: makePayouts({ payout: waiting }) } },
  {
    name: 'approving a payout',
    path: DETAILS,
    state: { user, payouts: makePayouts({ payout: waiting }) },
    open: (page) => button(page, 'Approve…').click(),
  },
  {
    name: 'payout, in queue',
    path: DETAILS,
    state: payoutIn({ status: 'queue', status_reason: 'stopped', txid: null, transactions: [] }),
  },
  {
    name: 'payout, done',
    path: DETAILS,
    state: payoutIn({
      status: 'done',
      completed_at: '2026-11-20T14:40:00.000Z',
      ledger: makePayout().ledger.flatMap((line) => [
        line,
        { ...line, key: 'payout:019aa1c4:post', at: '2026-11-20T14:40:00.000Z', posted: true },
      ]),
    }),
    open: (page) => page.getByText(/^held .+\s→ posted /).waitFor(),
  },
  { name: 'payout, error', path: DETAILS, state: payoutIn({ status: 'error', status_reason: 'transaction_failed' }) },
  {
    name: 'making a payout automatic',
    path: DETAILS,
    state,
    open: async (page) => {
      await page.getByRole('switch', { name: 'Pay out automatically' }).click();
      await button(page, 'Save').click();
      await page.getByText('Period is required').waitFor();
    },
  },
  { name: 'payout methods', path: '/payouts/method', state },
  {
    name: 'payout methods, higher limits wait',
    path: '/payouts/method',
    state: { user, payouts: makePayouts({ limits: raised }) },
  },
  { name: 'no payout methods yet', path: '/payouts/method', state: { user, payouts: nothing } },
  { name: 'new payout method', path: '/payouts/method?new', state },
  { name: 'payout method', path: METHOD, state },
  { name: 'deleting a payout method', path: METHOD, state, open: (page) => button(page, 'Delete…').click() },
]);

describe('the payouts', () => {
  const open = withDesk();
  const server = withBackOffice();

  async function visit(path: string, changes: Parameters<MockServer['reset']>[0] = {}) {
    server.reset({ user, ...changes });
    const person = await open({ origin: server.url });
    await person.page.goto(server.url + path);
    return person;
  }
  const posts = (path: string) =>
    server.state.calls.filter((call) => call.method === 'POST' && call.path === `/spa/sandbox${path}`);

  it('the keyboard alone asks for a payout and confirms it with both codes', async () => {
    const { page, complaints } = await visit('/payouts');
    await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor();
    await tabTo(page, 'Request payout');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Asset' }).waitFor();
    await page.getByRole('combobox', { name: 'Asset' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox', { name: 'Asset' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Send to' }).waitFor();
    await page.getByRole('textbox', { name: 'Amount' }).focus();
    await page.keyboard.type('0.0125');
    await page.getByText('0.01258250 BTC').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confirm the payout' }).waitFor();
    await page.getByText(ADDRESS).waitFor();
    expect(await page.getByLabel(/Code sent to/).count()).toBe(0);
    await tabTo(page, 'Confirm');
    await page.keyboard.press('Enter');
    await page.getByLabel(/Code sent to/).waitFor();
    await page.keyboard.type('123456');
    await expect.poll(() => focusedName(page)).toBe('two_fa_code');
    await page.keyboard.type('123456');
    await page.getByText('Payout requested').waitFor();
    await page.waitForURL(`**${DETAILS}`);
    expect(posts('/payouts')[0]?.body).toEqual({
      gate_id: 'BTC',
      amount: '0.0125',
      fee_payer: 'merchant',
      method_id: idOf(600),
      code: '123456',
      two_fa_code: '123456',
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('the last digit sends one payout, and a wrong code is shown at its field until another one is typed', async () => {
    const { page } = await visit(REQUEST);
    await toCodes(page);
    await page.getByLabel('2FA code').fill('123456');
    expect(posts('/payouts')).toHaveLength(0);
    await page.getByLabel(/Code sent to/).fill('000000');
    await page.getByText('The entered verification code is incorrect').first().waitFor();
    await page.getByLabel(/Code sent to/).fill('123456');
    await page.getByText('Payout requested').waitFor();
    const sent = posts('/payouts');
    expect(sent.map(({ body }) => (body as { code: string }).code)).toEqual(['000000', '123456']);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
    await page.context().close();
  });

  it('a refused 2FA code is cleared after a second, and the next one is sent', async () => {
    const { page } = await visit(REQUEST);
    await toCodes(page);
    const twoFa = page.getByLabel('2FA code');
    await page.getByLabel(/Code sent to/).fill('123456');
    await twoFa.fill('000000');
    await page.getByText('The entered 2FA code is incorrect').first().waitFor();
    await expect.poll(() => twoFa.inputValue()).toBe('');
    expect(await page.getByLabel(/Code sent to/).inputValue()).toBe('123456');
    await twoFa.pressSequentially('123456');
    await page.getByText('Payout requested').waitFor();
    expect(posts('/payouts')).toHaveLength(2);
    await page.context().close();
  });

  it('after a lost answer, the button repeats the same request', async () => {
    const { page } = await visit(REQUEST);
    await toCodes(page);
    server.state.once.set('POST /spa/sandbox/payouts', [502, errorBody('unavailable')]);
    await page.getByLabel(/Code sent to/).fill('123456');
    await page.getByLabel('2FA code').fill('123456');
    await page.getByText('Something went wrong!').waitFor();
    expect(posts('/payouts')).toHaveLength(1);
    await button(page, 'Send 0.01250000 BTC').click();
    await page.getByText('Payout requested').waitFor();
    const sent = posts('/payouts');
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    await page.context().close();
  });

  it('nothing can be typed or sent before the summary is confirmed', async () => {
    const { page } = await visit(REQUEST);
    await toConfirm(page);
    await page.getByText('The recipient gets').waitFor();
    for (const label of [/Code sent to/, '2FA code']) expect(await page.getByLabel(label).count()).toBe(0);
    await page.keyboard.press('Enter');
    await button(page, 'Edit').click();
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.0125');
    expect(posts('/payouts')).toHaveLength(0);
    await page.context().close();
  });

  it('says that the code could not be sent where the service failed, and its own words where it refused', async () => {
    const { page } = await visit(REQUEST);
    await fillIn(page);
    const path = 'POST /spa/sandbox/payouts/create-token';
    server.state.once.set(path, [503, errorBody('unavailable', 'Service temporarily unavailable')]);
    await button(page, 'Continue').click();
    await page.getByText('Receiving payout token error').waitFor();
    const refused = 'Insufficient balance. Please adjust the amount and try again.';
    server.state.once.set(path, [409, errorBody('insufficient_balance', refused)]);
    await button(page, 'Continue').click();
    await page.getByText(refused).first().waitFor();
    expect(await page.getByText('Receiving payout token error').count()).toBeLessThan(2);
    await page.context().close();
  });

  it('a failed load of fees shows no notice, and is repeated by itself', async () => {
    const once = new Map([['GET /spa/sandbox/payouts/create', [500, errorBody('internal_error')] as const]]);
    const { page } = await visit(REQUEST, { once });
    await page.getByText('Balances and fees could not be loaded').waitFor();
    expect(await page.getByText('Something went wrong!').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Asset' }).waitFor();
    await page.context().close();
  });

  it('all of the balance follows who pays the fees, to the last unit', async () => {
    const { page } = await visit(`${REQUEST}?gate_id=BTC`);
    await button(page, 'All').click();
    const amount = page.getByRole('textbox', { name: 'Amount' });
    const [btc] = makePayoutForm().gates;
    expect(await amount.inputValue()).toBe(btc?.largest.merchant);
    await button(page, 'Recipient').click();
    expect(await amount.inputValue()).toBe('0.41820000');
    await page.getByRole('row', { name: /Total debited 0.41820000 BTC/ }).waitFor();
    await page.context().close();
  });

  it('a refusal when requesting the code keeps the form as it was', async () => {
    const { page } = await visit(REQUEST);
    server.state.once.set('POST /spa/sandbox/payouts/create-token', [
      422,
      errorBody('insufficient_balance', 'Insufficient balance. Please adjust the amount and try again.'),
    ]);
    await fillIn(page);
    await button(page, 'Continue').click();
    await page.getByRole('alert').filter({ hasText: 'Insufficient balance.' }).waitFor();
    expect(await page.getByLabel('Address on Bitcoin').inputValue()).toBe(ADDRESS);
    await page.context().close();
  });

  it('a lower limit applies at once, a higher one asks for the code, waits and is taken back', async () => {
    const { page, complaints } = await visit('/payouts/method');
    const perDay = page.getByLabel('Maximum per day');
    const lower = page.getByLabel('Maximum per payout');
    const save = page.locator('form', { has: perDay }).getByRole('button', { name: 'Save' });
    await lower.fill('0');
    await save.click();
    await page.getByText('Amount must be greater than 0').waitFor();
    await lower.fill('900');
    await save.click();
    await page.getByText('Limits saved').first().waitFor();
    await perDay.fill('');
    await save.click();
    await page.getByLabel('2FA code').fill('123456');
    await page.getByText('Maximum per day: no limit from').waitFor();
    expect(server.state.payouts.limits).toMatchObject({
      per_payout: { amount: '900', next: null },
      per_day: { amount: '10000.00', next: { amount: null } },
    });
    await button(page, 'Keep the present limits').click();
    await page.getByText('The present limits stay').waitFor();
    expect(server.state.payouts.limits.per_day).toEqual({ amount: '10000.00', next: null });
    expect(await perDay.inputValue()).toBe('10000.00');
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
    await page.context().close();
  });

  it('a new payout waits behind a pill; the page of one follows it to its end', async () => {
    const { page, complaints } = await visit('/payouts');
    await page.getByRole('link', { name: 'supplier-44' }).waitFor();
    const [first] = server.state.payouts.rows;
    if (!first) throw new Error('The mock has no payouts');
    server.state.payouts.rows = [{ ...first, id: idOf(900), reference: 'supplier-99' }, ...server.state.payouts.rows];
    server.tell({ id: idOf(900), status: 'new', version: 1 }, 'payout');
    await button(page, 'Show 1 new payout').click();
    await page.getByRole('link', { name: 'supplier-99' }).waitFor();
    await page.getByRole('link', { name: 'supplier-44' }).click();
    await page.getByText('1 of 2 confirmations.').waitFor();
    server.state.payouts.payout = { ...server.state.payouts.payout, status: 'done' };
    server.tell({ id: idOf(500), status: 'done', version: 6 }, 'payout');
    await page.locator('h1 + [role=status]', { hasText: 'Done' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a payout that waits is approved after a look at address and amount, or canceled', async () => {
    const { page } = await visit(DETAILS, { payouts: makePayouts({ payout: waiting }) });
    await button(page, 'Approve…').click();
    await page.getByRole('dialog', { name: 'Approve this payout?' }).getByText(ADDRESS).waitFor();
    await button(page, 'Approve payout').click();
    await page.getByText('Payout approved').waitFor();
    await page.getByText('In queue').first().waitFor();
    expect(await button(page, 'Cancel payout…').count()).toBe(0);
    await page.context().close();
  });

  it('a manual payout becomes automatic by toggle, period and save', async () => {
    const { page } = await visit(DETAILS);
    await page.getByRole('switch', { name: 'Pay out automatically' }).click();
    await page.getByRole('combobox', { name: 'How often' }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await page.getByLabel(/This address belongs to/).check();
    await page.getByLabel(/I have checked/).check();
    await button(page, 'Save').click();
    await page.getByText('Method saved').waitFor();
    expect(posts('/payment-methods')[0]?.body).toMatchObject({ automatic: true, period: 'week', address: ADDRESS });
    await page.context().close();
  });

  it('a method is paused, resumed and, with a 2FA code, deleted', async () => {
    const { page } = await visit(METHOD);
    await button(page, 'Pause Cold wallet').click();
    await button(page, 'Resume Cold wallet').click();
    await button(page, 'Pause Cold wallet').waitFor();
    await button(page, 'Delete…').click();
    await page.getByLabel('2FA code').fill('123456');
    await page.getByText('Payment method was deleted!').waitFor();
    await page.getByRole('heading', { name: 'Payout methods' }).waitFor();
    await page.context().close();
  });

  it('another address has to be confirmed again', async () => {
    const { page } = await visit(METHOD);
    const owned = page.getByLabel(/This address belongs to/);
    expect(await owned.isChecked()).toBe(true);
    await page.getByLabel('Address on Bitcoin').fill('bcrt1qother');
    expect(await owned.isChecked()).toBe(false);
    await page.context().close();
  });
});
