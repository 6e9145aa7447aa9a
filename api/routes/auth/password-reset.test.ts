import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../../../db/core/sql.ts';
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

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '100', TRUST_PROXY: '127.0.0.0/8' } });
});
afterAll(() => api.close());

const NEW = 'Another-harbour-9';
let places = 0;
/** A network nobody called from before. */
const elsewhere = () => {
  places += 1;
  return { 'x-forwarded-for': `2001:db8:${places.toString(16)}:1::7` };
};
const forgot = (browser: TestBrowser, email: string) =>
  browser({ url: '/auth/password/forgot', body: { email }, headers: elsewhere() });
const check = (browser: TestBrowser, email: string, code: string) =>
  browser({ url: '/auth/password/check-code', body: { email, code }, headers: elsewhere() });
const passwords = { password: NEW, password_confirmation: NEW };
const reset = (browser: TestBrowser, body: { email: string; code: string } | { token: string }) =>
  browser({ url: '/auth/password/reset', body: { ...body, ...passwords }, headers: elsewhere() });
const resetMails = async (email: string) => (await mailsTo(api, email)).filter(({ kind }) => kind === 'reset_code');

async function lastLink(email: string): Promise<string> {
  const mail = (await resetMails(email)).at(-1);
  if (mail?.kind !== 'reset_code') throw new Error(`No reset was mailed to ${email}.`);
  return mail.values.url.split('#token=')[1] ?? '';
}

const passMinute = (email: string) =>
  execute(api.db, `UPDATE verification_code SET sent_at = sent_at - interval '61 seconds' WHERE email = $1`, [email]);

describe('a password reset belongs to the browser that requested it', () => {
  test('a code is nothing in another browser', async () => {
    const { email } = await signUp(api);
    const [own, other] = [await openBrowser(api), await openBrowser(api)];
    await expectStatus(202, forgot(own, email));
    const code = await lastCode(api, email, 'reset_code');
    expect((await check(other, email, code)).status).toBe(422);
    expect((await reset(other, { email, code })).status).toBe(422);
    await expectStatus(204, check(own, email, code));
    await expectStatus(204, reset(own, { email, code }));
  });

  test('only its newest code counts, and one question is open for it', async () => {
    const { email } = await signUp(api);
    const { email: second } = await signUp(api);
    const browser = await openBrowser(api);
    await expectStatus(202, forgot(browser, email));
    const first = await lastCode(api, email, 'reset_code');
    await passMinute(email);
    await expectStatus(202, forgot(browser, email));
    expect(await resetMails(email)).toHaveLength(2);
    expect((await check(browser, email, first)).status).toBe(422);
    await expectStatus(204, check(browser, email, await lastCode(api, email, 'reset_code')));
    await expectStatus(202, forgot(browser, second));
    expect((await check(browser, email, await lastCode(api, email, 'reset_code'))).status).toBe(422);
  });

  test('asking again within the minute mails nothing and leaves the code as it is', async () => {
    const { email } = await signUp(api);
    const browser = await openBrowser(api);
    await expectStatus(202, forgot(browser, email));
    const again = await expectStatus(202, forgot(browser, email));
    expect(again.json.data.resend_in_seconds).toBeGreaterThan(50);
    expect(await resetMails(email)).toHaveLength(1);
    await expectStatus(204, check(browser, email, await lastCode(api, email, 'reset_code')));
  });

  test('a code that was not mailed does not exist', async () => {
    const { email } = await signUp(api);
    const strangers: TestBrowser[] = [];
    for (let at = 0; at < 30; at += 1) {
      const stranger = await openBrowser(api);
      strangers.push(stranger);
      await expectStatus(202, forgot(stranger, email));
    }
    const mailed = (await resetMails(email)).length;
    expect(mailed).toBeLessThanOrEqual(20);
    const codes = await execute(
      api.db,
      `UPDATE verification_code SET code_expires_at = code_expires_at WHERE email = $1
        AND purpose = 'reset_password' AND code_hash IS NOT NULL`,
      [email],
    );
    expect(codes).toBe(mailed);
  });
});

