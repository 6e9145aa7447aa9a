import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { addStaff, blockStaff, newStaffLink } from '../../../db/staff/people.ts';
import type { StaffRole } from '../../../domain/accounts/staff-permissions.ts';
import { newId, type StaffId } from '../../../domain/ids.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';
import { openStaffBrowser, type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

const PASSWORD = 'Lighthouse-keeper-7';
const ENOUGH = { RATE_LIMIT_SIGN_IN_PER_MINUTE: '6', TRUST_PROXY: '127.0.0.0/8' };

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ env: ENOUGH });
});
afterAll(() => api.close());

interface Invited {
  readonly id: StaffId;
  readonly email: string;
  readonly token: string;
}

async function invite(role: StaffRole = 'manager'): Promise<Invited> {
  const email = `${newId()}@staff.test`;
  return inTransaction(api.db, async (tx) => {
    const id = await addStaff(tx, { email, fullName: 'Mara Pier', role });
    return { id, email, token: await newStaffLink(tx, id) };
  });
}

const choosePassword = (as: StaffBrowser, token: string, password = PASSWORD) =>
  as({ url: '/staff/auth/first-password', body: { token, password, password_confirmation: password } });

async function enrol(as: StaffBrowser): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await as({ url: '/staff/auth/2fa/secret', body: {} })).json.data;
  const answer = await as({ url: '/staff/auth/2fa/enable', body: { two_fa_code: await generate({ secret }) } });
  expect(answer.status, answer.text).toBe(200);
  return { secret, codes: answer.json.data.recovery_codes };
}

async function enrolled(role?: StaffRole) {
  const person = await invite(role);
  const as = await openStaffBrowser(api);
  await choosePassword(as, person.token);
  return { ...person, as, ...(await enrol(as)) };
}

const nextCode = (secret: string) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });

describe('the first sign-in of staff', () => {
  test('goes by a link that opens once, and leads to 2FA before anything else', async () => {
    const { token, email } = await invite('mlro');
    const as = await openStaffBrowser(api);
    expect((await as({ url: '/staff/auth/link', body: { token } })).json.data).toEqual({
      email,
      full_name: 'Mara Pier',
      role: 'mlro',
    });
    expect((await choosePassword(as, token, 'short')).status).toBe(422);
    const first = await choosePassword(as, token);
    expect(first.json.data).toMatchObject({ two_fa_enabled: false, permissions: [] });
    expect((await as({ url: '/staff/cases' })).json.code).toBe('two_fa_required');

    const before = as.jar.get('tidegate_staff');
    const { codes } = await enrol(as);
    expect(codes).toHaveLength(10);
    expect(as.jar.get('tidegate_staff')).not.toBe(before);
    expect((await as({ url: '/staff/cases' })).status).toBe(200);
    expect((await as({ url: '/staff/auth/me' })).json.data.permissions).toContain('operation_report');

    const other = await openStaffBrowser(api);
    expect((await choosePassword(other, token)).status).toBe(404);
    expect((await other({ url: '/staff/auth/link', body: { token } })).status).toBe(404);
  });

  test('is refused with a link that is too old, and with one that a newer link took the place of', async () => {
    const { token, id } = await invite();
    const as = await openStaffBrowser(api);
    const newer = await inTransaction(api.db, (tx) => newStaffLink(tx, id));
    expect((await as({ url: '/staff/auth/link', body: { token } })).status).toBe(404);
    await execute(api.db, "UPDATE staff_link SET expires_at = now() - interval '1 second' WHERE staff_id = $1", [id]);
    expect((await choosePassword(as, newer)).status).toBe(404);
  });
});

