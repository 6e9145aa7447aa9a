import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, one, select } from '../../../../db/core/sql.ts';
import { newId } from '../../../../domain/ids.ts';
import {
  addColleague,
  COMPANY,
  expectStatus,
  GOOD_PASSWORD,
  openBrowser,
  registration,
  signInAs,
  signUp,
  type TestBrowser,
} from '../../../testing/accounts.fixture.ts';
import { lastCode, mailsTo, otherCode } from '../../../testing/mails.fixture.ts';
import { startTestApi, type TestApi } from '../../../testing/server.fixture.ts';
import { passTime, totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let api: TestApi;

const admin = mkdtempSync(join(tmpdir(), 'back-office-'));

beforeAll(async () => {
  mkdirSync(join(admin, 'admin-assets'));
  writeFileSync(join(admin, 'index.html'), '<title>Back office</title>');
  api = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '100' }, deps: { frontEnds: { admin } } });
});
afterAll(async () => {
  await api.close();
  rmSync(admin, { recursive: true });
});

const newEmail = () => `${newId()}@quay.example`;
const isSignedIn = async (browser: TestBrowser) => (await browser({ url: '/spa/user' })).status === 200;

/** The same user in another browser. */
async function secondBrowser(email: string): Promise<TestBrowser> {
  const browser = await openBrowser(api);
  await browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD } });
  const code = await lastCode(api, email, 'new_device_code');
  await expectStatus(200, browser({ url: '/auth/visitor/verify', body: { code } }));
  return browser;
}

