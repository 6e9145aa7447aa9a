import { beforeEach, describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../../db/audit/verify.ts';
import { execute, one } from '../../../../db/core/sql.ts';
import { newId } from '../../../../domain/ids.ts';
import { cookiesOf, expectStatus, GOOD_PASSWORD, openBrowser } from '../../../testing/accounts.fixture.ts';
import { mailsTo } from '../../../testing/mails.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import { makeAdmin, makeColleague, type TestPerson } from '../../../testing/team.fixture.ts';
import { passTime, totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let admin: TestPerson;
const api = await openTestApi({
  env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000', RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000' },
});
beforeEach(async () => {
  admin = await makeAdmin(api);
});

const act = (by: TestPerson, whom: TestPerson, what: string, body?: unknown) =>
  by.browser({ method: 'POST', url: `/spa/users/${whom.id}/${what}`, ...(body === undefined ? {} : { body }) });
const remove = (by: TestPerson, whom: TestPerson) => by.browser({ method: 'DELETE', url: `/spa/users/${whom.id}` });
const teamOf = async ({ browser }: TestPerson) => (await expectStatus(200, browser({ url: '/spa/users' }))).json.data;
const isSignedIn = async ({ browser }: TestPerson) => (await browser({ url: '/spa/user' })).status === 200;
const codeOf = async ({ email }: TestPerson, { secret }: { readonly secret: string }) => {
  await passTime(api, email);
  return { two_fa_code: await totp(secret) };
};
const lastMail = async ({ email }: TestPerson) => (await mailsTo(api, email)).at(-1);
const auditOf = async ({ browser }: TestPerson, query = '') =>
  (await expectStatus(200, browser({ url: `/spa/audit?per_page=100${query}` }))).json.data;
const signInAgain = async ({ email }: TestPerson) =>
  (await openBrowser(api))({ url: '/auth/login', body: { email, password: GOOD_PASSWORD } });

/** Server-Sent Events over a real socket. `ended` waits for the server to end them. */
async function follow(origin: string, { browser }: TestPerson) {
  const cookie = cookiesOf(browser);
  const abort = new AbortController();
  const answer = await fetch(`${origin}/spa/sandbox/live`, { headers: { cookie }, signal: abort.signal });
  expect(answer.status).toBe(200);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await reader?.read())?.value;
  async function next(): Promise<string> {
    for (;;) {
      const text = await read();
      if (text === undefined) throw new Error('the stream ended');
      if (/event: (?!heartbeat|refresh)/.test(text)) return text;
    }
  }
  const ended = async () => {
    while ((await read()) !== undefined);
  };
  return {
    next,
    close: () => abort.abort(),
    get ended() {
      return ended();
    },
  };
}

describe('the team', () => {
  test('is listed with what may be done to each', async () => {
    const viewer = await makeColleague(api, admin, 'viewer');
    const [first, second] = await teamOf(admin);
    expect(first).toMatchObject({ id: admin.id, role: 'admin', you: true, blocked: false, actions: [] });
    expect(second).toMatchObject({
      id: viewer.id,
      email: viewer.email,
      role: 'viewer',
      you: false,
      last_login_at: expect.any(String),
      actions: ['update_role', 'block', 'delete'],
    });
    const one = await expectStatus(200, admin.browser({ url: `/spa/users/${viewer.id}` }));
    expect(one.json.data).toEqual(second);
  });

  test('is nothing for Support and Viewer', async () => {
    for (const role of ['support', 'viewer'] as const) {
      const colleague = await makeColleague(api, admin, role);
      for (const url of ['/spa/users', `/spa/users/${admin.id}`, '/spa/invitations', '/spa/audit']) {
        await expectStatus(403, colleague.browser({ url }));
      }
      await expectStatus(403, act(colleague, admin, 'block'));
      await expectStatus(403, remove(colleague, admin));
      await expectStatus(403, act(colleague, colleague, 'update-role', { role: 'admin' }));
    }
  });

  test('hazard 57: people of another merchant are not found', async () => {
    const stranger = await makeAdmin(api);
    await expectStatus(404, admin.browser({ url: `/spa/users/${stranger.id}` }));
    for (const what of ['block', 'activate', 'reset-2fa']) await expectStatus(404, act(admin, stranger, what));
    await expectStatus(404, act(admin, stranger, 'update-role', { role: 'viewer' }));
    await expectStatus(404, remove(admin, stranger));
    expect(await isSignedIn(stranger)).toBe(true);
    expect(await teamOf(stranger)).toHaveLength(1);
  });
});