describe('strangers who ask for and guess at a reset', () => {
  test('leave the code of the owner good, however often they ask', async () => {
    const { email } = await signUp(api);
    const owner = await openBrowser(api);
    await expectStatus(202, forgot(owner, email));
    const code = await lastCode(api, email, 'reset_code');
    for (let at = 0; at < 7; at += 1) await expectStatus(202, forgot(await openBrowser(api), email));
    await expectStatus(204, reset(owner, { email, code }));
  });

  test('are stopped per account for a day; the owner’s browser and the mailed link still work', async () => {
    const { browser: known, email } = await signUp(api);
    await expectStatus(202, forgot(await openBrowser(api), email));
    const token = await lastLink(email);
    let locked = 0;
    for (let at = 0; at < 8 && locked === 0; at += 1) {
      const stranger = await openBrowser(api);
      await forgot(stranger, email);
      for (let tries = 0; tries < 5; tries += 1) {
        if ((await check(stranger, email, '000000')).status === 429) locked = at * 5 + tries;
        if (locked > 0) break;
      }
    }
    expect(locked).toBe(20);
    await expectStatus(202, forgot(known, email));
    const code = await lastCode(api, email, 'reset_code');
    expect((await check(known, email, otherCode(code))).status).toBe(422);
    await expectStatus(204, check(known, email, code));
    const elsewhereAgain = await openBrowser(api);
    await expectStatus(204, reset(elsewhereAgain, { token }));
    expect((await elsewhereAgain({ url: '/auth/login', body: { email, password: NEW } })).status).toBe(200);
  });

  test('mail the owner five times an hour from one place and twenty times a day; the owner can still ask', async () => {
    const { browser: known, email } = await signUp(api);
    const place = elsewhere();
    for (let at = 0; at < 7; at += 1) {
      const stranger = await openBrowser(api);
      await stranger({ url: '/auth/password/forgot', body: { email }, headers: place });
    }
    expect(await resetMails(email)).toHaveLength(5);
    for (let at = 0; at < 20; at += 1) await forgot(await openBrowser(api), email);
    expect(await resetMails(email)).toHaveLength(20);
    await expectStatus(202, forgot(known, email));
    expect(await resetMails(email)).toHaveLength(21);
  });

  test('cannot guess without asking first, and no code opens an address that nobody has', async () => {
    const { email } = await signUp(api);
    const nobody = `${newId()}@quay.example`;
    const stranger = await openBrowser(api);
    for (const address of [email, nobody]) expect((await check(stranger, address, '000000')).status).toBe(422);
    await expectStatus(202, forgot(stranger, nobody));
    expect((await check(stranger, nobody, '000000')).status).toBe(422);
  });
});

describe('the link of a reset mail', () => {
  test('sets the password once, in any browser, and no longer after the password changed', async () => {
    const { email } = await signUp(api);
    await expectStatus(202, forgot(await openBrowser(api), email));
    const token = await lastLink(email);
    const browser = await openBrowser(api);
    const checkLink = () => browser({ url: '/auth/password/check-code', body: { token } });
    for (let times = 0; times < 2; times += 1) await expectStatus(204, checkLink());
    await expectStatus(204, reset(browser, { token }));
    for (const again of [await checkLink(), await reset(browser, { token })]) {
      expect([again.status, again.json.errors]).toEqual([422, { token: ['Link expired'] }]);
    }
    await expectStatus(202, forgot(browser, email));
    const second = await lastLink(email);
    await expectStatus(200, browser({ url: '/auth/login', body: { email, password: NEW } }));
    const body = { current_password: NEW, password: GOOD_PASSWORD, password_confirmation: GOOD_PASSWORD };
    await expectStatus(200, browser({ method: 'PUT', url: '/spa/user/password', body }));
    expect((await reset(await openBrowser(api), { token: second })).status).toBe(422);
  });

  test('is nothing when a letter of it is another, after a day, or beside a code', async () => {
    const { email } = await signUp(api);
    const browser = await openBrowser(api);
    await expectStatus(202, forgot(browser, email));
    const token = await lastLink(email);
    const wrong = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`;
    expect((await reset(browser, { token: wrong })).status).toBe(422);
    const both = { token, email, code: '000000', ...passwords };
    expect((await browser({ url: '/auth/password/reset', body: both })).status).toBe(422);
    const checked = { token, email, code: '000000' };
    expect((await browser({ url: '/auth/password/check-code', body: checked })).status).toBe(422);
    expect((await browser({ url: '/auth/password/check-code', body: {} })).status).toBe(422);
    expect((await browser({ url: '/auth/password/reset', body: passwords })).status).toBe(422);
    await execute(api.db, 'UPDATE verification_code SET expires_at = now() WHERE email = $1', [email]);
    expect((await reset(browser, { token })).status).toBe(422);
  });
});

describe('nobody else’s tries reach', () => {
  test('a sign-up that a mailbox waits for', async () => {
    const email = `${newId()}@quay.example`;
    const [owner, stranger] = [await openBrowser(api), await openBrowser(api)];
    await expectStatus(202, owner({ url: '/auth/register', body: registration(email), headers: elsewhere() }));
    const code = await lastCode(api, email, 'sign_up_code');
    await expectStatus(202, stranger({ url: '/auth/register', body: registration(email), headers: elsewhere() }));
    for (let tries = 0; tries < 7; tries += 1) await stranger({ url: '/auth/verify-email', body: { code: '000000' } });
    await expectStatus(200, owner({ url: '/auth/verify-email', body: { code } }));
  });

  test('the change of a mail address that another account also asks for', async () => {
    const [one, other] = [await signUp(api), await signUp(api)];
    const email = `${newId()}@quay.example`;
    await expectStatus(202, one.browser({ url: '/spa/user/email-code', body: { purpose: 'email', email } }));
    const current = await lastCode(api, one.email, 'email_code');
    const next = await lastCode(api, email, 'email_code');
    await expectStatus(202, other.browser({ url: '/spa/user/email-code', body: { purpose: 'email', email } }));
    const change = (browser: TestBrowser, codes: { current_code: string; new_code: string }) =>
      browser({ method: 'PUT', url: '/spa/user/email', body: { email, password: GOOD_PASSWORD, ...codes } });
    const own = await lastCode(api, other.email, 'email_code');
    for (let tries = 0; tries < 6; tries += 1) {
      await change(other.browser, { current_code: own, new_code: '000000' });
    }
    await expectStatus(200, change(one.browser, { current_code: current, new_code: next }));
  });
});
