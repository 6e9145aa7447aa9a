import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeUser } from '../testing/fixtures.fixture.ts';
import { makePaymentRequest, makePaymentRequests } from '../testing/mock-payment-requests.fixture.ts';
import { errorBody } from '../testing/mock-server.fixture.ts';
import { describeScreens, isRefusal } from '../testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')] });
const viewer = makeUser({ permissions: [...permissionsOf('viewer')], role: 'viewer' });
const state = { user };
const LIST = '/payment-request';
const NEW = '/payment-request/create-invoice';
const ONE = `/payment-request/details?id=${idOf(1400)}`;
const withRequests = (changes: Parameters<typeof makePaymentRequests>[0]) => ({
  user,
  paymentRequests: makePaymentRequests(changes),
});
const withOne = (changes: Parameters<typeof makePaymentRequest>[0] = {}) =>
  withRequests({ rows: [makePaymentRequest(changes)] });
const reminded = () => ({
  mail_count: 2,
  mailed_at: new Date().toISOString(),
  actions: { cancel: true, remind_from: new Date(Date.now() + 3_000_000).toISOString() },
});
const ALL_SETTINGS = makePaymentRequest({
  status: 'paid',
  recipient_name: 'Northern Lights Expeditions and Outdoor Equipment',
  recipient_email: 'accounts.payable@northern-lights.example',
  description: 'Guided tour\nTwo tents for a week',
  gates: ['BTC', 'ETH', 'USDT_TRC20'],
  service_fee_payer: 'customer',
  network_fee_payer: 'merchant',
  autocomplete: true,
  underpaid_tolerance: '0.50',
  overpaid_tolerance: '1.00',
  success_url: 'https://larkspur.example/thanks',
  mail_count: 3,
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const openMore = (page: Page) => page.getByText('More settings').click();
async function fillIn(page: Page): Promise<void> {
  await field(page, 'Recipient’s name').fill('Ada Byron');
  await field(page, 'Recipient’s email').fill('ada@byron.example');
  await field(page, 'Description').fill('A day of map reading');
  await field(page, 'Amount').fill('49.90');
}

describeScreens('payment requests', [
  { name: 'payment requests', path: LIST, state },
  { name: 'payment requests of who only reads', path: LIST, state: { user: viewer } },
  { name: 'no payment requests yet', path: LIST, state: withRequests({ rows: [] }) },
  { name: 'no payment request found', path: `${LIST}?search=zzz`, state },
  { name: 'payment requests, loading', path: LIST, state: withRequests({ lists: 'hang' }), hangs: true },
  { name: 'payment requests, failed', path: LIST, state: withRequests({ lists: 'fail' }), isRefused: true },
  { name: 'payment requests, statuses', path: LIST, state, open: (page) => button(page, 'Status').click() },
  { name: 'new payment request', path: NEW, state },
  {
    name: 'new payment request that is wrong',
    path: NEW,
    state,
    open: async (page) => {
      await field(page, 'Valid for').fill('100');
      await openMore(page);
      await field(page, 'Return address (optional)').fill('shop');
      await button(page, 'Send request').click();
      await page.getByText('Website is not valid.').waitFor();
    },
  },
  { name: 'payment request', path: ONE, state: withOne() },
  { name: 'payment request after a reminder', path: ONE, state: withOne(reminded()) },
  {
    name: 'payment request with the most emails',
    path: ONE,
    state: withOne({ mail_count: 4, actions: { cancel: true, remind_from: null } }),
  },
  { name: 'payment request being paid', path: ONE, state: withOne({ status: 'paying' }) },
  { name: 'payment request with every setting', path: ONE, state: withRequests({ rows: [ALL_SETTINGS] }) },
  { name: 'payment request that was canceled', path: ONE, state: withOne({ status: 'canceled' }) },
  {
    name: 'canceling a payment request',
    path: ONE,
    state: withOne(),
    open: (page) => button(page, 'Cancel request…').click(),
  },
]);

describe('payment requests', () => {
  const open = withDesk();
  const server = withBackOffice();
  const go = async (path: string, changes: Parameters<typeof server.reset>[0] = state) => {
    server.reset(structuredClone(changes));
    const { page, complaints } = await open({ origin: server.url });
    await page.goto(server.url + path);
    return { page, complaints };
  };
  const sent = (key: string) => server.state.calls.filter(({ method, path }) => `${method} ${path}` === key);
  const CREATE = 'POST /spa/sandbox/payment-requests';

  it('lists what was sent, finds it by recipient and status, and leads to each', async () => {
    const { page } = await go(LIST);
    await page.getByText('17 payment requests').waitFor();
    expect(sent('GET /spa/sandbox/payment-requests?page=1&per_page=15')).toHaveLength(1);
    await button(page, 'Status').click();
    await page.getByRole('checkbox', { name: 'Paid', exact: true }).click();
    await page.getByText('3 payment requests').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search payment requests' }).fill('amelie');
    await page.getByText('No payment request matches “amelie” with these filters.').waitFor();
    await button(page, 'Clear the filters').click();
    await page.getByRole('link', { name: 'Jonas Weber' }).first().click();
    await page.getByRole('heading', { name: '€249.00', level: 1 }).waitFor();
    await page.context().close();
  });

  it('leads from the empty list to the form, and to an invoice by hand', async () => {
    const { page } = await go(LIST, withRequests({ rows: [] }));
    await page.getByRole('heading', { name: 'No payment requests yet' }).waitFor();
    await page.getByRole('link', { name: 'New payment request' }).last().click();
    await page.getByRole('heading', { name: 'New payment request', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Payment requests' }).last().click();
    await page.getByRole('link', { name: 'Create invoice' }).click();
    await page.getByRole('heading', { name: 'Create an invoice', level: 1 }).waitFor();
    await page.context().close();
  });

  it('says what is missing at the fields, and sends nothing', async () => {
    const { page } = await go(NEW);
    await button(page, 'Send request').click();
    await page.getByText('This field is required.').first().waitFor();
    expect(await page.getByText('This field is required.').count()).toBe(4);
    expect(await field(page, 'Recipient’s name').evaluate((input) => input === document.activeElement)).toBe(true);
    await field(page, 'Recipient’s email').fill('x@y');
    await page.getByText('Enter a valid email address.').waitFor();
    expect(sent(CREATE)).toEqual([]);
    await page.context().close();
  });

  it('sends a request once with what was chosen for it, and shows it', async () => {
    const { page } = await go(NEW);
    await fillIn(page);
    await page.getByRole('checkbox', { name: /^BTC/ }).click();
    await field(page, 'Valid for').fill('30');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'French' }).click();
    await openMore(page);
    await page.getByRole('combobox', { name: 'Service fee paid by' }).click();
    await page.getByRole('option', { name: 'Payer', exact: true }).click();
    await field(page, 'Underpayment tolerance (optional)').fill('0.5');
    await button(page, 'Send request').dblclick();
    await page.getByText('The email to ada@byron.example is on its way').waitFor();
    await page.getByRole('heading', { name: '€49.90', level: 1 }).waitFor();
    const [call, ...others] = sent(CREATE);
    expect(call?.body).toEqual({
      recipient_name: 'Ada Byron',
      recipient_email: 'ada@byron.example',
      description: 'A day of map reading',
      amount: '49.90',
      currency: 'EUR',
      valid_days: 30,
      language: 'fr',
      gates: ['BTC'],
      service_fee_payer: 'customer',
      underpaid_tolerance: '0.5',
    });
    expect(call?.headers['idempotency-key']).toMatch(/.{16}/);
    expect(others).toEqual([]);
    await page.context().close();
  });

  it('offers earlier recipients: choosing one fills name and email, and a typed name stays', async () => {
    const { page } = await go(NEW);
    const [name, email] = [field(page, 'Recipient’s name'), field(page, 'Recipient’s email')];
    await name.pressSequentially('web');
    const offered = page.locator('datalist option[value="Jonas Weber <jonas@weber-mountaineering.example>"]');
    await offered.waitFor({ state: 'attached' });
    const other = page.locator('datalist option[value="amelie@atelier-fournier.example"]');
    // The list of all that came first is replaced by those whose name or email has "web" in it.
    await other.waitFor({ state: 'detached' });
    await name.fill('Jonas Weber <jonas@weber-mountaineering.example>');
    expect([await name.inputValue(), await email.inputValue()]).toEqual([
      'Jonas Weber',
      'jonas@weber-mountaineering.example',
    ]);
    // Chosen from a list that is gone by now, as when the answer to what was typed comes between.
    expect(await other.count()).toBe(0);
    await email.fill('amelie@atelier-fournier.example');
    expect(await name.inputValue()).toBe('Amélie Fournier');
    await name.fill('Amélie F.');
    await email.fill('jonas.weber@example.com');
    expect(await name.inputValue()).toBe('Amélie F.');
    await page.context().close();
  });

  it('opens the folded settings at what the server refuses in them, and keeps what was typed', async () => {
    const { page, complaints } = await go(NEW);
    await fillIn(page);
    const wrong = 'The address must be on the domain of the profile.';
    server.state.once.set('POST /spa/sandbox/payment-requests', [
      422,
      errorBody('validation_failed', 'The given data was invalid', { success_url: [wrong] }),
    ]);
    await openMore(page);
    await field(page, 'Return address (optional)').fill('https://elsewhere.example');
    await openMore(page);
    await button(page, 'Send request').click();
    await field(page, 'Return address (optional)').waitFor();
    await page.getByRole('alert').filter({ hasText: wrong }).first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('success_url');
    expect(await field(page, 'Amount').inputValue()).toBe('49.90');
    const [first] = sent(CREATE);
    await field(page, 'Return address (optional)').fill('');
    await button(page, 'Send request').click();
    await page.getByRole('heading', { name: '€49.90', level: 1 }).waitFor();
    const [, second] = sent(CREATE);
    expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
    expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await page.context().close();
  });

  it('reminds the recipient, and then only after a pause', async () => {
    const { page } = await go(ONE, withOne());
    await button(page, 'Send a reminder').click();
    await page.getByText('The reminder to jonas.weber@example.com is on its way').waitFor();
    await page.getByText(/^Possible from /).waitFor();
    expect(await button(page, 'Send a reminder').isDisabled()).toBe(true);
    expect(sent(`POST /spa/sandbox/payment-requests/${idOf(1400)}/remind`)).toHaveLength(1);
    await page.context().close();
  });

  it('cancels a request after a question, and offers neither reminder nor cancellation then', async () => {
    const { page } = await go(ONE, withOne());
    await button(page, 'Cancel request…').click();
    await button(page, 'Keep it').click();
    expect(sent(`POST /spa/sandbox/payment-requests/${idOf(1400)}/cancel`)).toEqual([]);
    await button(page, 'Cancel request…').click();
    await button(page, 'Cancel request').click();
    await page.getByText('Payment request canceled').waitFor();
    await page.getByRole('status').filter({ hasText: 'Canceled' }).first().waitFor();
    for (const name of ['Cancel request…', 'Send a reminder']) expect(await button(page, name).count()).toBe(0);
    await page.context().close();
  });

  it('shows the invoice of a request, and copies the link for another way to send it', async () => {
    const { page } = await go(ONE, withOne({ status: 'paid' }));
    await button(page, 'Copy link').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(makePaymentRequest().url);
    await page.getByRole('link', { name: 'View invoice' }).click();
    await page.waitForURL(`**/history/details?id=${idOf(0)}`);
    await page.context().close();
  });

  it('a viewer sees requests, and no way to send, remind or cancel', async () => {
    const { page } = await go(LIST, { ...withOne(), user: viewer });
    await page.getByText('1 payment request').waitFor();
    for (const name of ['New payment request', 'Create invoice'])
      expect(await page.getByRole('link', { name }).count()).toBe(0);
    await page.getByRole('link', { name: 'Jonas Weber' }).click();
    await page.getByRole('heading', { name: 'Emails' }).waitFor();
    for (const name of ['Cancel request…', 'Send a reminder']) expect(await button(page, name).count()).toBe(0);
    await page.goto(server.url + NEW);
    await page.getByText('403').first().waitFor();
    expect(sent('GET /spa/sandbox/invoice-recipients?search=')).toEqual([]);
    await page.context().close();
  });
});
