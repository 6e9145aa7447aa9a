import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { FIRST_VERSION, NEWEST_VERSION } from '../../domain/versions/api-versions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { idOf, makeUser } from '../testing/fixtures.fixture.ts';
import { makeProfile } from '../testing/integration.fixture.ts';
import { makeIntegration, makeShop } from '../testing/mock-integration.fixture.ts';
import type { MockServer } from '../testing/mock-server.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')], '2fa_enabled': true });
const viewer = makeUser({ permissions: [...permissionsOf('viewer')], role: 'viewer' });
const PROFILE = '/integration/profile';
const TOKEN = `/integration/api/edit-token/${makeIntegration().tokens[0]?.id}`;
const empty = makeIntegration({
  tokens: [],
  deliveries: [],
  endpoints: [],
  links: [],
  profile: makeProfile({ notification_url: null }),
});
const withShops = { ...user, merchant: { ...user.merchant, has_shops: true } };
const shops = makeIntegration({ shops: [makeShop('Quay', true), makeShop('Harbor')] });
const withClosed = makeIntegration({ shops: [makeShop('Quay', true), { ...makeShop('Harbor'), closed: true }] });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const ORDERS = 'https://larkspur.example/hooks/orders';
const createToken = async (page: Page) => {
  await page.getByLabel('Name').fill('Web shop');
  await button(page, 'Create token').click();
  await page.getByText('Copy the secret key now.').waitFor();
};

describeScreens('the integration', [
  { name: 'profile', path: '/integration', state: { user } },
  { name: 'profile of who only reads', path: PROFILE, state: { user: viewer } },
  {
    name: 'profile with what is wrong',
    path: PROFILE,
    state: { user },
    open: async (page) => {
      await page.getByLabel('Domain').fill('nonsense');
      await button(page, 'Save changes').click();
      await page.getByText('Domain is not valid.').waitFor();
    },
  },
  {
    name: 'renewing the notification key',
    path: PROFILE,
    state: { user },
    open: (page) => button(page, 'Rotate key…').click(),
  },
  { name: 'shops', path: '/integration?tab=shops', state: { user: withShops, integration: shops } },
  {
    name: 'closing a shop',
    path: '/integration?tab=shops',
    state: { user: withShops, integration: shops },
    open: (page) => button(page, 'Close Harbor').click(),
  },
  { name: 'a closed shop', path: '/integration?tab=shops', state: { user: withShops, integration: withClosed } },
  {
    name: 'new shop',
    path: '/integration?tab=shops',
    state: { user },
    open: (page) => button(page, 'New shop').click(),
  },
  { name: 'API tokens', path: '/integration/api', state: { user } },
  { name: 'no API tokens yet', path: '/integration/api', state: { user, integration: empty } },
  { name: 'new API token', path: '/integration/api/create-new', state: { user } },
  { name: 'API token created', path: '/integration/api/create-new', state: { user }, open: createToken },
  { name: 'API token', path: TOKEN, state: { user } },
  {
    name: 'deleting an API token',
    path: TOKEN,
    state: { user },
    open: (page) => button(page, 'Delete the token…').click(),
  },
  { name: 'webhooks', path: '/integration?tab=webhooks', state: { user } },
  { name: 'no webhooks yet', path: '/integration?tab=webhooks', state: { user, integration: empty } },
  {
    name: 'a new endpoint',
    path: '/integration?tab=webhooks',
    state: { user },
    open: (page) => button(page, 'New endpoint').click(),
  },
  {
    name: 'an endpoint',
    path: '/integration?tab=webhooks',
    state: { user },
    open: (page) => button(page, ORDERS).locator('visible=true').click(),
  },
  {
    name: 'the version of an endpoint',
    path: '/integration?tab=webhooks',
    state: { user },
    open: async (page) => {
      await button(page, ORDERS).locator('visible=true').click();
      await button(page, 'Change version…').click();
    },
  },
  {
    name: 'attempts of a webhook',
    path: '/integration?tab=webhooks',
    state: { user },
    open: (page) => page.getByRole('button', { name: 'invoice.confirming' }).locator('visible=true').click(),
  },
  { name: 'payment links', path: '/integration?tab=links', state: { user } },
  {
    name: 'a new payment link',
    path: '/integration?tab=links',
    state: { user },
    open: async (page) => {
      await button(page, 'New payment link').click();
      await page.getByRole('combobox', { name: 'Assets' }).click();
      await page.getByRole('option', { name: 'Only some' }).click();
    },
  },
  {
    name: 'the button of a payment link',
    path: '/integration?tab=links',
    state: { user },
    open: async (page) => {
      await button(page, 'Link and button of Workshop ticket').click();
      await page.getByRole('link', { name: /^Pay €/ }).waitFor();
    },
  },
  { name: 'no payment links yet', path: '/integration?tab=links', state: { user, integration: empty } },
  { name: 'test payments', path: '/integration?tab=test', state: { user } },
  {
    name: 'test payments in production',
    path: '/integration?tab=test',
    state: { user: { ...user, active_profile_type: 'production' } },
  },
  { name: 'cryptocurrencies', path: '/integration?tab=assets', state: { user } },
  { name: 'plugins', path: '/integration?tab=plugins', state: { user } },
  { name: 'plugin key created', path: '/integration?tab=plugins', state: { user }, open: createPluginKey },
  { name: 'fees', path: '/fees', state: { user } },
  { name: 'network fees', path: '/fees?tab=network', state: { user } },
]);