describe('the password', () => {
  const NEW = 'Another-harbour-9';
  const change = (browser: TestBrowser, body: object) =>
    browser({ method: 'PUT', url: '/spa/user/password', body: { password: NEW, password_confirmation: NEW, ...body } });

  test('hazard 61: is changed with the present one, and every other session ends', async () => {
    const { browser, email } = await signUp(api);
    const other = await secondBrowser(email);
    const before = browser.jar.get('tidegate_session');
    const wrong = await change(browser, { current_password: 'wrong' });
    expect([wrong.status, wrong.json.errors]).toEqual([422, { current_password: ['The password is wrong.'] }]);
    await expectStatus(200, change(browser, { current_password: GOOD_PASSWORD }));
    expect(browser.jar.get('tidegate_session')).not.toBe(before);
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
    const login = (password: string) => browser({ url: '/auth/login', body: { email, password } });
    expect((await login(GOOD_PASSWORD)).status).toBe(401);
    await expectStatus(200, login(NEW));
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toContain('password_changed');
  });

  test('needs a code where 2FA is on', async () => {
    const { browser, email } = await signUp(api);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const requested = await change(browser, { current_password: GOOD_PASSWORD });
    expect(requested.json.errors).toEqual({ two_fa_code: ['The two fa code field is required.'] });
    await expectStatus(200, change(browser, { current_password: GOOD_PASSWORD, two_fa_code: await totp(secret) }));
  });

  test('cannot be guessed from a session left open', async () => {
    const { browser } = await signUp(api);
    const statuses = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await change(browser, { current_password: 'x' })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('the mail address', () => {
  async function requestChange(to: string) {
    const { browser, email } = await signUp(api);
    await expectStatus(202, browser({ url: '/spa/user/email-code', body: { purpose: 'email', email: to } }));
    return { browser, email };
  }
  const change = (browser: TestBrowser, body: object) =>
    browser({ method: 'PUT', url: '/spa/user/email', body: { password: GOOD_PASSWORD, ...body } });

  test('is changed by codes of both mailboxes, which are both notified', async () => {
    const to = newEmail();
    const { browser, email } = await requestChange(to);
    const [current_code, new_code] = [await lastCode(api, email, 'email_code'), await lastCode(api, to, 'email_code')];
    const [wrong, wrongNew] = [otherCode(current_code), otherCode(new_code)];
    expect((await change(browser, { email: to, current_code: wrong, new_code })).json.errors).toHaveProperty(
      'current_code',
    );
    expect((await change(browser, { email: to, current_code, new_code: wrongNew })).json.errors).toHaveProperty(
      'new_code',
    );
    const changed = await change(browser, { email: to, current_code, new_code });
    expect([changed.status, changed.json.data.email]).toEqual([200, to]);
    for (const each of [email, to]) {
      expect((await mailsTo(api, each)).at(-1)).toMatchObject({ kind: 'email_changed', values: { email: to } });
    }
    expect((await change(browser, { email: to, current_code, new_code })).status).toBe(422);
    await expectStatus(200, browser({ url: '/auth/login', body: { email: to, password: GOOD_PASSWORD } }));
  });

  test('hazard 63: codes approve this change and no other', async () => {
    const [to, elsewhere] = [newEmail(), newEmail()];
    const { browser, email } = await requestChange(to);
    const [current_code, new_code] = [await lastCode(api, email, 'email_code'), await lastCode(api, to, 'email_code')];
    const other = await change(browser, { email: elsewhere, current_code, new_code });
    expect([other.status, Object.keys(other.json.errors)]).toEqual([422, ['current_code']]);
    const foreign = await signUp(api);
    const taken = await change(foreign.browser, { email: to, current_code, new_code });
    expect([taken.status, Object.keys(taken.json.errors)]).toEqual([422, ['current_code']]);
  });

  test('hazard 62: of another account is answered alike, and its owner is notified', async () => {
    const victim = await signUp(api);
    const { browser, email } = await requestChange(victim.email);
    expect((await mailsTo(api, victim.email)).at(-1)?.kind).toBe('already_registered');
    const current_code = await lastCode(api, email, 'email_code');
    const refused = await change(browser, { email: victim.email, current_code, new_code: '123456' });
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['new_code']]);
  });
});

describe('sessions', () => {
  test('are listed with their browser, and signed out one by one or together', async () => {
    const { browser, email } = await signUp(api);
    const [one, two] = [await secondBrowser(email), await secondBrowser(email)];
    const list = (await browser({ url: '/spa/user/sessions' })).json.data;
    expect(list).toHaveLength(3);
    expect(list.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(list[0]).toMatchObject({ browser: 'Firefox 142 on Linux', ip: '127.0.0.1', location: 'This computer' });
    const seenByOne: { id: string; current: boolean }[] = (await one({ url: '/spa/user/sessions' })).json.data;
    const url = `/spa/user/sessions/${seenByOne.find(({ current }) => current)?.id}`;
    await expectStatus(200, browser({ method: 'DELETE', url }));
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
    expect((await browser({ method: 'DELETE', url })).status).toBe(404);
    expect((await browser({ method: 'DELETE', url: '/spa/user/sessions' })).json.data).toEqual({ ended: 1 });
    expect([await isSignedIn(browser), await isSignedIn(one), await isSignedIn(two)]).toEqual([true, false, false]);
  });

  test('the id of one signs nobody in', async () => {
    const { browser } = await signUp(api);
    const [{ id }] = (await browser({ url: '/spa/user/sessions' })).json.data;
    const thief = await openBrowser(api);
    thief.jar.set('tidegate_session', id);
    expect(await isSignedIn(thief)).toBe(false);
  });
});

test('activities are shown four at a time, the newest first, and only to their merchant', async () => {
  const { browser, email } = await signUp(api);
  for (let times = 0; times < 4; times += 1) {
    await expectStatus(200, browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD } }));
  }
  const { data, pagination } = (await browser({ url: '/spa/merchant/activities' })).json;
  expect(data).toHaveLength(4);
  expect(pagination).toEqual({ total: 6, page: 1, per_page: 4 });
  expect(data[0]).toMatchObject({
    action: 'signed_in',
    user_name: 'Nora Quay',
    browser: 'Firefox 142 on Linux',
    ip: '127.0.0.1',
    location: 'This computer',
  });
  const rest = (await browser({ url: '/spa/merchant/activities?page=2' })).json.data;
  expect(rest.map(({ action }: { action: string }) => action)).toEqual(['company_named', 'signed_up']);
});

