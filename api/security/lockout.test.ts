import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../db/core/sql.ts';
import { expectStatus, GOOD_PASSWORD, openBrowser, signUp } from '../testing/accounts.fixture.ts';
import { lastCode, otherCode } from '../testing/mails.fixture.ts';
import { startTestApi, type TestApi, type TestCall } from '../testing/server.fixture.ts';
import { totp, turnTwoFactorOn } from '../testing/two-factor.fixture.ts';

let api: TestApi;

beforeAll(async () => {
  const env = { RATE_LIMIT_SIGN_IN_PER_MINUTE: '5', TRUST_PROXY: '127.0.0.0/8' };
  api = await startTestApi({ env });
});
afterAll(() => api.close());

let addresses = 0;
/** Somewhere nobody was before. */
const elsewhere = () => {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.${addresses >> 8}.${addresses & 255}` };
};

/** A quarter of an hour, for what is counted. */
async function passWindows(): Promise<void> {
  await execute(api.db, 'UPDATE lockout SET window_ends = now()', []);
}

type Try = () => Promise<{ readonly status: number }>;

/** Until it is refused, however often that takes; how often it was let try. */
async function untilLocked(attempt: Try): Promise<number> {
  for (let tries = 0; tries < 40; tries += 1) if ((await attempt()).status === 429) return tries;
  throw new Error('It is never refused.');
}

describe('guessing', () => {
  test('passwords from a thousand addresses locks strangers out for a while, but not the owner', async () => {
    const { browser, email } = await signUp(api);
    const stranger = await openBrowser(api);
    const logIn = (password: string): TestCall => ({
      url: '/auth/login',
      body: { email, password },
      headers: elsewhere(),
    });
    expect(await untilLocked(() => stranger(logIn('guess')))).toBe(5);
    // A right guess is worth nothing now, wherever it comes from; what is refused does not make the pause longer.
    const before = await windows();
    expect((await stranger(logIn(GOOD_PASSWORD))).status).toBe(429);
    expect(await windows()).toEqual(before);
    await expectStatus(200, browser(logIn(GOOD_PASSWORD)));
    await passWindows();
    // On a new device: the password is right, the mailbox is asked.
    expect((await stranger(logIn(GOOD_PASSWORD))).status).toBe(406);
  });

  test('authenticator codes is locked for a while, even with the password and a known browser', async () => {
    const { browser, email } = await signUp(api);
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const wrong = otherCode(await totp(secret));
    const attempt = (two_fa_code: string) =>
      browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD, two_fa_code }, headers: elsewhere() });
    expect(await untilLocked(() => attempt(wrong))).toBe(5);
    expect((await attempt(await totp(secret))).status).toBe(429);
    await passWindows();
    await expectStatus(200, attempt(await totp(secret)));
  });

  test('codes of mails is locked however often they are sent again, and not for good', async () => {
    const { email } = await signUp(api);
    const stranger = await openBrowser(api);
    await stranger({ url: '/auth/password/forgot', body: { email }, headers: elsewhere() });
    const check = (code: string) =>
      stranger({ url: '/auth/password/check-code', body: { email, code }, headers: elsewhere() });
    const sendAgain = async () => {
      await execute(api.db, `UPDATE verification_code SET sent_at = sent_at - interval '61 seconds'`, []);
      await stranger({ url: '/auth/password/forgot', body: { email }, headers: elsewhere() });
      return lastCode(api, email, 'reset_code');
    };
    const code = await lastCode(api, email, 'reset_code');
    for (let tries = 0; tries < 5; tries += 1) expect((await check(otherCode(code))).status).toBe(422);
    expect((await check(code)).status).not.toBe(204);
    expect((await check(await sendAgain())).status).not.toBe(204);
    await passWindows();
    expect((await check(await sendAgain())).status).toBe(204);
  });
});

async function windows(): Promise<unknown> {
  return select(api.db, `SELECT window_ends FROM lockout WHERE scope = 'password:account' ORDER BY 1`, []);
}
