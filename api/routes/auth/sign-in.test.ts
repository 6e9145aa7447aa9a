import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../../db/core/sql.ts';
import { newId } from '../../../domain/ids.ts';
import {
  expectStatus,
  GOOD_PASSWORD,
  openBrowser,
  registration,
  signUp,
  type TestBrowser,
} from '../../testing/accounts.fixture.ts';
import { lastCode, mailsTo, otherCode } from '../../testing/mails.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';
import { passTime, totp, turnTwoFactorOn } from '../../testing/two-factor.fixture.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '100' } });
});
afterAll(() => api.close());

const WRONG_TWO_FA = 'The entered 2FA code is incorrect or has expired. Please try again.';
const sessionOf = (browser: TestBrowser) => browser.jar.get('tidegate_session');
const logIn = (browser: TestBrowser, email: string, more: Record<string, unknown> = {}) =>
  browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD, ...more } });
const isSignedIn = async (browser: TestBrowser) => (await browser({ url: '/spa/user' })).status === 200;

describe('a new device', () => {
  test('is confirmed by a code to the mailbox, and then known', async () => {
    const { email } = await signUp(api);
    const browser = await openBrowser(api);
    const refused = await logIn(browser, email, { remember: true });
    expect([refused.status, refused.json.code]).toEqual([406, 'new_device']);
    expect(await isSignedIn(browser)).toBe(false);
    const mail = (await mailsTo(api, email)).at(-1);
    expect(mail).toMatchObject({
      kind: 'new_device_code',
      values: { browser: 'Firefox 142 on Linux', ip: '127.0.0.1' },
    });
    const code = await lastCode(api, email, 'new_device_code');
    expect((await browser({ url: '/auth/visitor/verify', body: { code: otherCode(code) } })).status).toBe(422);
    const verified = await browser({ url: '/auth/visitor/verify', body: { code } });
    expect([verified.status, verified.json.data?.email]).toEqual([200, email]);
    expect(String(verified.headers['set-cookie'])).toMatch(/tidegate_session=[^;]+; Path=\/; Expires=/);
    await browser({ method: 'POST', url: '/auth/logout' });
    await expectStatus(200, logIn(browser, email));
    expect((await mailsTo(api, email)).at(-1)?.kind).toBe('signed_in');
  });

  test('is told apart by its cookie and by its fingerprint', async () => {
    const { browser, email } = await signUp(api);
    await browser({ method: 'POST', url: '/auth/logout' });
    const thief = await openBrowser(api);
    thief.jar.set('tidegate_device', browser.jar.get('tidegate_device') ?? '');
    expect((await logIn(thief, email)).status).toBe(406);
    const twin = await openBrowser(api, browser.visitorId);
    expect((await logIn(twin, email)).status).toBe(406);
    await expectStatus(200, logIn(browser, email));
  });

  test('without a fingerprint gets an error that says so, and only with the right password', async () => {
    const { email } = await signUp(api);
    const browser = await openBrowser(api);
    const body = { email, password: GOOD_PASSWORD };
    const blind = await browser({ url: '/auth/login', body, headers: { 'x-visitor-id': '' } });
    expect([blind.status, blind.json.errors]).toEqual([422, { visitor_id: ['Fingerprint error'] }]);
    const wrong = { ...body, password: 'not-the-one' };
    expect((await browser({ url: '/auth/login', body: wrong, headers: { 'x-visitor-id': '' } })).status).toBe(401);
  });

  test('gets another code after a minute', async () => {
    const { email } = await signUp(api);
    const browser = await openBrowser(api);
    expect((await browser({ method: 'POST', url: '/auth/visitor/resend' })).status).toBe(404);
    await logIn(browser, email);
    expect((await browser({ method: 'POST', url: '/auth/visitor/resend' })).status).toBe(429);
    await execute(api.db, `UPDATE verification_code SET sent_at = sent_at - interval '61 seconds' WHERE email = $1`, [
      email,
    ]);
    const again = await browser({ method: 'POST', url: '/auth/visitor/resend' });
    expect(again.json.data).toMatchObject({ email, expires_in_seconds: 600, resend_in_seconds: 60 });
    const code = await lastCode(api, email, 'new_device_code');
    await expectStatus(200, browser({ url: '/auth/visitor/verify', body: { code } }));
  });

  test('is not asked of users whose mailbox nobody confirmed, such as the demo user', async () => {
    const { user } = await api.merchant();
    const browser = await openBrowser(api);
    await expectStatus(200, browser({ url: '/auth/login', body: { email: user.email, password: user.password } }));
  });
});