describe('signing in', () => {
  test('needs the password and a code, which opens once (hazard 64)', async () => {
    const { email, secret } = await enrolled();
    const as = await openStaffBrowser(api);
    const login = (body: object) => as({ url: '/staff/auth/login', body: { email, password: PASSWORD, ...body } });
    expect((await login({})).json.errors).toHaveProperty('two_fa_code');
    expect((await as({ url: '/staff/cases' })).status).toBe(401);
    expect((await login({ two_fa_code: '000000' })).status).toBe(422);
    const code = await nextCode(secret);
    const many = await Promise.all(
      [1, 2, 3].map(async () => {
        const browser = await openStaffBrowser(api);
        return (await browser({ url: '/staff/auth/login', body: { email, password: PASSWORD, two_fa_code: code } }))
          .status;
      }),
    );
    expect(many.filter((status) => status === 200)).toHaveLength(1);
  });

  test('works by a recovery code, once', async () => {
    const { email, codes } = await enrolled();
    const as = await openStaffBrowser(api);
    const login = () =>
      as({ url: '/staff/auth/login', body: { email, password: PASSWORD, recovery_code: codes[0]?.toUpperCase() } });
    expect((await login()).status).toBe(200);
    expect((await login()).status).toBe(422);
  });

  test('hazard 62: answers alike for an unknown address, a wrong password and a blocked person', async () => {
    const { email, id } = await enrolled();
    const as = await openStaffBrowser(api);
    const answers = [
      await as({ url: '/staff/auth/login', body: { email: 'nobody@staff.test', password: PASSWORD } }),
      await as({ url: '/staff/auth/login', body: { email, password: 'wrong' } }),
    ];
    await inTransaction(api.db, (tx) => blockStaff(tx, id, true));
    answers.push(await as({ url: '/staff/auth/login', body: { email, password: PASSWORD } }));
    const plain = answers.map(({ status, json }) => ({ status, message: json.message, code: json.code }));
    expect(new Set(plain.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(plain[0]?.status).toBe(401);
  });

  test('is locked for a while after too many tries, of passwords and of codes', async () => {
    const { email } = await enrolled();
    const as = await openStaffBrowser(api);
    const statuses: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      statuses.push((await as({ url: '/staff/auth/login', body: { email, password: 'wrong' } })).status);
    }
    expect(statuses.slice(0, 6)).toEqual(Array(6).fill(401));
    expect(statuses[6]).toBe(429);
    const right = await as({ url: '/staff/auth/login', body: { email, password: PASSWORD } });
    expect(right.status).toBe(429);

    const other = await enrolled();
    const codes: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const body = { email: other.email, password: PASSWORD, two_fa_code: '000000' };
      codes.push((await as({ url: '/staff/auth/login', body })).status);
    }
    expect(codes).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('strangers who try passwords of staff', () => {
  test('lock themselves out, and never the browser in which the person signed in', async () => {
    const { email, secret, id, as: owner } = await enrolled();
    await owner({ url: '/staff/auth/logout', method: 'POST' });
    const stranger = await openStaffBrowser(api);
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const logIn = (as: StaffBrowser, body: object) =>
      as({ url: '/staff/auth/login', body: { email, ...body }, headers });
    for (let turn = 0; turn < 6; turn += 1) expect((await logIn(stranger, { password: 'wrong' })).status).toBe(401);
    expect((await logIn(stranger, { password: PASSWORD })).status).toBe(429);
    await execute(api.db, 'UPDATE staff_user SET totp_last_step = NULL WHERE id = $1', [id]);
    const body = { password: PASSWORD, two_fa_code: await generate({ secret }) };
    expect((await logIn(owner, body)).status).toBe(200);
  });

  test('with the right password do not lock the second factor of that browser', async () => {
    const { email, secret, id, as: owner } = await enrolled();
    const stranger = await openStaffBrowser(api);
    const logIn = (as: StaffBrowser, two_fa_code: string) =>
      as({
        url: '/staff/auth/login',
        body: { email, password: PASSWORD, two_fa_code },
        headers: { 'x-forwarded-for': '203.0.113.10' },
      });
    for (let turn = 0; turn < 5; turn += 1) expect((await logIn(stranger, '000000')).status).toBe(422);
    expect((await logIn(stranger, '000000')).status).toBe(429);
    await execute(api.db, 'UPDATE staff_user SET totp_last_step = NULL WHERE id = $1', [id]);
    expect((await logIn(owner, await generate({ secret }))).status).toBe(200);
  });
});

describe('a session of staff', () => {
  test('ends when idle, after a working day, at sign-out, and when the person is blocked', async () => {
    const age = (sql: string, id: StaffId) =>
      execute(api.db, `UPDATE staff_session SET ${sql} WHERE staff_id = $1`, [id]);
    const idle = await signInStaff(api, 'manager');
    await age("last_seen_at = now() - interval '31 minutes'", idle.member.id);
    expect((await idle.as({ url: '/staff/auth/me' })).status).toBe(401);
    const long = await signInStaff(api, 'manager');
    await age('expires_at = now()', long.member.id);
    expect((await long.as({ url: '/staff/auth/me' })).status).toBe(401);
    const out = await signInStaff(api, 'manager');
    const cookie = out.as.jar.get('tidegate_staff') ?? '';
    expect((await out.as({ url: '/staff/auth/logout', body: {} })).status).toBe(204);
    out.as.jar.set('tidegate_staff', cookie);
    expect((await out.as({ url: '/staff/auth/me' })).status).toBe(401);
    const blocked = await signInStaff(api, 'mlro');
    await inTransaction(api.db, (tx) => blockStaff(tx, blocked.member.id, true));
    expect((await blocked.as({ url: '/staff/auth/me' })).status).toBe(401);
  });

  test('needs the CSRF token of the console; that of the back office is worth nothing', async () => {
    const { as } = await signInStaff(api, 'manager');
    const { headers } = await api.call({ url: '/auth/csrf-cookie' });
    const [merchantPair = ''] = String(headers['set-cookie']).split(';');
    const token = merchantPair.split('=')[1] ?? '';
    for (const sent of ['', 'made.up', token]) {
      const answer = await as({ url: '/staff/auth/2fa/secret', body: {}, headers: { 'x-xsrf-token': sent } });
      expect(answer.status).toBe(419);
    }
  });

  test('has a cookie that only this host can set and read, where there is TLS', async () => {
    const secure = await startTestApi({ env: { PUBLIC_URL: 'https://pay.example' } });
    try {
      const { token } = await inTransaction(secure.db, async (tx) => {
        const id = await addStaff(tx, { email: 'a@staff.test', fullName: 'A B', role: 'mlro' });
        return { token: await newStaffLink(tx, id) };
      });
      const as = await openStaffBrowser(secure);
      const answer = await choosePassword(as, token);
      const set = [answer.headers['set-cookie'] ?? []].flat().find((each) => String(each).includes('tidegate_staff'));
      expect(set).toMatch(/^__Host-tidegate_staff=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    } finally {
      await secure.close();
    }
  });

  test('opens nothing of a merchant, and a session of a merchant nothing of staff', async () => {
    const { as } = await signInStaff(api, 'mlro');
    const merchant = await api.signIn(await api.merchant());
    const routes = api.app.routeTable.filter(({ schema }) => schema?.hide !== true);
    const staffRoutes = routes.filter(({ access }) => access.by === 'staff');
    const merchantRoutes = routes.filter(({ access }) => access.by === 'user');
    expect(staffRoutes.length).toBeGreaterThan(2);
    for (const [caller, list] of [
      [merchant, staffRoutes],
      [as, merchantRoutes],
    ] as const) {
      for (const { url, methods } of list) {
        const method = (methods[0] ?? 'GET') as 'GET';
        const path = url.replaceAll(/:profile|:mode/g, 'sandbox').replaceAll(/:\w+/g, newId());
        const { status } = await caller({ method, url: path, ...(method === 'GET' ? {} : { body: {} }) });
        expect(status, `${method} ${url}`).toBe(401);
      }
    }
  });

  test('hazard 72: nothing that opens anything is stored as it is', async () => {
    const { secret, codes, as } = await enrolled();
    const rows = await select<{ all: string }>(
      api.db,
      `SELECT row_to_json(p)::text AS all FROM staff_user p UNION ALL SELECT row_to_json(s)::text FROM staff_session s
       UNION ALL SELECT row_to_json(r)::text FROM staff_recovery_code r`,
    );
    const stored = rows.map((row) => row.all).join('\n');
    for (const plain of [secret, PASSWORD, codes[0] ?? '', as.jar.get('tidegate_staff') ?? '']) {
      expect(stored).not.toContain(plain);
    }
  });
});
