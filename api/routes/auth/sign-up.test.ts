import { describe, expect, test } from 'vitest';
import { execute, select } from '../../../db/core/sql.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import {
  addColleague,
  COMPANY,
  expectStatus,
  GOOD_PASSWORD,
  openBrowser,
  registration,
  signInAs,
  signUp,
} from '../../testing/accounts.fixture.ts';
import { lastCode, mailsTo, otherCode } from '../../testing/mails.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

const api = await openTestApi();

const WRONG_CODE = 'The entered verification code is incorrect or has expired. Please try again.';
const newEmail = () => `${newId()}@quay.example`;

describe('signing up', () => {
  test('leads from register by the code to the company and the dashboard', async () => {
    const email = newEmail();
    const browser = await openBrowser(api);
    const begun = await browser({ url: '/auth/register', body: registration(email.toUpperCase()) });
    expect([begun.status, begun.json.data]).toEqual([
      202,
      { email: email.toUpperCase(), expires_in_seconds: 600, resend_in_seconds: 60 },
    ]);
    const form = (await browser({ url: '/auth/register' })).json.data;
    expect(form).toMatchObject({ pending: { email }, captcha_site_key: null });
    expect(form.turnover_ranges).toHaveLength(6);
    expect((await browser({ url: '/spa/user' })).status).toBe(401);

    const code = await lastCode(api, email, 'sign_up_code');
    const verified = await browser({ url: '/auth/verify-email', body: { code } });
    expect(verified.json.data).toMatchObject({
      email,
      role: 'admin',
      permissions: [],
      '2fa_enabled': false,
      merchant: { status: 'email_verified', company_name: null },
    });
    expect((await browser({ url: '/spa/sandbox/invoices' })).status).toBe(403);

    const named = await browser({ url: '/auth/company', body: COMPANY });
    expect(named.json.data.merchant).toMatchObject({ status: 'active', company_name: 'Quay & Sons' });
    const user = (await browser({ url: '/spa/user' })).json.data;
    expect(user.merchant.status).toBe('active');
    expect(user.permissions).toContain('merchant_user_create');
    expect((await browser({ url: '/spa/sandbox/invoices' })).status).toBe(200);
    expect((await browser({ url: '/auth/company', body: COMPANY })).status).toBe(409);
  });

  test('keeps the entries about the company from colleagues who do not see it', async () => {
    const merchant = await api.merchant();
    const statusFor = async (user: TestMerchant['user']) =>
      (await (await signInAs(api, user))({ url: '/auth/company' })).status;
    expect(await statusFor(merchant.user)).toBe(200);
    for (const role of ['support', 'viewer'] as const) {
      expect(await statusFor(await addColleague(api, merchant, role)), role).toBe(403);
    }
  });

  test('names everything that is wrong at once, in the words of the rules', async () => {
    const browser = await openBrowser(api);
    const body = registration(newEmail(), {
      password: 'short',
      password_confirmation: 'other',
      privacy_accepted: false,
    });
    const { status, json } = await browser({ url: '/auth/register', body });
    expect([status, json.errors]).toEqual([
      422,
      {
        password: [
          'Password must be at least 10 characters.',
          'Password must include uppercase letters.',
          'Password must include a number.',
        ],
        password_confirmation: ['Passwords must match.'],
        privacy_accepted: ['This must be accepted.'],
      },
    ]);
    const cyrillic = 'Пароль-Abc-123';
    const latin = await browser({
      url: '/auth/register',
      body: registration(newEmail(), { password: cyrillic, password_confirmation: cyrillic }),
    });
    expect(latin.json.errors.password).toEqual(['Password must contain Latin characters only.']);
  });

  test('is mailed in the requested language', async () => {
    const email = newEmail();
    const browser = await openBrowser(api);
    await browser({
      url: '/auth/register',
      body: registration(email),
      headers: { 'accept-language': 'de-DE,de;q=0.9' },
    });
    expect(await mailsTo(api, email)).toMatchObject([{ kind: 'sign_up_code', language: 'de' }]);
  });

  test('takes a site for what it is', async () => {
    const { browser } = await signUp(api);
    for (const website of ['javascript:alert(1)', 'not a site', 'https://user:pw@quay.example', 'localhost']) {
      const { status, json } = await browser({ url: '/auth/company', body: { ...COMPANY, website } });
      expect([status, json.errors.website]).toEqual([422, ['Website is not valid.']]);
    }
  });
});