describe('subscriptions', () => {
  test('are changed with a 2FA code only', async () => {
    const { browser, email } = await signUp(api);
    const set = (path: string, body: object = {}) => browser({ url: path, body });
    const refused = await set('/spa/subscriptions/enable/product_updates');
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'To perform this action, you must enable 2FA for your account.',
    ]);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const requested = await set('/spa/subscriptions/enable/product_updates');
    expect(requested.json.errors).toEqual({ two_fa_code: ['The two fa code field is required.'] });
    const withCode = async (path: string) => {
      await passTime(api, email);
      return set(path, { two_fa_code: await totp(secret) });
    };
    const enabled = await withCode('/spa/subscriptions/enable/product_updates');
    expect(enabled.json.data).toEqual({
      mail_enabled: true,
      types: [
        { type: 'login_attempt', enabled: true },
        { type: 'product_updates', enabled: true },
      ],
    });
    await expectStatus(200, withCode('/spa/subscriptions/disable/login_attempt'));
    await expectStatus(200, withCode('/spa/user/subscriptions/disable'));
    const off = await withCode('/spa/subscriptions/enable/login_attempt');
    expect([off.status, off.json.message]).toEqual([409, 'First enable mail subscription notification']);
    expect((await browser({ url: '/spa/subscriptions' })).json.data.mail_enabled).toBe(false);
  });

  test('without the one for sign-ins no mail tells of them', async () => {
    const { browser, email } = await signUp(api);
    const login = () => browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD } });
    await expectStatus(200, login());
    await execute(api.db, 'UPDATE app_user SET notify_sign_in = false WHERE email = $1', [email]);
    await expectStatus(200, login());
    expect((await mailsTo(api, email)).filter(({ kind }) => kind === 'signed_in')).toHaveLength(1);
  });
});

test('the company is read by those who may view the merchant alone', async () => {
  const { browser, email } = await signUp(api);
  const company = { company_name: 'Quay & Sons', status: 'active' };
  const read = await expectStatus(200, browser({ url: '/spa/merchant' }));
  expect(read.json.data).toEqual({
    ...company,
    website: 'https://quay.example/',
    turnover: '30k_to_100k',
    industry: null,
    can_production_activate: false,
  });
  const { merchant } = (await browser({ url: '/spa/user' })).json.data;
  expect(merchant).toMatchObject(company);
  const { id } = await one<{ id: string }>(api.db, 'SELECT id FROM app_user WHERE email = $1', [email]);
  for (const role of ['support', 'viewer'] as const) {
    const user = { id, email, password: GOOD_PASSWORD };
    const member = await addColleague(api, { merchantId: merchant.id, user } as never, role);
    const colleague = await signInAs(api, { ...member, password: GOOD_PASSWORD });
    expect((await colleague({ url: '/spa/merchant' })).status).toBe(403);
    const own = (await expectStatus(200, colleague({ url: '/spa/user' }))).json.data.merchant;
    expect(own).toEqual({ id: merchant.id, can_production_activate: false, has_shops: false });
  }
});

test('an account is marked for deletion with its password, and nobody of it gets in again', async () => {
  const { browser, email } = await signUp(api);
  const other = await secondBrowser(email);
  const remove = (password: string) => browser({ method: 'DELETE', url: '/spa/user', body: { password } });
  expect((await remove('wrong')).status).toBe(422);
  expect((await remove(GOOD_PASSWORD)).status).toBe(204);
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false]);
  const login = await browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD } });
  expect([login.status, login.json.message]).toEqual([
    403,
    'This account is marked for deletion. Please contact support.',
  ]);
  expect(await select(api.db, "SELECT subject FROM alert WHERE kind = 'account_deletion'")).toHaveLength(1);
});