describe('2FA', () => {
  test('is turned on by the code of a mail and one of the authenticator, and required from then on', async () => {
    const { browser, email } = await signUp(api);
    const { recoveryCodes } = await turnTwoFactorOn(api, { browser, email });
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await browser({ url: '/spa/user' })).json.data['2fa_enabled']).toBe(true);
    expect((await browser({ url: '/spa/user/2fa/secret' })).json.code).toBe('two_fa_enabled');
    expect((await mailsTo(api, email)).at(-1)?.kind).toBe('two_fa_enabled');
    await browser({ method: 'POST', url: '/auth/logout' });
    const requested = await logIn(browser, email);
    expect([requested.status, requested.json.errors]).toEqual([
      422,
      { two_fa_code: ['The two fa code field is required.'] },
    ]);
    expect(await isSignedIn(browser)).toBe(false);
    const wrong = await logIn(browser, email, { two_fa_code: '12345a' });
    expect([wrong.status, wrong.json.errors]).toEqual([422, { two_fa_code: [WRONG_TWO_FA] }]);
  });

  test('needs both codes: neither alone turns it on', async () => {
    const { browser, email } = await signUp(api);
    const { secret } = (await browser({ url: '/spa/user/2fa/secret' })).json.data;
    await browser({ url: '/spa/user/email-code', body: { purpose: 'two_fa' } });
    const code = await lastCode(api, email, 'two_fa_code');
    const enable = (body: object) => browser({ url: '/spa/user/2fa/enable', body });
    expect((await enable({ two_fa_code: await totp(secret), code: otherCode(code) })).json.errors).toHaveProperty(
      'code',
    );
    const wrong = otherCode(await totp(secret));
    expect((await enable({ two_fa_code: wrong, code })).json.errors).toEqual({ two_fa_code: [WRONG_TWO_FA] });
    expect((await browser({ url: '/spa/user' })).json.data['2fa_enabled']).toBe(false);
  });

  test('hazard 64: a code works once, also when it is sent many times at once', async () => {
    const { browser, email } = await signUp(api);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const two_fa_code = await totp(secret);
    const tries = await Promise.all(Array.from({ length: 3 }, () => logIn(browser, email, { two_fa_code })));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await logIn(browser, email, { two_fa_code })).status).toBe(422);
    // An older one is worth nothing either, the next one is good.
    expect((await logIn(browser, email, { two_fa_code: await totp(secret, -1) })).status).toBe(422);
    await expectStatus(200, logIn(browser, email, { two_fa_code: await totp(secret, 1) }));
  });

  test('hazard 64: codes are good for five tries, and a known browser is not locked out by a stranger', async () => {
    const { browser, email } = await signUp(api);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const stranger = await openBrowser(api);
    await logIn(stranger, email);
    const code = await lastCode(api, email, 'new_device_code');
    const guess = () => stranger({ url: '/auth/visitor/verify', body: { code, two_fa_code: '000000' } });
    const statuses = [];
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    await expectStatus(200, logIn(browser, email, { two_fa_code: await totp(secret) }));
  });

  test('on a new device is required after the mailbox, whose code it does not use up', async () => {
    const { browser, email } = await signUp(api);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const other = await openBrowser(api);
    expect((await logIn(other, email)).status).toBe(406);
    const code = await lastCode(api, email, 'new_device_code');
    const requested = await other({ url: '/auth/visitor/verify', body: { code } });
    expect([requested.status, requested.json.errors]).toEqual([
      422,
      { two_fa_code: ['The two fa code field is required.'] },
    ]);
    const body = { code, two_fa_code: await totp(secret) };
    await expectStatus(200, other({ url: '/auth/visitor/verify', body }));
    expect((await other({ url: '/auth/visitor/verify', body })).status).toBe(422);
  });

  test('a recovery code opens once instead, and the owner is notified', async () => {
    const { browser, email } = await signUp(api);
    const { recoveryCodes } = await turnTwoFactorOn(api, { browser, email });
    const recovery_code = recoveryCodes[3]?.toUpperCase().replace('-', ' ');
    const both = await Promise.all([1, 2].map(() => logIn(browser, email, { recovery_code })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toContain('recovery_code_used');
    const stored = await select<{ code_hash: Buffer }>(api.db, 'SELECT code_hash FROM recovery_code');
    expect(stored.map(({ code_hash }) => code_hash.toString())).not.toContain(recoveryCodes[0]);
  });

  test('is turned off with the password and a code', async () => {
    const { browser, email } = await signUp(api);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const disable = (body: object) => browser({ url: '/spa/user/2fa/disable', body });
    const two_fa_code = await totp(secret);
    expect((await disable({ password: 'wrong', two_fa_code })).json.errors).toHaveProperty('password');
    expect((await disable({ password: GOOD_PASSWORD })).json.errors).toHaveProperty('two_fa_code');
    expect((await disable({ password: GOOD_PASSWORD, two_fa_code })).status).toBe(204);
    expect((await browser({ url: '/spa/user' })).json.data['2fa_enabled']).toBe(false);
    await expectStatus(200, logIn(browser, email));
    expect((await disable({ password: GOOD_PASSWORD, two_fa_code })).json.code).toBe('two_fa_not_enabled');
  });

  test('hazard 72: secrets are sealed in the database', async () => {
    const { browser, email } = await signUp(api);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const [row] = await select<{ row: string }>(
      api.db,
      'SELECT to_jsonb(u)::text AS row FROM app_user u WHERE email = $1',
      [email],
    );
    expect(row?.row).not.toContain(secret);
    expect(row?.row).not.toContain(Buffer.from(secret).toString('hex'));
  });
});