describe('hazard 62: signing up with an address that has an account', () => {
  test('is answered as any other, makes nothing, and tells the owner', async () => {
    const { email } = await signUp(api);
    const [stranger, newcomer] = [await openBrowser(api), await openBrowser(api)];
    const taken = await stranger({ url: '/auth/register', body: registration(email) });
    const free = await newcomer({ url: '/auth/register', body: registration(newEmail()) });
    expect([taken.status, { ...taken.json.data, email: '' }]).toEqual([free.status, { ...free.json.data, email: '' }]);
    expect([...stranger.jar.keys()].sort()).toEqual([...newcomer.jar.keys()].sort());
    expect((await mailsTo(api, email)).at(-1)).toMatchObject({ kind: 'already_registered', values: {} });
    const wrong = await stranger({ url: '/auth/verify-email', body: { code: '123456' } });
    const wrongToo = await newcomer({ url: '/auth/verify-email', body: { code: 'x' } });
    expect(wrong.json.errors).toEqual(wrongToo.json.errors);
    expect(wrong.json.errors).toEqual({ code: [WRONG_CODE] });
  });

  test('a password that a stranger left with an address never opens it', async () => {
    const email = newEmail();
    const [stranger, owner] = [await openBrowser(api), await openBrowser(api)];
    const strangers = registration(email, { password: 'Strangers-1st', password_confirmation: 'Strangers-1st' });
    await expectStatus(202, owner({ url: '/auth/register', body: registration(email) }));
    const ownersCode = await lastCode(api, email, 'sign_up_code');
    await expectStatus(202, stranger({ url: '/auth/register', body: strangers }));
    const strangersCode = await lastCode(api, email, 'sign_up_code');
    // The owner sees both mails; the code of the sign-up that is not theirs opens nothing in their browser.
    expect((await owner({ url: '/auth/verify-email', body: { code: strangersCode } })).status).toBe(422);
    await expectStatus(200, owner({ url: '/auth/verify-email', body: { code: ownersCode } }));
    expect((await stranger({ url: '/auth/verify-email', body: { code: strangersCode } })).status).toBe(422);
    const [{ password_hash } = { password_hash: '' }] = await select<{ password_hash: string }>(
      api.db,
      'SELECT password_hash FROM app_user WHERE email = $1',
      [email],
    );
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { verify } = await import('@node-rs/argon2');
    expect(await verify(password_hash, GOOD_PASSWORD)).toBe(true);
  });
});