describe('applying for an account', () => {
  const application = (email: string, changes: object = {}) => ({
    email,
    contact_handle: '@nora',
    domain: 'Quay.example',
    industry: 'retail',
    turnover: 'up_to_30k',
    confirmed: true,
    ...changes,
  });
  const person = {
    full_name: 'Nora Quay',
    country: 'DE',
    password: GOOD_PASSWORD,
    password_confirmation: GOOD_PASSWORD,
    privacy_accepted: true,
    aml_accepted: true,
  };
  async function linkOf(email: string): Promise<string> {
    const mail = (await mailsTo(api, email)).findLast(({ kind }) => kind === 'first_password');
    if (mail?.kind !== 'first_password') throw new Error('There is no mail.');
    expect(mail.values.url).toMatch(/^http:\/\/localhost:8080\/auth\/first-password#token=[\w-]{43}$/);
    return mail.values.url.split('#token=')[1] ?? '';
  }

  test('leads by a link to the first password and on to the company', async () => {
    const email = newEmail();
    const browser = await openBrowser(api);
    await expectStatus(202, browser({ url: '/auth/application', body: application(email) }));
    const token = await linkOf(email);
    const state = async () => (await browser({ url: `/auth/first-password?token=${token}` })).json.data;
    expect(await state()).toEqual({ state: 'valid', email });
    const opened = await browser({ url: '/auth/first-password', headers: { accept: 'text/html,*/*' } });
    expect([opened.status, opened.text]).toEqual([200, '<title>Back office</title>']);
    const set = await browser({ url: '/auth/first-password', body: { token, ...person } });
    expect(set.json.data).toMatchObject({ email, merchant: { status: 'email_verified', company_name: null } });
    expect(await state()).toEqual({ state: 'used', email: null });
    await expectStatus(200, browser({ url: '/auth/company', body: COMPANY }));
    const again = await browser({ url: '/auth/first-password', body: { token, ...person } });
    expect([again.status, again.json.errors]).toEqual([422, { token: ['Link expired'] }]);
  });

  test('is over after seven days', async () => {
    const email = newEmail();
    const browser = await openBrowser(api);
    await browser({ url: '/auth/application', body: application(email) });
    const token = await linkOf(email);
    await execute(api.db, 'UPDATE account_application SET expires_at = now() WHERE email = $1', [email]);
    expect((await browser({ url: `/auth/first-password?token=${token}` })).json.data.state).toBe('expired');
    expect((await browser({ url: '/auth/first-password', body: { token, ...person } })).status).toBe(422);
  });

  test('hazard 62: with an address that has an account tells its owner only', async () => {
    const { email } = await signUp(api);
    const browser = await openBrowser(api);
    expect((await browser({ url: '/auth/application', body: application(email) })).status).toBe(202);
    expect((await mailsTo(api, email)).at(-1)?.kind).toBe('already_registered');
  });

  test('needs a domain that is one, and the confirmation', async () => {
    const browser = await openBrowser(api);
    const body = application(newEmail(), { domain: 'https://quay.example/', confirmed: false });
    const { status, json } = await browser({ url: '/auth/application', body });
    expect([status, json.errors]).toEqual([
      422,
      { confirmed: ['This must be accepted.'], domain: ['Domain is not valid.'] },
    ]);
  });
});

describe('a captcha', () => {
  test('is asked of strangers where one is configured, and its provider decides', async () => {
    const requested: string[] = [];
    const provider = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        requested.push(body);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ success: body.includes('response=solved') }));
      });
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    const guarded = await startTestApi({
      env: {
        CAPTCHA_SITE_KEY: 'site',
        CAPTCHA_SECRET: 's3cret',
        CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/`,
        CAPTCHA_SCRIPT_URL: 'https://captcha.example/api.js',
        CAPTCHA_ORIGINS: 'https://captcha.example',
      },
      deps: { frontEnds: { admin } },
    });
    try {
      const browser = await openBrowser(guarded);
      expect((await browser({ url: '/auth/register' })).json.data).toMatchObject({
        captcha_site_key: 'site',
        captcha_script_url: 'https://captcha.example/api.js',
      });
      const page = await guarded.app.inject('/auth/sign-up');
      expect(page.headers['content-security-policy']).toContain(
        "script-src 'self' https://captcha.example; frame-src https://captcha.example;",
      );
      const register = (more: object) =>
        browser({ url: '/auth/register', body: registration(newEmail(), { ...more }) });
      expect((await register({})).json.errors).toHaveProperty('recaptcha_token');
      expect((await register({ recaptcha_token: 'guessed' })).json.errors).toHaveProperty('recaptcha_token');
      expect((await register({ recaptcha_token: 'solved' })).status).toBe(202);
      expect(requested).toEqual([
        'secret=s3cret&response=guessed&remoteip=127.0.0.1',
        'secret=s3cret&response=solved&remoteip=127.0.0.1',
      ]);
    } finally {
      await guarded.close();
      await new Promise((resolve) => provider.close(resolve));
    }
  });
});

describe('CSRF: every route of accounts that changes something', () => {
  test('refuses a request without the token of the session', async () => {
    const { browser } = await signUp(api);
    const routes = api.app.routeTable.filter(
      ({ url, methods, access }) =>
        /^\/(auth\/|spa\/(user|subscriptions|merchant))/.test(url) && !methods.includes('GET') && access.by !== 'token',
    );
    expect(routes.length).toBeGreaterThan(15);
    for (const { methods, url } of routes) {
      const path = url.replace(':type', 'login_attempt').replace(':id', 'a'.repeat(64));
      for (const token of ['', 'a.b']) {
        const answer = await browser({ method: methods[0] as 'POST', url: path, headers: { 'x-xsrf-token': token } });
        if (!methods.includes('HEAD')) expect(answer.status, `${methods[0]} ${url}`).toBe(419);
      }
    }
  });
});