describe('the integration', () => {
  const open = withDesk();
  const server = withBackOffice();

  async function visit(path: string, state: Parameters<MockServer['reset']>[0] = {}) {
    server.reset({ user, ...state });
    const { page } = await open({ origin: server.url });
    await page.goto(server.url + path);
    return page;
  }
  const sent = (key: string) => server.state.calls.filter(({ method, path }) => `${method} ${path}` === key);

  it('two tabs do not overwrite each other: the second sees an error, keeps its input, and can reload', async () => {
    const page = await visit(PROFILE);
    await page.getByLabel('Profile name').fill('Typed here');
    const { integration } = server.state;
    integration.profile = { ...integration.profile, name: 'Saved elsewhere', version: integration.profile.version + 1 };
    await button(page, 'Save changes').click();
    await page.getByText('Nothing was overwritten.').waitFor();
    expect(await page.getByLabel('Profile name').inputValue()).toBe('Typed here');
    await button(page, 'Reload').click();
    await expect.poll(() => page.getByLabel('Profile name').inputValue()).toBe('Saved elsewhere');
    await page.getByLabel('Profile name').fill('Typed again');
    await button(page, 'Save changes').click();
    await page.getByText('Saved. Applies to new invoices.').waitFor();
    expect(server.state.integration.profile.name).toBe('Typed again');
  });

  it('keeps the events and fee payers that nobody touched, and takes those that were chosen', async () => {
    const page = await visit(PROFILE);
    const payouts = page.getByRole('group', { name: 'Email the team when a payout is' });
    expect(await payouts.getByLabel('Error').isChecked()).toBe(true);
    await payouts.getByLabel('Done').check();
    await page.getByRole('combobox', { name: 'Refund fee' }).click();
    await page.getByRole('option', { name: 'Payer' }).click();
    await button(page, 'Save changes').click();
    await page.getByText('Saved. Applies to new invoices.').waitFor();
    expect(server.state.integration.profile).toMatchObject({
      email_events: ['invoice.invalid', 'invoice.error', 'payout.error', 'refund.done', 'payout.done'],
      service_fee_payer: 'merchant',
      network_fee_payer: 'customer',
      refund_fee_payer: 'customer',
    });
  });

  it('says which assets a conversion leaves as they are, and refuses one that nothing can become', async () => {
    const page = await visit(PROFILE);
    await page.getByRole('combobox', { name: 'Into' }).click();
    await page.getByRole('option', { name: 'ETH Ethereum', exact: true }).click();
    await page.getByText('cannot be converted into ETH: BCH (Bitcoin Cash), TRX (TRON)').waitFor();
    for (const id of ['BTC', 'LTC', 'ETH', 'USDT ERC20', 'USDT TRON', 'TRX', 'XRP']) {
      await page.getByRole('checkbox', { name: new RegExp(`^${id}`) }).uncheck();
    }
    await button(page, 'Save changes').click();
    await page.getByText('BCH cannot convert to ETH.').first().waitFor();
    expect(sent('PUT /spa/sandbox/profile')).toHaveLength(0);
  });

  it('shows a secret once: it is gone when one comes back, and Done waits until it is stored', async () => {
    const page = await visit('/integration/api/create-new');
    await createToken(page);
    const secret = page.getByText('tgs_5Hq2vT9mXc7RkW4nLz8YpQ1sD6fG0jB3');
    await secret.waitFor();
    await button(page, 'Done').click();
    await page.getByText('Store the secret key first: it is not shown again.').waitFor();
    expect(await secret.count()).toBe(1);
    await page.getByLabel('I have stored the secret key').check();
    await button(page, 'Done').click();
    await page.waitForURL('**/integration/api');
    await secret.waitFor({ state: 'detached' });
  });

  it('asks for the password and a code before a token may pay out, and keeps what was typed', async () => {
    const page = await visit('/integration/api/create-new');
    await page.getByLabel('Name').fill('Payroll');
    await page.getByLabel('Payouts', { exact: true }).check();
    await button(page, 'Create token').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await button(page, 'Confirm').click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
    await button(page, 'Confirm').click();
    await dialog.getByText('Open your authenticator app').waitFor();
    await page.keyboard.type('123456');
    await page.getByText('tgs_5Hq2vT9mXc7RkW4nLz8YpQ1sD6fG0jB3').waitFor();
    expect(sent('POST /spa/sandbox/api-tokens').at(-1)?.body).toMatchObject({
      name: 'Payroll',
      permissions: expect.arrayContaining(['payout']),
    });
  });

  it('checks the permissions of a restricted key, and says what becomes of its payouts', async () => {
    const page = await visit('/integration/api/create-new');
    await page.getByLabel('Name').fill('Agent');
    await page.getByRole('combobox', { name: 'What is it for?' }).click();
    await page.getByRole('option', { name: /^Agent/ }).click();
    await page.getByText('Nothing leaves until a person approves it here').waitFor();
    expect(await page.getByLabel('Payouts', { exact: true }).isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: 'Payouts as drafts' }).isChecked()).toBe(true);
    await page.getByLabel('Create invoices', { exact: true }).check();
    await page.getByText('Choose each permission below.').waitFor();
    await page.getByLabel('Create invoices', { exact: true }).uncheck();
    await button(page, 'Create token').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
    await button(page, 'Confirm').click();
    await dialog.getByText('Open your authenticator app').waitFor();
    await page.keyboard.type('123456');
    const lastSent = () => sent('POST /spa/sandbox/api-tokens').at(-1)?.body as { permissions: string[] } | undefined;
    await expect
      .poll(() => lastSent()?.permissions)
      .toEqual([
        'invoice_get',
        'address_get',
        'order_status',
        'payout_get',
        'payout_draft',
        'refund_get',
        'refund_draft',
      ]);
  });

  it('makes a shop and shows it: what it has of its own is read there, the balance for all shops together', async () => {
    const page = await visit('/integration?tab=shops');
    await button(page, 'New shop').click();
    await page.getByLabel('Name').fill('Harbor');
    await button(page, 'Create shop').click();
    await page.waitForURL('**/integration/profile');
    const [, shop] = server.state.integration.shops;
    await expect.poll(() => sent(`GET /spa/sandbox:${shop?.id}/profile`).length).toBeGreaterThan(0);
    await page.goto(`${new URL(page.url()).origin}/balance`);
    await expect.poll(() => sent('GET /spa/sandbox/balances').length).toBeGreaterThan(0);
  });

  it('closes a shop after asking, and reopens it', async () => {
    const page = await visit('/integration?tab=shops', { user: withShops, integration: structuredClone(shops) });
    await button(page, 'Close Harbor').click();
    await page.getByRole('dialog').getByText('Open invoices can still be paid').waitFor();
    expect(server.state.integration.shops[1]?.closed).toBe(false);
    await button(page, 'Close shop').click();
    await page.getByText('Harbor is closed').waitFor();
    await page.getByText('Closed: takes no new payments').waitFor();
    await page
      .getByRole('combobox', { name: 'Shop', exact: true })
      .getByText('Harbor (closed)')
      .waitFor({ state: 'attached' });
    await button(page, 'Reopen Harbor').click();
    await page.getByText('Harbor is open again').waitFor();
    await button(page, 'Close Harbor').waitFor();
  });

  it('shows what a plugin for BTCPay Server needs, makes its key and deletes one', async () => {
    const page = await visit('/integration?tab=plugins');
    await page.getByText('https://pay.example.com/btcpay').waitFor();
    await page.getByText('01936d00-0000-7000-8000-000000000001').waitFor();
    await createPluginKey(page);
    expect(sent('POST /spa/sandbox/plugin-keys').at(-1)?.body).toMatchObject({ label: 'Magento' });
    await button(page, 'Done').click();
    await button(page, 'Delete the key WooCommerce').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('The key WooCommerce was deleted').waitFor();
  });

  it('keeps the present tab in sight when the window becomes narrow', async () => {
    const page = await visit('/integration?tab=plugins');
    const tab = page.locator('nav [aria-current=page]', { hasText: 'CMS plugins' });
    await tab.waitFor();
    await page.setViewportSize({ width: 376, height: 900 });
    await expect.poll(async () => ((await tab.boundingBox())?.x ?? 999) < 376 - 80).toBe(true);
  });

  it('switches between shops in the header', async () => {
    const page = await visit('/history', { user: withShops, integration: shops });
    await page.getByRole('combobox', { name: 'Shop', exact: true }).selectOption({ label: 'Harbor' });
    await page.waitForURL('**/integration/profile');
    expect(server.state.user.active_shop_id).toBe(shops.shops[1]?.id);
    await page.getByRole('button', { name: 'Production', exact: true }).click();
    await expect.poll(() => server.state.user.active_profile_type).toBe('production');
    expect(server.state.user.active_shop_id).toBe(shops.shops[1]?.id);
  });

  it('names the entry of the address list that is wrong', async () => {
    const page = await visit('/integration/api/create-new');
    await page.getByLabel('Name').fill('x');
    await page.getByLabel('Allowed IP addresses').fill('203.0.113.7 10.0.0.0/33 2001:db8::/32');
    await button(page, 'Create token').click();
    await page.getByText('10.0.0.0/33 is neither an IP address nor a range.').waitFor();
    expect(sent('POST /spa/sandbox/api-tokens')).toHaveLength(0);
    expect(await page.locator(':focus').getAttribute('name')).toBe('allowed_ips');
  });

  it('resets a secret with a code of the authenticator, sent by itself when complete', async () => {
    const page = await visit(TOKEN);
    await button(page, 'Reset the secret…').click();
    await page
      .getByRole('dialog', { name: `Reset the secret of ${server.state.integration.tokens[0]?.name}?` })
      .waitFor();
    await page.getByText('The present secret stops at once').waitFor();
    await page.keyboard.type('123456');
    await page.getByText('tgs_newSecretOfAnExampleToken0001').waitFor();
  });

  it('changes the notification URL where it is shown', async () => {
    const page = await visit('/integration?tab=webhooks');
    await button(page, 'Change URL…').click();
    const dialog = page.getByRole('dialog', { name: 'Change the URL' });
    await dialog.getByLabel('URL').fill('nowhere');
    await button(page, 'Save changes').click();
    await dialog.getByText('Must be an http or https address.').waitFor();
    await dialog.getByLabel('URL').fill('https://shop.example/hooks/new');
    await button(page, 'Save changes').click();
    await page.getByText('URL saved.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('https://shop.example/hooks/new').waitFor();
    expect(sent('PUT /spa/sandbox/profile').at(-1)?.body).toMatchObject({
      notification_url: 'https://shop.example/hooks/new',
      name: server.state.integration.profile.name,
    });
  });

  it('leads to the account settings when 2FA is missing', async () => {
    const page = await visit(TOKEN, { user: { ...user, '2fa_enabled': false } });
    await button(page, 'Delete the token…').click();
    await page.getByText('To perform this action, you must enable 2FA for your account.').waitFor();
    await page.getByRole('link', { name: 'Go to settings' }).click();
    await page.waitForURL('**/account?tab=setting#two-fa');
    expect(sent(`DELETE /spa/sandbox/api-tokens/${server.state.integration.tokens[0]?.id}`)).toHaveLength(0);
  });

  it('opens the fees over the page beside a sidebar, by keyboard too, and as a page from the drawer', async () => {
    const page = await visit('/balance');
    await page.getByRole('link', { name: 'Fees' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Fees' }).waitFor();
    await button(page, 'Network fee').click();
    await page.getByRole('cell', { name: '0.0002' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 376, height: 800 });
    await button(page, 'Open navigation').click();
    await page.getByRole('link', { name: 'Fees' }).click();
    await page.waitForURL('**/fees');
  });

  it('creates a payment link in some assets, changes it, and finds it by its title', async () => {
    const page = await visit('/integration?tab=links');
    await button(page, 'New payment link').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What is paid for').fill('Lamp');
    await dialog.getByLabel('Price').fill('20');
    await dialog.getByRole('combobox', { name: 'Assets' }).click();
    await page.getByRole('option', { name: 'Only some' }).click();
    const assets = dialog.getByRole('checkbox');
    for (let nth = 1; nth < (await assets.count()); nth += 1) await assets.nth(nth).uncheck();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('The link is ready to be shared.').waitFor();
    const [made] = sent('POST /spa/sandbox/payment-links');
    expect(made?.body).toMatchObject({ title: 'Lamp', amount: '20', gates: ['BTC'] });
    const preview = dialog.getByRole('link', { name: /^Pay €20/ });
    expect(await preview.evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe('rgb(36, 71, 224)');
    await page.keyboard.press('Escape');
    await button(page, 'Edit Workshop ticket').click();
    await dialog.getByLabel('Price').fill('55');
    await dialog.getByLabel('Description (optional)').fill('');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('€55').locator('visible=true').waitFor();
    const id = server.state.integration.links[0]?.id;
    const [changed] = sent(`PUT /spa/sandbox/payment-links/${id}`);
    expect(changed?.body).toMatchObject({ title: 'Workshop ticket', amount: '55', description: null, gates: null });
    await page.getByRole('searchbox', { name: 'Search payment links' }).fill('lamp');
    await page.getByText('No payment link matches this search.').waitFor();
  });

  it('narrows the deliveries by text, by what they are about, and by what became of them', async () => {
    const page = await visit('/integration?tab=webhooks');
    await page.getByRole('searchbox', { name: 'Search deliveries' }).fill('payout.done');
    await page.waitForURL('**search=payout.done');
    await button(page, 'Type').click();
    await page.getByRole('checkbox', { name: 'Mass payout' }).check();
    await page.keyboard.press('Escape');
    await button(page, 'Status').click();
    await page.getByRole('checkbox', { name: 'Failed' }).check();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/integration?tab=webhooks&**status=failed**');
    const last = () => server.state.calls.findLast(({ path }) => path.includes('/webhooks/deliveries'))?.path ?? '';
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(last().split('?')[1])))
      .toMatchObject({ search: 'payout.done', kinds: 'mass_payout', status: 'failed', page: '1' });
  });

  it('an endpoint is made with a secret shown once, disabled, renewed and deleted', async () => {
    const page = await visit('/integration?tab=webhooks');
    await button(page, 'New endpoint').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://shop.example/hook');
    await dialog.getByLabel('Payout', { exact: true }).check();
    await button(page, 'Create endpoint').click();
    await page.getByRole('textbox', { name: 'Password' }).fill('Correct-horse-7');
    await button(page, 'Confirm').click();
    await page.getByText('Copy the secret now.').waitFor();
    expect(await dialog.textContent()).toContain('whsec_');
    await button(page, 'Done').click();
    const made = sent('POST /spa/sandbox/webhook-endpoints').at(-1)?.body;
    expect(made).toMatchObject({
      url: 'https://shop.example/hook',
      event_types: ['invoice.*', 'payout.*', 'refund.*'],
    });
    const openOrders = () => button(page, ORDERS).locator('visible=true').click();
    await openOrders();
    await button(page, 'Disable').click();
    await button(page, 'Enable').waitFor();
    expect(server.state.integration.endpoints[0]).toMatchObject({ enabled: false });
    await button(page, 'Rotate secret…').click();
    await button(page, 'Rotate the secret').click();
    await page.getByText('Copy the secret now.').waitFor();
    await button(page, 'Done').click();
    await openOrders();
    await button(page, 'Delete…').click();
    await button(page, 'Delete endpoint').click();
    await page.getByText('The endpoint was deleted.').waitFor();
    expect(server.state.integration.endpoints.map(({ url }) => url)).not.toContain(ORDERS);
  });

  it('versions are shown and set, of an endpoint, a token and the notification URLs', async () => {
    const page = await visit('/integration?tab=webhooks');
    const choose = async (version: string) => {
      await page.getByRole('combobox', { name: 'API version' }).click();
      await page.getByRole('option', { name: version }).click();
    };
    await button(page, ORDERS).locator('visible=true').click();
    await page.getByRole('dialog').getByText(FIRST_VERSION, { exact: true }).waitFor();
    await button(page, 'Change version…').click();
    await choose(`${NEWEST_VERSION} (newest)`);
    await button(page, 'Save changes').click();
    await page.getByText(`Webhooks are now in version ${NEWEST_VERSION}.`).waitFor();
    const endpoint = server.state.calls.findLast(({ method }) => method === 'PUT')?.body;
    expect(endpoint).toEqual({ api_version: NEWEST_VERSION });

    await page.goto(server.url + TOKEN);
    await choose(`${NEWEST_VERSION} (newest)`);
    await button(page, 'Save changes').click();
    await page.getByText('The token was saved.').waitFor();
    expect(server.state.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      api_version: NEWEST_VERSION,
    });

    await page.goto(server.url + PROFILE);
    await choose(`${NEWEST_VERSION} (newest)`);
    await button(page, 'Save changes').click();
    await page.getByText('Saved. Applies to new invoices.').waitFor();
    expect(server.state.integration.profile).toMatchObject({ api_version: NEWEST_VERSION });
  });

  it('a delivery leads to what it is about, and a test to nothing', async () => {
    const test = { invoice_id: null, object: null, object_id: null, type: 'webhook.test' };
    const integration = makeIntegration();
    integration.deliveries.push({ ...integration.deliveries[0], ...test, id: idOf(77) } as never);
    const page = await visit('/integration?tab=webhooks', { integration });
    const open = async (type: string) => {
      await page.getByRole('button', { name: type }).locator('visible=true').click();
      await page.getByRole('dialog').waitFor();
    };
    await open('webhook.test');
    expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0);
    await page.keyboard.press('Escape');
    await open('mass_payout.done');
    await page.getByRole('link', { name: 'View mass payout' }).click();
    await page.waitForURL('**/payouts/mass-request-payout?id=*8');
  });

  it('a viewer sees the profile, and neither tokens, keys nor a way to change anything', async () => {
    const page = await visit(PROFILE, { user: viewer });
    await page.getByText('You see this profile and cannot change it.').waitFor();
    expect(await page.getByLabel('Profile name').isDisabled()).toBe(true);
    for (const name of ['Save changes', 'Show the key', 'Upload a logo'])
      expect(await button(page, name).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'API tokens' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'invoice.confirming' }).locator('visible=true').click();
    await page.getByRole('dialog').waitFor();
    for (const name of ['Redeliver', 'Send a test']) expect(await button(page, name).count()).toBe(0);
  });
});

async function createPluginKey(page: Page): Promise<void> {
  await button(page, 'New plugin key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Magento');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('tgb_4kPq8ZyVn2XsT7dQ0LmW5cRfJ9hA1uGeB6oYi3xNvKz').waitFor();
}