describe('hazard 61: the session', () => {
  test('has a new id after each sign-in and after 2FA, and a planted one is worth nothing', async () => {
    const { browser, email } = await signUp(api);
    const first = sessionOf(browser);
    await expectStatus(200, logIn(browser, email));
    const second = sessionOf(browser);
    await turnTwoFactorOn(api, { browser, email });
    const third = sessionOf(browser);
    expect(new Set([first, second, third]).size).toBe(3);
    for (const old of [first, second]) {
      const stale = await openBrowser(api);
      stale.jar.set('tidegate_session', old ?? '');
      expect(await isSignedIn(stale)).toBe(false);
    }
    const planted = await openBrowser(api);
    planted.jar.set('tidegate_session', 'x'.repeat(43));
    await planted({ url: '/auth/csrf-cookie' });
    await logIn(planted, email);
    expect(sessionOf(planted)).toBe('x'.repeat(43));
    expect(await isSignedIn(planted)).toBe(false);
  });

  test('ends everywhere else when 2FA is turned on or off', async () => {
    const { browser, email } = await signUp(api);
    const other = await openBrowser(api);
    await logIn(other, email);
    await other({ url: '/auth/visitor/verify', body: { code: await lastCode(api, email, 'new_device_code') } });
    expect(await isSignedIn(other)).toBe(true);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
    await expectStatus(200, logIn(other, email, { two_fa_code: await totp(secret) }));
    await passTime(api, email);
    const body = { password: GOOD_PASSWORD, two_fa_code: await totp(secret) };
    await expectStatus(204, browser({ url: '/spa/user/2fa/disable', body }));
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
  });

  test('ends when the user is blocked', async () => {
    const { browser, email } = await signUp(api);
    await execute(api.db, 'UPDATE app_user SET blocked_at = now() WHERE email = $1', [email]);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await logIn(browser, email)).status).toBe(401);
  });
});

describe('trying passwords', () => {
  test('is stopped per account, for strangers; a browser the owner used goes on', async () => {
    const small = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '4' } });
    const { browser, email } = await signUp(small);
    const stranger = await openBrowser(small);
    const statuses = [];
    for (let tries = 0; tries < 6; tries += 1) {
      statuses.push((await stranger({ url: '/auth/login', body: { email, password: 'guess' } })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    const [row] = await select<{ minutes: string }>(
      small.db,
      `SELECT extract(epoch FROM window_ends - now()) / 60 AS minutes FROM lockout
        WHERE scope = 'password:account' AND tries >= 4`,
    );
    expect(Number(row?.minutes)).toBeGreaterThan(13);
    // The header is not believed without a trusted proxy, so the address is still the one that is stopped.
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const body = { email: `${newId()}@x.test`, password: 'guess' };
    expect((await stranger({ url: '/auth/login', body, headers })).status).toBe(429);
    await expectStatus(200, browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD } }));
    await small.close();

    const trusting = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '4', TRUST_PROXY: '127.0.0.0/8' } });
    const account = await signUp(trusting);
    const other = await openBrowser(trusting);
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    for (let tries = 0; tries < 6; tries += 1) {
      const body = { email: account.email, password: 'guess' };
      await other({ url: '/auth/login', body, headers: from(`198.51.100.${tries}`) });
    }
    const right = { email: account.email, password: GOOD_PASSWORD };
    const locked = await other({ url: '/auth/login', body: right, headers: from('198.51.100.99') });
    expect(locked.status).toBe(429);
    await expectStatus(200, account.browser({ url: '/auth/login', body: right, headers: from('203.0.113.7') }));
    await trusting.close();
  });

  test('is stopped per address, whatever accounts are tried', async () => {
    const small = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '3' } });
    const stranger = await openBrowser(small);
    const attempt = () => stranger({ url: '/auth/login', body: { email: `${newId()}@x.test`, password: 'guess' } });
    const statuses = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await attempt()).status);
    // On a busy machine the five take longer than it takes to be allowed another one.
    expect(statuses.slice(0, 3)).toEqual([401, 401, 401]);
    expect(statuses).toContain(429);
    await small.close();
  });
});