describe('hazard 61: what an admin does signs the other out, tells them by mail and is recorded', () => {
  test('blocking, and unblocking', async () => {
    const support = await makeColleague(api, admin, 'support');
    expect((await expectStatus(200, act(admin, support, 'block'))).json.data).toMatchObject({
      blocked: true,
      actions: ['update_role', 'activate', 'delete'],
    });
    expect(await isSignedIn(support)).toBe(false);
    expect((await signInAgain(support)).status).toBe(401);
    expect(await lastMail(support)).toMatchObject({ kind: 'team_blocked', values: { company: 'Quay & Sons' } });
    await expectStatus(200, act(admin, support, 'activate'));
    expect((await signInAgain(support)).status).toBe(406);
    expect((await mailsTo(api, support.email)).map(({ kind }) => kind)).toContain('team_activated');
    const [unblocked, blocked] = await auditOf(admin, '&area=team');
    expect(blocked).toMatchObject({
      actor_name: 'Nora Quay',
      sentence: 'blocked Ana Pier',
      target_id: support.id,
      ip: '127.0.0.1',
    });
    expect(unblocked).toMatchObject({ sentence: 'unblocked Ana Pier', browser: 'Firefox 142 on Linux' });
  });

  test('changing the role, which counts at once', async () => {
    const viewer = await makeColleague(api, admin, 'viewer');
    await expectStatus(200, act(admin, viewer, 'update-role', { role: 'support' }));
    expect(await isSignedIn(viewer)).toBe(false);
    expect(await lastMail(viewer)).toMatchObject({ kind: 'team_role_changed', values: { role: 'Support' } });
    expect((await auditOf(admin))[0]).toMatchObject({ sentence: 'made Ana Pier Support instead of Viewer' });
  });

  test('resetting the 2FA', async () => {
    const support = await makeColleague(api, admin, 'support');
    const { secret } = await turnTwoFactorOn(api, support);
    await passTime(api, support.email);
    expect((await teamOf(admin))[1]).toMatchObject({
      '2fa_enabled': true,
      actions: expect.arrayContaining(['reset_2fa']),
    });
    await expectStatus(200, act(admin, support, 'reset-2fa'));
    expect(await isSignedIn(support)).toBe(false);
    expect(await lastMail(support)).toMatchObject({ kind: 'team_two_fa_reset' });
    const login = { email: support.email, password: GOOD_PASSWORD, two_fa_code: await totp(secret) };
    // The browser has to prove itself again, and no code is required.
    expect((await support.browser({ url: '/auth/login', body: login })).status).toBe(406);
  });

  test('removing, which leaves the name in records and the address free', async () => {
    const support = await makeColleague(api, admin, 'support');
    await expectStatus(204, remove(admin, support));
    expect(await isSignedIn(support)).toBe(false);
    expect((await signInAgain(support)).status).toBe(401);
    expect(await lastMail(support)).toMatchObject({ kind: 'team_removed' });
    expect(await teamOf(admin)).toHaveLength(1);
    await expectStatus(404, admin.browser({ url: `/spa/users/${support.id}` }));
    const sentences = (await auditOf(admin)).map((entry: { sentence: string }) => entry.sentence);
    expect(sentences[0]).toBe('removed Ana Pier from the team');
    expect(sentences).toContain('joined the team');
    await expectStatus(
      201,
      admin.browser({ url: '/spa/invitations', body: { full_name: 'Ana Pier', email: support.email, role: 'viewer' } }),
    );
  });

  test('also on a page that is open: its stream of changes ends, and that of others goes on', async () => {
    const support = await makeColleague(api, admin, 'support');
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const [theirs, ours] = [await follow(origin, support), await follow(origin, admin)];
    await expectStatus(200, act(admin, support, 'block'));
    await theirs.ended;
    const body = { amount: '49.90', currency: 'EUR' };
    await expectStatus(201, admin.browser({ url: '/spa/sandbox/invoices', body }));
    expect(await ours.next()).toContain('event: invoice');
    ours.close();
  });

  test('once: what is so already is neither mailed nor recorded again', async () => {
    const support = await makeColleague(api, admin, 'support');
    const before = (await auditOf(admin)).length;
    await expectStatus(200, act(admin, support, 'activate'));
    await expectStatus(200, act(admin, support, 'reset-2fa'));
    await expectStatus(200, act(admin, support, 'update-role', { role: 'support' }));
    expect(await isSignedIn(support)).toBe(true);
    expect(await auditOf(admin)).toHaveLength(before);
  });
});

