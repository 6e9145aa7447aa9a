import { beforeEach, expect, it } from 'vitest';
import { permissionsOf } from '../domain/accounts/permissions.ts';
import type { Visit } from '../scripts/testing/browser.ts';
import { withBackOffice } from './testing/back-office.fixture.ts';
import { withDesk } from './testing/browser.fixture.ts';
import { makeUser } from './testing/fixtures.fixture.ts';
import { RIGHT_CODE } from './testing/mock-accounts.fixture.ts';
import { isRefusal } from './testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')] });
const protectedUser = { ...user, '2fa_enabled': true };

/** A refused code is cleared after a second. */
const PATIENCE = { timeout: 60_000 };

const server = withBackOffice();
const open = withDesk();

beforeEach(() => server.reset({ user }));

async function settings(): Promise<Visit> {
  const person = await open({ origin: server.url });
  await person.page.goto(`${server.url}/account?tab=setting`);
  await person.page.getByRole('heading', { name: 'Sign-in', exact: true }).waitFor();
  return person;
}

function sent(key: string): unknown[] {
  return server.state.calls.filter(({ method, path }) => `${method} ${path}` === key).map(({ body }) => body);
}

it('a user without 2FA turns it on where a subscription needs it, in three steps, and goes on', async () => {
  const { page, complaints } = await settings();
  await page.getByRole('switch', { name: 'Product updates' }).click();
  await page.getByText('To perform this action, you must enable 2FA for your account.').waitFor();
  expect(await page.getByRole('link', { name: 'Go to settings' }).count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on 2FA' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await page.getByText('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Code from the app').fill(RIGHT_CODE);
  await page.getByLabel('Code from the email').fill(RIGHT_CODE);
  await page.keyboard.press('Enter');
  await page.getByText('k7m2p-9xq0t').waitFor();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByText('Store the codes first').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('tidegate-recovery-codes.txt');
  await page.getByLabel('I have stored these codes.').check();
  await page.getByRole('button', { name: 'Finish' }).click();
  // The change of the subscription continues and asks for a code of its own.
  await page.getByRole('dialog').getByLabel('2FA code').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Turn off 2FA' }).waitFor();
  expect(sent('POST /spa/user/email-code')).toEqual([{ purpose: 'two_fa' }]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('the codes that turn 2FA on are sent when both are there; a refused one is cleared, and another can be mailed', async () => {
  const { page } = await settings();
  await page.getByRole('button', { name: 'Turn on 2FA' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/You can request another code in/).waitFor();
  await page.keyboard.type(RIGHT_CODE);
  await expect.poll(() => page.getByLabel('Code from the app').inputValue()).toBe(RIGHT_CODE);
  // The focus has gone on to the second code.
  await page.keyboard.type('000000');
  await page.getByText('The entered verification code is incorrect').waitFor();
  await expect.poll(() => page.getByLabel('Code from the email').inputValue(), PATIENCE).toBe('');
  await page.getByLabel('Code from the email').pressSequentially(RIGHT_CODE);
  await page.getByText('k7m2p-9xq0t').waitFor();
  await page.context().close();
});

it('each change of a subscription asks for a code; the main switch comes first', async () => {
  server.reset({ user: protectedUser });
  const { page } = await settings();
  const main = page.getByRole('switch', { name: 'Optional emails' });
  await main.click();
  await page.getByRole('textbox', { name: '2FA code' }).pressSequentially('111111');
  await page.getByRole('dialog').getByText('2FA code is incorrect').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: '2FA code' }).inputValue(), PATIENCE).toBe('');
  await page.getByRole('textbox', { name: '2FA code' }).pressSequentially(RIGHT_CODE);
  await page.getByLabel('Messages').getByText('Subscription changed').waitFor();
  await expect.poll(() => main.getAttribute('aria-checked')).toBe('false');
  await page.getByRole('switch', { name: 'Product updates' }).click();
  await page.getByText('First enable mail subscription notification').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.context().close();
});

it('a new mail address needs the codes of both, and the password', async () => {
  const { page, complaints } = await settings();
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(user.email);
  await page.keyboard.press('Enter');
  await page.getByText('This is already your email.').waitFor();
  await page.getByLabel('New email').fill('mara@klein.example');
  await page.keyboard.press('Enter');
  await page.getByLabel(`Code sent to ${user.email}`).fill('111222');
  await page.getByLabel('Code sent to mara@klein.example (new)').fill('333444');
  await page.getByLabel('Current password').fill('Harbour-lights-7');
  await page.keyboard.press('Enter');
  await page.getByText('Email changed.').waitFor();
  await page.getByText('mara@klein.example').first().waitFor();
  expect(sent('PUT /spa/user/email')).toEqual([
    { email: 'mara@klein.example', current_code: '111222', new_code: '333444', password: 'Harbour-lights-7' },
  ]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('a new password is sent again with the second factor where that is on', async () => {
  server.reset({ user: protectedUser });
  const { page, complaints } = await settings();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('Harbour-lights-7');
  await page.getByLabel('New password').fill('Quay-lanterns-8');
  await page.getByLabel('Confirm password').fill('Quay-lanterns-8');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: '2FA code' }).pressSequentially(RIGHT_CODE);
  await page.getByText('Password changed.').waitFor();
  expect(sent('PUT /spa/user/password').at(-1)).toMatchObject({
    current_password: 'Harbour-lights-7',
    password: 'Quay-lanterns-8',
    two_fa_code: RIGHT_CODE,
  });
  expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
  await page.context().close();
});

it('sessions are ended elsewhere, and activity is turned by fours', async () => {
  const { page, complaints } = await settings();
  await page.getByText('1–4 of 9').waitFor();
  await page.getByText('Password changed').waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText('5–8 of 9').waitFor();
  await page.getByText('brand new action').waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('2 sessions ended').waitFor();
  await page.getByText('You are not signed in anywhere else.').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('the account is deleted with the password and after a word about what that means', async () => {
  const { page, complaints } = await settings();
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await page.getByRole('button', { name: 'Delete account', exact: true }).click();
  await page.getByText('This must be accepted.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('Harbour-lights-7');
  await page.getByLabel('I understand that this cannot be undone.').check();
  await page.getByRole('button', { name: 'Delete account', exact: true }).click();
  await page.waitForURL('**/auth/sign-in');
  await page.getByText('Your account is marked for deletion.').waitFor();
  expect(sent('DELETE /spa/user')).toEqual([{ password: 'Harbour-lights-7' }]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('tabs and cards follow the permissions', async () => {
  server.reset({ user: { ...user, role: 'viewer', permissions: [...permissionsOf('viewer')] } });
  const { page } = await settings();
  const tabs = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
  expect(await tabs.allTextContents()).toEqual(['Settings']);
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Sign-in',
    'Active sessions',
    'Withdrawal settings',
    'Email subscriptions',
  ]);
  await page.context().close();
});

it('withdrawal settings lead to where each is set, for those who see withdrawals', async () => {
  const { page, complaints } = await settings();
  const card = page.getByRole('region', { name: 'Withdrawal settings' });
  for (const [name, path] of [
    ['Bank accounts and wallets', '/withdrawals/method'],
    ['Automatic withdrawals', '/withdrawals?tab=scheduled'],
    ['Emails about withdrawals', '/integration/profile'],
  ] as const) {
    await card.getByRole('link', { name }).click();
    await expect.poll(() => page.url()).toBe(`${server.url}${path}`);
    expect(await page.getByText('This page does not exist').count()).toBe(0);
    await page.goBack();
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('shows the company on the profile; a member without the permission works without its name', async () => {
  server.state.accounts.draft = { website: 'https://quay.example/', industry: 'retail', turnover: '30k_to_100k' };
  const { page, context } = await open({ origin: server.url });
  await page.goto(`${server.url}/account?tab=profile`);
  for (const fact of [user.merchant.company_name ?? '', 'https://quay.example/', 'Retail', '€30,000–100,000']) {
    await page.getByRole('definition').filter({ hasText: fact }).first().waitFor();
  }
  const { id, can_production_activate, has_shops } = user.merchant;
  const merchant = { id, can_production_activate, has_shops };
  server.reset({ user: { ...user, role: 'support', permissions: [...permissionsOf('support')], merchant } });
  await page.goto(`${server.url}/account?tab=profile`);
  await page.getByRole('heading', { name: 'Sign-in', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Profile', exact: true }).count()).toBe(0);
  expect(sent('GET /spa/merchant')).toEqual([]);
  await context.close();
});