test('requests for mails are limited per address, for any recipient', async () => {
  const small = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '1' } });
  const stranger = await openBrowser(small);
  const statuses = [];
  for (let tries = 0; tries < 7; tries += 1) {
    const path = tries % 2 === 0 ? '/auth/password/forgot' : '/auth/register';
    const email = `${newId()}@x.test`;
    const body = tries % 2 === 0 ? { email } : registration(email);
    statuses.push((await stranger({ url: path, body })).status);
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
  await small.close();
});

describe('a new password by mail', () => {
  const forgot = (browser: TestBrowser, email: string) => browser({ url: '/auth/password/forgot', body: { email } });
  const NEW = 'Another-harbour-9';
  const reset = (browser: TestBrowser, email: string, code: string, password = NEW) =>
    browser({ url: '/auth/password/reset', body: { email, code, password, password_confirmation: password } });

  test('is set by a code, ends every session, and signs nobody in', async () => {
    const { browser, email } = await signUp(api);
    const other = await openBrowser(api);
    const requested = await forgot(other, email);
    expect([requested.status, requested.json.data]).toEqual([
      202,
      { email, expires_in_seconds: 600, resend_in_seconds: 60 },
    ]);
    const code = await lastCode(api, email, 'reset_code');
    const check = (each: string) => other({ url: '/auth/password/check-code', body: { email, code: each } });
    expect([(await check(otherCode(code))).status, (await check(code)).status]).toEqual([422, 204]);
    const weak = await reset(other, email, code, 'weak');
    expect(weak.json.errors).toHaveProperty('password');
    expect((await reset(other, email, code)).status).toBe(204);
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false]);
    expect((await reset(other, email, code)).status).toBe(422);
    expect((await logIn(browser, email)).status).toBe(401);
    await expectStatus(200, logIn(other, email, { password: NEW }));
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toContain('password_changed');
  });

  test('hazard 65: leaves 2FA on', async () => {
    const { browser, email } = await signUp(api);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const other = await openBrowser(api);
    await forgot(other, email);
    await expectStatus(204, reset(other, email, await lastCode(api, email, 'reset_code')));
    const requested = await logIn(other, email, { password: NEW });
    expect(requested.json.errors).toEqual({ two_fa_code: ['The two fa code field is required.'] });
    await expectStatus(200, logIn(other, email, { password: NEW, two_fa_code: await totp(secret) }));
  });

  test('hazard 62: is answered alike for an address that nobody has, to which nothing is sent', async () => {
    const { email } = await signUp(api);
    const [one, other] = [await openBrowser(api), await openBrowser(api)];
    const nobody = `${newId()}@quay.example`;
    const [known, unknown] = [await forgot(one, email), await forgot(other, nobody)];
    expect([known.status, { ...known.json.data, email: '' }]).toEqual([
      unknown.status,
      { ...unknown.json.data, email: '' },
    ]);
    expect(await mailsTo(api, nobody)).toEqual([]);
    for (let tries = 0; tries < 6; tries += 1) {
      const [ofKnown, ofUnknown] = [await reset(one, email, 'x'), await reset(other, nobody, 'x')];
      expect([ofKnown.status, ofKnown.json.errors]).toEqual([ofUnknown.status, ofUnknown.json.errors]);
    }
  });

  test('hazard 63: a code of another purpose opens nothing', async () => {
    const { browser, email } = await signUp(api);
    await browser({ url: '/spa/user/email-code', body: { purpose: 'two_fa' } });
    const code = await lastCode(api, email, 'two_fa_code');
    const other = await openBrowser(api);
    await forgot(other, email);
    expect((await reset(other, email, code)).status).toBe(422);
  });
});
