import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { TWO_FA_CODE_REQUIRED } from '../domain/accounts/account-rules.ts';
import { permissionsOf } from '../domain/accounts/permissions.ts';
import { versionsToAccept } from '../domain/legal/documents.ts';
import { tabTo, type Visit } from '../scripts/testing/browser.ts';
import { withBackOffice } from './testing/back-office.fixture.ts';
import { withDesk } from './testing/browser.fixture.ts';
import { LEGAL_TO_ACCEPT, makeUser } from './testing/fixtures.fixture.ts';
import { RIGHT_CODE } from './testing/mock-accounts.fixture.ts';
import { errorBody } from './testing/mock-server.fixture.ts';
import { isRefusal } from './testing/screens.fixture.ts';

const PASSWORD = 'Harbour-lights-7';
const user = makeUser({ permissions: [...permissionsOf('admin')] });
const noCompany = { ...user, merchant: { ...user.merchant, status: 'email_verified' as const, company_name: null } };
const askForFactor = [
  422,
  errorBody('validation_failed', 'The given data was invalid', { two_fa_code: [TWO_FA_CODE_REQUIRED] }),
] as const;

/** A refused code is cleared after a second. */
const PATIENCE = { timeout: 60_000 };

const server = withBackOffice();
const open = withDesk();

async function visit(path: string, options: { signedIn?: boolean } = {}): Promise<Visit> {
  const person = await open({ origin: server.url, ...options });
  await person.page.goto(server.url + path);
  return person;
}

