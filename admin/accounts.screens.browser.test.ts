import type { Page } from 'playwright-core';
import { TWO_FA_CODE_REQUIRED } from '../domain/accounts/account-rules.ts';
import { permissionsOf } from '../domain/accounts/permissions.ts';
import { LEGAL_TO_ACCEPT, makeUser } from './testing/fixtures.fixture.ts';
import { makeAccounts } from './testing/mock-accounts.fixture.ts';
import { errorBody } from './testing/mock-server.fixture.ts';
import { describeScreens, type Screen } from './testing/screens.fixture.ts';

const user = makeUser({ permissions: [...permissionsOf('admin')] });
const protectedUser = { ...user, '2fa_enabled': true };
const pending = { email: 'nora@quay.example', expires_in_seconds: 590, resend_in_seconds: 48 };
const settings = '/account?tab=setting';
const link = '/auth/first-password#token=of-the-mail';
const resetLink = '/auth/restore-password/approve-password#token=of-the-mail';
const linkExpired = errorBody('validation_failed', 'The given data was invalid', { token: ['Link expired'] });
const askForFactor = errorBody('validation_failed', 'The given data was invalid', {
  two_fa_code: [TWO_FA_CODE_REQUIRED],
});
const open = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

const withoutSession: Screen[] = [
  { name: 'sign-up', path: '/auth/sign-up', state: { accounts: { ...makeAccounts(), pending } } },
  {
    name: 'sign-up with mistakes',
    path: '/auth/sign-up',
    open: (page) => page.getByRole('button', { name: 'Create account' }).click(),
  },
  { name: 'email code', path: '/auth/verify-email', state: { accounts: { ...makeAccounts(), pending } } },
  {
    name: 'second factor of sign-in',
    path: '/auth/sign-in',
    state: { once: new Map([['POST /auth/login', [422, askForFactor]]]) },
    isRefused: true,
    async open(page) {
      await page.getByLabel('Email').fill(user.email);
      await page.getByLabel('Password', { exact: true }).fill('Harbour-lights-7');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: '2FA code' }).waitFor();
    },
  },
  { name: 'new device', path: '/auth/verify/new-device' },
  { name: 'reset of the password', path: '/auth/restore-password' },
  {
    name: 'new password',
    path: '/auth/restore-password',
    async open(page) {
      await page.getByLabel('Email').fill(user.email);
      await page.keyboard.press('Enter');
      await page.getByLabel('6-digit code').fill('123456');
      await page.getByLabel('New password').fill('Harbour');
    },
  },
  {
    name: 'new password by the link of the mail',
    path: resetLink,
    open: (page) => page.getByLabel('New password').waitFor(),
  },
  {
    name: 'link of a reset that has expired',
    path: resetLink,
    state: { once: new Map([['POST /auth/password/reset', [422, linkExpired]]]) },
    isRefused: true,
    async open(page) {
      await page.getByLabel('New password').fill('Harbour-lights-7');
      await page.getByLabel('Confirm password').fill('Harbour-lights-7');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Request a new link' }).waitFor();
    },
  },
  { name: 'application for an account', path: '/auth/first-password' },
  { name: 'first password', path: link, open: (page) => page.getByLabel('Full name').waitFor() },
  {
    name: 'link of the mail that has expired',
    path: link,
    state: { accounts: { ...makeAccounts(), link: 'expired' } },
    open: (page) => page.getByRole('link', { name: 'Apply again' }).waitFor(),
  },
];

const signedIn: Screen[] = [
  {
    name: 'new legal documents',
    path: '/dashboard',
    state: { user: { ...user, legal_to_accept: LEGAL_TO_ACCEPT } },
    open: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'company',
    path: '/auth/verify-company',
    state: { user: { ...user, merchant: { ...user.merchant, status: 'email_verified', company_name: null } } },
  },
  {
    name: 'profile before verification',
    path: '/account?tab=profile',
    state: { user: { ...user, merchant: { ...user.merchant, can_production_activate: false } } },
  },
  { name: 'settings', path: settings },
  { name: 'settings of a viewer', path: '/account', state: { user: { ...user, role: 'viewer', permissions: [] } } },
  {
    name: '2FA that is needed first',
    path: settings,
    open: (page) => page.getByRole('switch', { name: 'Product updates' }).click(),
  },
  {
    name: 'code of a subscription',
    path: settings,
    state: { user: protectedUser },
    open: (page) => page.getByRole('switch', { name: 'Product updates' }).click(),
  },
  { name: 'change of email', path: settings, open: open('Change email') },
  { name: 'change of password', path: settings, open: open('Change password') },
  { name: 'deletion of the account', path: settings, open: open('Delete account…') },
  { name: 'setting up 2FA', path: settings, open: open('Turn on 2FA') },
  {
    name: 'recovery codes',
    path: settings,
    async open(page) {
      await open('Turn on 2FA')(page);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByLabel('Code from the app').fill('123456');
      await page.getByLabel('Code from the email').fill('123456');
      await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    },
  },
];

describeScreens('every screen of accounts', [
  ...withoutSession.map(
    (screen): Screen => ({ ...screen, signedIn: false, state: { signedIn: false, user, ...screen.state } }),
  ),
  ...signedIn.map((screen): Screen => ({ ...screen, state: { user, ...screen.state } })),
]);