describe('hazard 67', () => {
  test('nobody does to oneself what is for others', async () => {
    await makeColleague(api, admin, 'admin');
    const words = [
      (await act(admin, admin, 'update-role', { role: 'viewer' })).json.message,
      (await act(admin, admin, 'block')).json.message,
      (await remove(admin, admin)).json.message,
    ];
    expect(words).toEqual([
      'You cannot change your own role.',
      'You cannot block yourself.',
      'You cannot remove yourself from the team.',
    ]);
    expect((await teamOf(admin))[0]).toMatchObject({ role: 'admin', blocked: false });
  });

  test('the last admin stays: two who remove, block or demote each other at once leave one', async () => {
    const acts = [
      remove,
      (a: TestPerson, b: TestPerson) => act(a, b, 'block'),
      (a: TestPerson, b: TestPerson) => act(a, b, 'update-role', { role: 'viewer' }),
    ];
    for (const each of acts) {
      const one = await makeAdmin(api);
      const other = await makeColleague(api, one, 'admin');
      const answers = await Promise.all([each(one, other), each(other, one)]);
      // The later one is refused by whichever check first sees what the earlier one did: session, role, proof or team.
      expect(answers.map(({ status }) => (status < 300 ? 'done' : status)).sort()).toEqual([
        expect.toBeOneOf([401, 403, 409, 422]),
        'done',
      ]);
      expect([await isSignedIn(one), await isSignedIn(other)].filter(Boolean)).toHaveLength(1);
    }
  });

  test('three who remove one another in a circle leave one at least', async () => {
    const a = await makeAdmin(api);
    const b = await makeColleague(api, a, 'admin');
    const c = await makeColleague(api, a, 'admin');
    await Promise.all([remove(a, b), remove(b, c), remove(c, a)]);
    const { left } = await one<{ left: string }>(
      api.db,
      `SELECT count(*) AS left FROM app_user WHERE id = ANY($1) AND removed_at IS NULL AND role = 'admin'`,
      [[a.id, b.id, c.id]],
    );
    expect(Number(left)).toBeGreaterThanOrEqual(1);
  });

  test('an admin who is blocked is none: the other one stays', async () => {
    const second = await makeColleague(api, admin, 'admin');
    await expectStatus(200, act(admin, second, 'block'));
    await expectStatus(200, act(admin, second, 'update-role', { role: 'viewer' }));
    expect((await teamOf(admin)).filter(({ role }: { role: string }) => role === 'admin')).toHaveLength(1);
  });
});