function sent(key: string): unknown[] {
  return server.state.calls.filter(({ method, path }) => `${method} ${path}` === key).map(({ body }) => body);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

describe('a stranger', () => {
  beforeEach(() => server.reset({ signedIn: false, user }));

  it('with an application link that has expired sees error 410, and can apply again', async () => {
    server.state.accounts.link = 'expired';
    const { page } = await visit('/auth/first-password#token=of-the-mail', { signedIn: false });
    await page.waitForURL('**/system/410');
    await heading(page, 'Link expired');
    expect(await page.getByRole('link', { name: 'Back to profile' }).getAttribute('href')).toBe('/account?tab=profile');
    await page.getByRole('link', { name: 'Apply again' }).click();
    await page.waitForURL('**/auth/first-password');
    await page.context().close();
  });

  it('with a link for a new password that has expired sees error 410 before typing, and can request another', async () => {
    server.state.accounts.link = 'expired';
    const { page } = await visit('/auth/restore-password/approve-password#token=of-the-mail', { signedIn: false });
    await page.waitForURL('**/system/410');
    await heading(page, 'Link expired');
    expect(sent('POST /auth/password/check-code')).toEqual([{ token: 'of-the-mail' }]);
    expect(await page.getByRole('link', { name: 'Back to profile' }).getAttribute('href')).toBe('/account?tab=profile');
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.waitForURL('**/auth/restore-password');
    await page.context().close();
  });

  it('signs up, confirms the mail address and names the company by the keyboard alone', async () => {
    const { page, complaints } = await visit('/auth/sign-up', { signedIn: false });
    await page.getByLabel('Full name').waitFor();
    await page.keyboard.type('Nora Quay');
    await page.keyboard.press('Tab');
    await page.keyboard.type('nora@quay.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Germany');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await tabTo(page, 'Show password');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    for (const [box, documents] of [
      ['privacy', ['terms', 'privacy']],
      ['aml', ['aml']],
    ] as const) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      expect(await page.locator(`[name=${box}_accepted]`).isChecked()).toBe(true);
      for (const slug of documents) {
        // The legal documents to accept.
        await page.keyboard.press('Tab');
        expect(await page.locator(':focus').getAttribute('href')).toBe(`/legal/${slug}`);
      }
    }
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');

    await heading(page, 'Confirm your email');
    await page.getByText('Enter the code we sent to nora@quay.example.').waitFor();
    await page.keyboard.type(RIGHT_CODE);
    await heading(page, 'Tell us about your company');
    await page.keyboard.type('Quay');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('quay.example');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await heading(page, 'Dashboard');
    expect(sent('POST /auth/register')).toEqual([
      {
        full_name: 'Nora Quay',
        email: 'nora@quay.example',
        country: 'DE',
        password: PASSWORD,
        password_confirmation: PASSWORD,
        privacy_accepted: true,
        aml_accepted: true,
        accepted_versions: versionsToAccept(undefined),
        product_updates: false,
      },
    ]);
    expect(sent('POST /auth/company')).toEqual([
      { company_name: 'Quay', turnover: '30k_to_100k', website: 'quay.example', confirmed: true },
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('solves a riddle where one is configured, and another one when it was not right', async () => {
    const { page, complaints } = await visit('/auth/sign-in', { signedIn: false });
    await page.route('**/captcha.js*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: CAPTCHA_SCRIPT }),
    );
    server.state.accounts.captcha = `${server.url}/captcha.js`;
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(page, 'Reset your password');
    await page.getByLabel('Email').fill('nora@quay.example');
    const refusal = { recaptcha_token: ['The captcha was not solved. Please try again.'] };
    server.state.once.set('POST /auth/password/forgot', [422, errorBody('validation_failed', 'Invalid', refusal)]);
    await page.getByRole('button', { name: 'Riddle 1' }).click();
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByText('The captcha was not solved.').first().waitFor();
    await page.getByRole('button', { name: 'Riddle 2' }).click();
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByRole('button', { name: 'Riddle 1' }).waitFor();
    expect(sent('POST /auth/password/forgot')).toEqual([
      { email: 'nora@quay.example', recaptcha_token: 'token of site, 1' },
      { email: 'nora@quay.example', recaptcha_token: 'token of site, 2' },
    ]);
    expect(complaints.filter((each) => !each.includes('422'))).toEqual([]);
    await page.context().close();
  });

  it('sees errors while typing, in the words of the rules, and keeps the input when refused', async () => {
    const { page } = await visit('/auth/sign-up', { signedIn: false });
    const password = page.getByLabel('Password', { exact: true });
    const rule = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await password.fill('harbour');
    expect(await rule('10 characters').getAttribute('data-kept')).toBe('false');
    expect(await rule('Latin characters').getAttribute('data-kept')).toBe('true');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Password must be at least 10 characters.').waitFor();
    await expect.poll(() => page.getByText('This must be accepted.').count()).toBe(2);
    await expect
      .poll(() => page.getByLabel('Full name').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await password.fill('harbour-lights');
    await page.getByText('Password must include uppercase letters.').waitFor();
    await password.fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(`${PASSWORD}8`);
    await page.getByText('Passwords must match.').waitFor();
    expect(sent('POST /auth/register')).toEqual([]);

    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByLabel('Full name').fill('Nora Quay');
    await page.getByLabel('Email').fill('nora@quay.example');
    await page.getByLabel('Country of residence').selectOption('DE');
    await page.getByLabel('I accept the terms of service and the privacy policy.').check();
    await page.getByLabel(/AML/).check();
    const refusal = { full_name: ['Full name is not valid.'] };
    server.state.once.set('POST /auth/register', [422, errorBody('validation_failed', 'Invalid', refusal)]);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect.poll(() => page.getByText('Full name is not valid.').count()).toBe(2);
    expect(await password.inputValue()).toBe(PASSWORD);
    expect(await page.getByLabel('Country of residence').inputValue()).toBe('DE');
    await page.context().close();
  });

  it('pastes a code with signs in it; a wrong one is cleared after a second and can be typed again', async () => {
    server.state.accounts.pending = { email: 'nora@quay.example', expires_in_seconds: 600, resend_in_seconds: 0 };
    const { page } = await visit('/auth/verify-email', { signedIn: false });
    const code = page.getByLabel('6-digit code');
    await code.waitFor();
    await page.evaluate(() => navigator.clipboard.writeText('Your code: 99-88 77'));
    await code.press('Control+v');
    await page.locator('main').getByText('incorrect or has expired').waitFor();
    await expect.poll(() => code.inputValue(), PATIENCE).toBe('');
    expect(sent('POST /auth/verify-email')).toEqual([{ code: '998877' }]);
    await page.getByRole('button', { name: 'Send another code' }).click();
    await page.getByText(/another code in 0:\d\d|another code in 1:00/).waitFor();
    await code.focus();
    await page.keyboard.type(RIGHT_CODE);
    await heading(page, 'Tell us about your company');
    await page.context().close();
  });

  it('loads none of the back office to sign up', async () => {
    const { page } = await visit('/auth/sign-up', { signedIn: false });
    await page.getByLabel('Full name').waitFor();
    await page.waitForLoadState('networkidle');
    const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(scripts.filter((name) => name.includes('back-office'))).toEqual([]);
    await page.context().close();
  });

  it('applies for an account, and sets the first password by the link of the mail', async () => {
    const { page, complaints } = await visit('/auth/first-password', { signedIn: false });
    await page.getByLabel('Email').fill('nora@quay.example');
    await page.getByLabel('How we reach you').fill('@nora');
    await page.getByLabel('Domain').fill('quay');
    await page.getByLabel('Industry').selectOption('retail');
    await page.getByLabel('Over €1 million').check();
    await page.getByLabel(/I act for this business/).check();
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByText('Domain is not valid.').waitFor();
    await page.getByLabel('Domain').fill('quay.example');
    await page.getByRole('button', { name: 'Send application' }).click();
    await heading(page, 'Application sent');

    await page.goto(`${server.url}/auth/first-password#token=of-the-mail`);
    await heading(page, 'Set your password');
    await page.getByLabel('Full name').fill('Nora Quay');
    await page.getByLabel('Country of residence').selectOption('DE');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByLabel('I accept the terms of service and the privacy policy.').check();
    await page.getByLabel(/AML/).check();
    await page.getByRole('button', { name: 'Open the account' }).click();
    await heading(page, 'Dashboard');
    expect(sent('POST /auth/first-password')).toMatchObject([{ token: 'of-the-mail', country: 'DE' }]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('a user who signs in', () => {
  beforeEach(() => server.reset({ signedIn: false, user }));

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('Email').fill('mara@larkspur.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
  }

  it('has to enter the second factor, and may use a recovery code', async () => {
    server.state.once.set('POST /auth/login', askForFactor);
    const { page, complaints } = await visit('/auth/sign-in', { signedIn: false });
    await signIn(page);
    await heading(page, '2FA code');
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill('k7m2p-9xq4t');
    await page.keyboard.press('Enter');
    await heading(page, 'Dashboard');
    const remembered = { email: 'mara@larkspur.example', password: PASSWORD, remember: true };
    expect(sent('POST /auth/login')).toEqual([remembered, { ...remembered, recovery_code: 'k7m2p-9xq4t' }]);
    expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await page.context().close();
  });

  it('confirms a new device by mail and second factor, and reaches the requested page', async () => {
    server.reset({ signedIn: false, user: { ...user, '2fa_enabled': true } });
    server.state.once.set('POST /auth/login', [406, errorBody('new_device', 'Please confirm this device first.')]);
    const { page } = await visit('/balance', { signedIn: false });
    await page.waitForURL('**/auth/sign-in');
    await signIn(page);
    await heading(page, 'Confirm this device');
    await page.getByText('code we sent to mara@larkspur.example').waitFor();
    await page.keyboard.type(RIGHT_CODE);
    await heading(page, '2FA code');
    await page.getByRole('textbox', { name: '2FA code' }).pressSequentially('654321');
    await page.locator('main').getByText('2FA code is incorrect').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: '2FA code' }).inputValue(), PATIENCE).toBe('');
    await page.getByRole('textbox', { name: '2FA code' }).pressSequentially(RIGHT_CODE);
    await page.waitForURL('**/balance');
    expect(sent('POST /auth/visitor/verify').at(-1)).toEqual({ code: RIGHT_CODE, two_fa_code: RIGHT_CODE });
    await page.context().close();
  });

  it('sets a new password by the code of the mail', async () => {
    const { page, complaints } = await visit('/auth/restore-password', { signedIn: false });
    await page.getByLabel('Email').fill('mara@larkspur.example');
    await page.keyboard.press('Enter');
    await heading(page, 'Enter the code');
    await page.reload();
    await page.getByLabel('6-digit code').pressSequentially(RIGHT_CODE);
    await heading(page, 'Set a new password');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(page, 'Sign in');
    await page.getByText('Password set. Sign in with it.').waitFor();
    expect(sent('POST /auth/password/reset')).toMatchObject([{ email: 'mara@larkspur.example', code: RIGHT_CODE }]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('new versions of the legal documents', () => {
  const userToAccept = { ...user, legal_to_accept: LEGAL_TO_ACCEPT };

  it('come before every page, by the keyboard alone, and cannot be closed', async () => {
    server.reset({ user: userToAccept });
    const { page, complaints } = await visit('/history');
    const dialog = page.getByRole('dialog', { name: 'Our legal documents have changed' });
    await dialog.waitFor();
    expect(server.state.calls.map(({ path }) => path)).not.toContain('/spa/sandbox/invoices');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.getByRole('button', { name: 'Accept' }).isDisabled()).toBe(true);
    await tabTo(page, 'Terms of service');
    expect(await page.locator(':focus').getAttribute('href')).toBe('/legal/terms');
    await dialog.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await tabTo(page, 'Accept');
    await page.keyboard.press('Enter');
    await heading(page, 'History');
    const versions = { terms: '2026-11-29', privacy: '2026-11-29' };
    expect(sent('POST /spa/legal/acceptance')).toEqual([{ versions }]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('that come while somebody works are shown over the page, which keeps what was typed', async () => {
    server.reset({ user });
    const { page } = await visit('/account?tab=setting');
    await page.getByRole('button', { name: 'Change email' }).click();
    const email = page.getByRole('dialog').getByRole('textbox');
    await email.fill('mara@new.example');
    server.state.user = userToAccept;
    const refusal = errorBody('legal_not_accepted', 'The legal documents have changed.');
    server.state.once.set('POST /spa/user/email-code', [403, refusal]);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Our legal documents have changed' });
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await email.inputValue()).toBe('mara@new.example');
    await page.context().close();
  });
});

describe('help', () => {
  it('is in the account menu: the articles about the screen', async () => {
    server.reset({ user });
    const { page, complaints } = await visit('/dashboard');
    await page.getByRole('button', { name: /Mara Klein/ }).click();
    const link = page.getByRole('dialog').getByRole('link', { name: 'Fees explained' });
    expect(await link.getAttribute('href')).toBe('/support/articles/fees-explained');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('spec §4 says who is sent where:', () => {
  beforeEach(() => server.reset({ user }));

  it('without a company to its page, and from there to the requested one', async () => {
    server.reset({ user: noCompany });
    const { page } = await visit('/history');
    await heading(page, 'Tell us about your company');
    await page.getByLabel('Brand or company name').fill('Quay');
    await page.getByLabel('Up to €30,000').check();
    await page.getByLabel('Website').fill('quay.example');
    await page.getByLabel(/I act for this company/).check();
    await page.getByRole('button', { name: 'Open the back office' }).click();
    await page.waitForURL('**/history');
    await heading(page, 'History');
    await page.context().close();
  });

  it('with a mail address that is not confirmed to its code', async () => {
    server.reset({ user: { ...noCompany, merchant: { ...noCompany.merchant, status: 'new' } } });
    const { page } = await visit('/dashboard');
    await heading(page, 'Confirm your email');
    await expect.poll(() => sent('GET /auth/resend-email')).toHaveLength(1);
    await page.context().close();
  });

  it.each(['sign-in', 'sign-up', 'verify-email', 'verify-company', 'restore-password', 'verify/new-device'])(
    'signed in, from /auth/%s to the dashboard',
    async (name) => {
      const { page } = await visit(`/auth/${name}`);
      await page.waitForURL('**/dashboard');
      await page.context().close();
    },
  );

  it('without a session to sign-in, where the session that was remembered has ended', async () => {
    server.reset({ signedIn: false });
    const { page } = await visit('/auth/verify-company');
    await page.waitForURL('**/auth/sign-in');
    await heading(page, 'Sign in');
    await page.context().close();
  });

  it('with what was said in an application for the account already filled in', async () => {
    server.reset({ user: noCompany });
    server.state.accounts.draft = { turnover: '30k_to_100k', website: 'https://quay.example/', industry: 'retail' };
    const { page, complaints } = await visit('/auth/verify-company');
    await page.getByLabel('Brand or company name').fill('Quay');
    expect(await page.getByLabel('Website').inputValue()).toBe('https://quay.example/');
    await page.getByLabel(/I act for this company/).check();
    await page.getByRole('button', { name: 'Open the back office' }).click();
    await heading(page, 'Dashboard');
    expect(sent('POST /auth/company')).toEqual([
      { company_name: 'Quay', turnover: '30k_to_100k', website: 'https://quay.example/', confirmed: true },
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('to sign-in, to stay there, when the session ends on a page of signing up', async () => {
    server.reset({ user: noCompany });
    const { page } = await visit('/auth/verify-company');
    await page.getByLabel('Brand or company name').fill('Quay');
    await page.getByLabel('Up to €30,000').check();
    await page.getByLabel('Website').fill('quay.example');
    await page.getByLabel(/I act for this company/).check();
    server.state.once.set('POST /auth/company', [401, errorBody('unauthenticated')]);
    server.state.signedIn = false;
    await page.getByRole('button', { name: 'Open the back office' }).click();
    await heading(page, 'Sign in');
    await page.reload();
    await heading(page, 'Sign in');
    await page.context().close();
  });

  it('to a page that does not exist, under /auth too', async () => {
    const { page } = await visit('/auth/sign-off');
    await heading(page, 'This page does not exist');
    await page.context().close();
  });
});

/** Speaks as reCAPTCHA's script does; each reset is another riddle. */
const CAPTCHA_SCRIPT = `
  window.grecaptcha = {
    render(box, options) {
      const button = document.createElement('button');
      button.type = 'button';
      let round = 1;
      const show = () => { button.textContent = 'Riddle ' + round; };
      button.addEventListener('click', () => options.callback('token of ' + options.sitekey + ', ' + round));
      show();
      box.append(button);
      return { next() { round += 1; show(); } };
    },
    reset(id) { id.next(); },
  };
  window[new URL(document.currentScript.src).searchParams.get('onload')]();
`;