describe('hazard 63: the code of a mail', () => {
  async function begun() {
    const email = newEmail();
    const browser = await openBrowser(api);
    await expectStatus(202, browser({ url: '/auth/register', body: registration(email) }));
    return { email, browser, code: await lastCode(api, email, 'sign_up_code') };
  }
  const later = (email: string, seconds: number) =>
    execute(
      api.db,
      `UPDATE verification_code SET sent_at = sent_at - make_interval(secs => $2),
        code_expires_at = code_expires_at - make_interval(secs => $2)
       WHERE email = $1`,
      [email, seconds],
    );

  test('holds for ten minutes', async () => {
    const { email, browser, code } = await begun();
    await later(email, 601);
    const { status, json } = await browser({ url: '/auth/verify-email', body: { code } });
    expect([status, json.errors]).toEqual([422, { code: [WRONG_CODE] }]);
  });

  test('is good for five tries, however often it is sent again and wherever they come from', async () => {
    const { email, browser, code } = await begun();
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await browser({ url: '/auth/verify-email', body: { code: otherCode(code) } })).status).toBe(422);
    }
    await later(email, 61);
    await expectStatus(200, browser({ url: '/auth/resend-email' }));
    const second = await lastCode(api, email, 'sign_up_code');
    for (const [tries, address] of ['203.0.113.7', '2001:db8::7'].entries()) {
      const body = { code: otherCode(second) };
      const headers = { 'x-forwarded-for': address };
      expect([tries, (await browser({ url: '/auth/verify-email', body, headers })).status]).toEqual([tries, 422]);
    }
    const { status, headers } = await browser({ url: '/auth/verify-email', body: { code: second } });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(600);
    // The pause ends; nobody is kept out for good.
    await execute(api.db, `UPDATE lockout SET window_ends = now() WHERE scope = 'code:sign_up'`);
    await expectStatus(200, browser({ url: '/auth/verify-email', body: { code: second } }));
  });

  test('tries at once do not pass together', async () => {
    const { browser, code } = await begun();
    const tries = Array.from({ length: 12 }, () =>
      browser({ url: '/auth/verify-email', body: { code: otherCode(code) } }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('works once, also when it is sent twice at once', async () => {
    const { email, browser, code } = await begun();
    const both = await Promise.all([1, 2].map(() => browser({ url: '/auth/verify-email', body: { code } })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await select(api.db, 'SELECT id FROM app_user WHERE email = $1', [email])).toHaveLength(1);
  });

  test('is worth nothing without the cookie of the browser that requested it', async () => {
    const { code } = await begun();
    const other = await openBrowser(api);
    expect((await other({ url: '/auth/verify-email', body: { code } })).status).toBe(422);
  });

  test('can be requested again after a minute, and then replaces the one before', async () => {
    const { email, browser, code } = await begun();
    const early = await browser({ url: '/auth/resend-email' });
    expect([early.status, Number(early.headers['retry-after'])]).toEqual([429, 60]);
    await later(email, 61);
    const again = await browser({ url: '/auth/resend-email' });
    expect(again.json.data).toMatchObject({ email, resend_in_seconds: 60 });
    expect((await browser({ url: '/auth/verify-email', body: { code } })).status).toBe(422);
    const fresh = await lastCode(api, email, 'sign_up_code');
    await expectStatus(200, browser({ url: '/auth/verify-email', body: { code: fresh } }));
  });

  test('a mailbox gets five of them an hour at most', async () => {
    const email = newEmail();
    for (let tries = 0; tries < 7; tries += 1) {
      const browser = await openBrowser(api);
      await expectStatus(202, browser({ url: '/auth/register', body: registration(email) }));
    }
    expect(await mailsTo(api, email)).toHaveLength(5);
  });
});

test('hazard 72: neither codes nor passwords can be read in the database', async () => {
  const email = newEmail();
  const browser = await openBrowser(api);
  await expectStatus(202, browser({ url: '/auth/register', body: registration(email) }));
  const code = await lastCode(api, email, 'sign_up_code');
  const [questions, outbox] = await Promise.all([
    select<{ row: string }>(api.db, 'SELECT to_jsonb(v)::text AS row FROM verification_code v WHERE email = $1', [
      email,
    ]),
    select<{ row: string }>(api.db, `SELECT payload::text AS row FROM outbox WHERE payload->>'to' = $1`, [email]),
  ]);
  for (const { row } of [...questions, ...outbox]) {
    expect(row).not.toContain(`"${code}"`);
    expect(row).not.toContain(GOOD_PASSWORD);
  }
});

test('a merchant made without a confirmed address is sent to confirm it', async () => {
  const merchant = await api.merchant({ status: 'new' });
  const browser = await openBrowser(api);
  const { email, password } = merchant.user;
  await expectStatus(200, browser({ url: '/auth/login', body: { email, password } }));
  expect((await browser({ url: '/spa/user' })).json.data).toMatchObject({
    merchant: { status: 'new' },
    permissions: [],
  });
  await expectStatus(200, browser({ url: '/auth/resend-email' }));
  const code = await lastCode(api, email, 'verify_email_code');
  const verified = await browser({ url: '/auth/verify-email', body: { code } });
  expect(verified.json.data.merchant.status).toBe('email_verified');
});

describe('a mail address in a body', () => {
  test.each([
    'a@b.test, c@d.test',
    'a@b.test\r\nBcc: c@d.test',
    '"a@b.test" <c@d.test>',
    'a@b.test;c@d.test',
    '<script>@b.test',
    'nobody',
    'a@b',
    'a@[127.0.0.1]',
  ])('%j is refused', async (email) => {
    const browser = await openBrowser(api);
    const { status, json } = await browser({ url: '/auth/register', body: registration(email) });
    expect([status, Object.keys(json.errors)]).toEqual([422, ['email']]);
  });
});

test('nothing beyond the fields of a sign-up can be set', async () => {
  const browser = await openBrowser(api);
  for (const extra of [
    { role: 'viewer' },
    { merchant_id: newId() },
    { status: 'verified' },
    { email_verified_at: 'now' },
  ]) {
    const { status, json } = await browser({ url: '/auth/register', body: registration(newEmail(), extra) });
    expect([status, Object.values(json.errors)]).toEqual([422, [['This field is not known.']]]);
  }
});