describe('the audit list', () => {
  test('is paged and filtered, newest first, and shows nothing of another merchant', async () => {
    const colleague = await makeColleague(api, admin, 'support');
    await expectStatus(200, act(admin, colleague, 'block'));
    const all = await admin.browser({ url: '/spa/audit?per_page=2&page=2' });
    expect(all.json.data).toHaveLength(2);
    const total = all.json.pagination.total;
    expect((await auditOf(admin)).map(({ number }: { number: string }) => Number(number))).toEqual(
      Array.from({ length: total }, (_, at) => total - at),
    );
    expect(await auditOf(admin, '&area=team&search=ana%20PIER')).toHaveLength(1);
    expect(await auditOf(admin, '&date_to=2020-01-01')).toHaveLength(0);
    await expectStatus(422, admin.browser({ url: '/spa/audit?date_from=2026-02-30' }));
    const stranger = await makeAdmin(api);
    expect(JSON.stringify(await auditOf(stranger))).not.toContain('Ana Pier');
  });

  test('names what people do to invoices, also when the request comes twice', async () => {
    const body = { amount: '49.90', currency: 'EUR', reference: 'LAMP-1' };
    const create = { url: '/spa/sandbox/invoices', body, headers: { 'idempotency-key': 'once' } };
    const { id } = (await expectStatus(201, admin.browser(create))).json.data;
    await expectStatus(201, admin.browser(create));
    await expectStatus(200, admin.browser({ method: 'POST', url: `/spa/sandbox/invoices/${id}/cancel` }));
    await expectStatus(409, admin.browser({ method: 'POST', url: `/spa/sandbox/invoices/${id}/cancel` }));
    expect(await auditOf(admin, '&area=invoice')).toMatchObject([
      { sentence: 'canceled invoice LAMP-1', target_kind: 'invoice', target_id: id },
      { sentence: 'created invoice LAMP-1', target_kind: 'invoice', target_id: id },
    ]);
  });

  test('holds no secret, and its chains verify', async () => {
    const verdict = await verifyAudit(api.db);
    expect(verdict.broken).toBeUndefined();
    expect(verdict.rows).toBeGreaterThan(50);
    const { text } = await one<{ text: string }>(api.db, "SELECT string_agg(l::text, ' ') AS text FROM audit_log l");
    for (const secret of [GOOD_PASSWORD, 'argon2', '#token=', ...admin.browser.jar.values()])
      expect(text).not.toContain(secret);
  });
});

describe('a role that was given by somebody with 2FA on', () => {
  const userOf = async ({ browser }: TestPerson) => (await expectStatus(200, browser({ url: '/spa/user' }))).json.data;
  const mayInvite = async ({ browser }: TestPerson, proof = {}) => {
    const body = { full_name: 'Next One', email: `${newId()}@quay.example`, role: 'viewer', ...proof };
    return (await browser({ url: '/spa/invitations', body })).status === 201;
  };

  test('begins when the invited person turns 2FA on, and ends when they turn it off', async () => {
    const own = await turnTwoFactorOn(api, admin);
    const colleague = await makeColleague(api, admin, 'admin', await codeOf(admin, own));
    expect(await userOf(colleague)).toMatchObject({ role: 'viewer', role_after_2fa: 'admin' });
    expect((await userOf(colleague)).permissions).not.toContain('merchant_user_create');
    expect(await mayInvite(colleague)).toBe(false);
    expect(await teamOf(admin)).toContainEqual(expect.objectContaining({ id: colleague.id, role: 'admin' }));

    const theirs = await turnTwoFactorOn(api, colleague);
    expect(await userOf(colleague)).toMatchObject({ role: 'admin', role_after_2fa: null });
    expect(await mayInvite(colleague, await codeOf(colleague, theirs))).toBe(true);
    await expectStatus(200, act(admin, colleague, 'reset-2fa', await codeOf(admin, own)));
    const again = { ...colleague, browser: await openBrowser(api) };
    await execute(api.db, 'UPDATE app_user SET email_verified_at = NULL WHERE id = $1', [colleague.id]);
    const body = { email: colleague.email, password: GOOD_PASSWORD };
    await expectStatus(200, again.browser({ url: '/auth/login', body }));
    expect(await userOf(again)).toMatchObject({ role: 'viewer', role_after_2fa: 'admin' });
  });

  test('the same for a change of role; viewers, and who was invited without 2FA, need none', async () => {
    const colleague = await makeColleague(api, admin, 'admin');
    expect(await userOf(colleague)).toMatchObject({ role: 'admin', role_after_2fa: null });
    const viewer = await makeColleague(api, admin, 'viewer');
    const own = await turnTwoFactorOn(api, admin);
    const reader = await makeColleague(api, admin, 'viewer', await codeOf(admin, own));
    expect(await userOf(reader)).toMatchObject({ role_after_2fa: null });
    const raise = { role: 'support', ...(await codeOf(admin, own)) };
    await expectStatus(200, act(admin, viewer, 'update-role', raise));
    const sql = 'SELECT role, two_fa_required FROM app_user WHERE id = $1';
    expect(await one(api.db, sql, [viewer.id])).toEqual({ role: 'support', two_fa_required: true });
  });
});
