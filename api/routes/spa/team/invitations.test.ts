import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { execute, one } from '../../../../db/core/sql.ts';
import { newId } from '../../../../domain/ids.ts';
import { expectStatus, GOOD_PASSWORD, openBrowser } from '../../../testing/accounts.fixture.ts';
import { mailsTo } from '../../../testing/mails.fixture.ts';
import { startTestApi, type TestApi } from '../../../testing/server.fixture.ts';
import { joining, linkTo, makeAdmin, makeColleague, type TestPerson } from '../../../testing/team.fixture.ts';
import { totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let api: TestApi;
let admin: TestPerson;
let email: string;
beforeAll(async () => {
  api = await startTestApi({
    env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000', RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000' },
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  admin = await makeAdmin(api);
  email = `${newId()}@quay.example`;
});

const invite = (changes: Record<string, unknown> = {}) =>
  admin.browser({ url: '/spa/invitations', body: { full_name: 'Ana Pier', email, role: 'support', ...changes } });
const invited = async () => (await expectStatus(201, invite())).json.data;
const onInvitation = (id: string, what: 'resend' | 'cancel', by = admin) =>
  by.browser({ method: 'POST', url: `/spa/invitations/${id}/${what}` });
const look = async (token: string) =>
  (await (await openBrowser(api))({ url: '/auth/invitation', body: { token } })).json.data;
const join = async (token: string, changes: Record<string, unknown> = {}) =>
  (await openBrowser(api))({ url: '/auth/first-password/by-invitation', body: joining(token, changes) });
const expire = (id: string) =>
  execute(api.db, "UPDATE invitation SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);

const canceled = async (id: string) =>
  (
    await one<{ canceled: boolean }>(
      api.db,
      'SELECT canceled_at IS NOT NULL AS canceled FROM invitation WHERE id = $1',
      [id],
    )
  ).canceled;

describe('hazard 66: an invitation', () => {
  test('requested twice with one Idempotency-Key is one, and is mailed once', async () => {
    const once = { 'idempotency-key': newId() };
    const body = { full_name: 'Ana Pier', email, role: 'support' };
    const post = (url: string, sent: object) => admin.browser({ url, body: sent, headers: once });
    const [first, again] = [await post('/spa/invitations', body), await post('/spa/invitations', body)];
    expect([first.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    const url = `/spa/invitations/${first.json.data.id}/resend`;
    const [sent, repeated] = [await post(url, {}), await post(url, {})];
    expect([sent.status, repeated.text, repeated.headers['idempotent-replayed']]).toEqual([200, sent.text, 'true']);
    expect((await mailsTo(api, email)).filter(({ kind }) => kind === 'team_invited')).toHaveLength(2);
    const several = { invitations: [{ ...body, email: `b-${email}` }] };
    const [all, same] = [
      await post('/spa/invitations/mass-store', several),
      await post('/spa/invitations/mass-store', several),
    ];
    expect([all.status, same.text]).toEqual([201, all.text]);
    const other = await post('/spa/invitations', { ...body, email: `c-${email}` });
    expect(other.json.code).toBe('idempotency_mismatch');
  });

  test('is mailed with a link that is stored as a hash, for seven days', async () => {
    const invitation = await invited();
    expect(invitation).toMatchObject({
      full_name: 'Ana Pier',
      email,
      role: 'support',
      status: 'pending',
      invited_by: 'Nora Quay',
    });
    const days = (Date.parse(invitation.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expect(await mailsTo(api, email)).toMatchObject([
      {
        kind: 'team_invited',
        values: {
          inviter: 'Nora Quay',
          company: 'Quay & Sons',
          role: 'Support',
          url: expect.stringMatching(/\/user-invite#token=[\w-]{43}$/),
        },
      },
    ]);
    const stored = await one<{ row: string }>(api.db, 'SELECT i::text AS row FROM invitation i WHERE id = $1', [
      invitation.id,
    ]);
    expect(stored.row).not.toContain(await linkTo(api, email));
    expect(JSON.stringify(invitation)).not.toContain('token');
  });

  test.each(['$nora@quay.example', "o'$1@quay.example", '$$@quay.example'])(
    'goes to whatever is an address: %s',
    async (odd) => {
      const { data } = (await expectStatus(201, invite({ email: odd }))).json;
      expect(data.email).toBe(odd);
      const id = String(data.id);
      await expire(id);
      // The expired one gives way to another to the same address, and to no other.
      const other = (await expectStatus(201, invite({ email: `other-${newId()}@quay.example` }))).json.data;
      await expectStatus(201, invite({ email: odd }));
      expect(await canceled(id)).toBe(true);
      expect(await canceled(String(other.id))).toBe(false);
    },
  );

  test('lets its person in with the role and address it names, and nothing else', async () => {
    await invited();
    const token = await linkTo(api, email);
    expect(await look(token)).toEqual({
      state: 'valid',
      message: null,
      full_name: 'Ana Pier',
      email,
      role: 'support',
      company_name: 'Quay & Sons',
    });
    expect((await join(token, { role: 'admin' })).status).toBe(422);
    expect((await join(token, { email: 'eve@quay.example' })).status).toBe(422);
    const joined = await expectStatus(200, join(token, { full_name: 'Ana P.' }));
    expect(joined.json.data).toMatchObject({
      email,
      full_name: 'Ana P.',
      role: 'support',
    });
    const { verified } = await one<{ verified: boolean }>(
      api.db,
      'SELECT email_verified_at IS NOT NULL AS verified FROM app_user WHERE email = $1',
      [email],
    );
    expect(verified).toBe(true);
  });

  test('opens once, also for two at once, and then says that it was used', async () => {
    const invitation = await invited();
    const token = await linkTo(api, email);
    const answers = await Promise.all([join(token), join(token), join(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await look(token)).toMatchObject({ state: 'used', message: 'Your invitation link is used.', email: null });
    const again = await join(token);
    expect(again.json.errors).toEqual({ token: ['Link expired'] });
    expect((await admin.browser({ url: `/spa/invitations/${invitation.id}` })).json.data.status).toBe('used');
    expect((await onInvitation(invitation.id, 'resend')).json.message).toBe('This invitation was used already.');
    expect((await onInvitation(invitation.id, 'cancel')).status).toBe(409);
  });

  test('expires, and opens again with the link of a resend only', async () => {
    const invitation = await invited();
    const old = await linkTo(api, email);
    await expire(invitation.id);
    expect(await look(old)).toMatchObject({ state: 'expired', message: 'Your invitation link is expired.' });
    expect((await join(old)).status).toBe(422);
    const resent = await expectStatus(200, onInvitation(invitation.id, 'resend'));
    expect(resent.json.data.status).toBe('pending');
    const fresh = await linkTo(api, email);
    expect(fresh).not.toBe(old);
    expect(await look(old)).toMatchObject({ state: 'expired' });
    await expectStatus(200, join(fresh));
  });

  test('is worth nothing once it is canceled, and is answered like one that never existed', async () => {
    const invitation = await invited();
    const token = await linkTo(api, email);
    await expectStatus(200, onInvitation(invitation.id, 'cancel'));
    expect(await look(token)).toEqual(await look('never-given'));
    expect((await join(token)).status).toBe(422);
    expect((await onInvitation(invitation.id, 'resend')).json.message).toBe('This invitation was canceled already.');
    await expectStatus(201, invite());
  });

  test('is canceled or used, never both, when both come at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      email = `${newId()}@quay.example`;
      const { id } = await invited();
      const token = await linkTo(api, email);
      const [canceled, joined] = await Promise.all([onInvitation(id, 'cancel'), join(token)]);
      expect([canceled.status, joined.status]).toBeOneOf([
        [200, 422],
        [409, 200],
      ]);
    }
  });

  test('opens nothing for a merchant who is being deleted', async () => {
    await invited();
    const token = await linkTo(api, email);
    await execute(
      api.db,
      `UPDATE merchant SET deletion_requested_at = now() FROM app_user u WHERE u.merchant_id = merchant.id
        AND u.id = $1`,
      [admin.id],
    );
    expect(await look(token)).toMatchObject({ state: 'expired' });
    expect((await join(token)).status).toBe(422);
  });
});

describe('an invitation ends with the rights of who sent it', () => {
  const of = async (sender: TestPerson) => {
    const body = { full_name: 'Ana Pier', email, role: 'admin' };
    await expectStatus(201, sender.browser({ url: '/spa/invitations', body }));
    return linkTo(api, email);
  };
  const state = 'SELECT canceled_at IS NOT NULL AS canceled FROM invitation WHERE email = $1';

  test.each([
    ['removed', (url: string) => ({ method: 'DELETE', url }) as const],
    ['blocked', (url: string) => ({ method: 'POST', url: `${url}/block` }) as const],
    ['demoted', (url: string) => ({ url: `${url}/update-role`, body: { role: 'support' } }) as const],
  ])('who is %s', async (_, call) => {
    const sender = await makeColleague(api, admin, 'admin');
    const token = await of(sender);
    const done = await admin.browser(call(`/spa/users/${sender.id}`));
    expect([200, 204]).toContain(done.status);
    expect(await look(token)).toMatchObject({ state: 'expired' });
    const refused = await join(token);
    expect([refused.status, refused.json.errors]).toEqual([422, { token: ['Link expired'] }]);
    expect(await one(api.db, state, [email])).toEqual({ canceled: true });
    await expectStatus(201, invite());
  });

  test.each(['removed_at = now(), blocked_at = now()', 'blocked_at = now()', "role = 'viewer'"])(
    'also where it was left open: %s',
    async (change) => {
      const sender = await makeColleague(api, admin, 'admin');
      const token = await of(sender);
      await execute(api.db, `UPDATE app_user SET ${change} WHERE id = $1`, [sender.id]);
      expect(await look(token)).toMatchObject({ state: 'expired' });
      expect((await join(token)).json.errors).toEqual({ token: ['Link expired'] });
    },
  );

  test('and works again when a colleague has sent it again', async () => {
    const sender = await makeColleague(api, admin, 'admin');
    await of(sender);
    const { id } = await one<{ id: string }>(api.db, 'SELECT id FROM invitation WHERE email = $1', [email]);
    expect((await expectStatus(200, onInvitation(id, 'resend'))).json.data.invited_by).toBe('Nora Quay');
    await expectStatus(204, admin.browser({ method: 'DELETE', url: `/spa/users/${sender.id}` }));
    await expectStatus(200, join(await linkTo(api, email)));
  });

  test('the 2FA of the sender counts as it was when it was sent', async () => {
    const { secret } = await turnTwoFactorOn(api, admin);
    const body = { full_name: 'Ana Pier', email, role: 'admin', two_fa_code: await totp(secret) };
    await expectStatus(201, admin.browser({ url: '/spa/invitations', body }));
    await execute(api.db, 'UPDATE app_user SET totp_enabled_at = NULL WHERE id = $1', [admin.id]);
    const joined = await expectStatus(200, join(await linkTo(api, email)));
    expect(joined.json.data).toMatchObject({ role: 'viewer', role_after_2fa: 'admin' });
  });
});

describe('inviting is refused', () => {
  test('for who is in the team, has an account elsewhere, or is invited already', async () => {
    const stranger = await makeAdmin(api);
    const colleague = await makeColleague(api, admin, 'viewer');
    await invited();
    const why = async (address: string) => (await invite({ email: address })).json.errors;
    expect(await why(colleague.email)).toEqual({ email: ['This person is in your team already.'] });
    expect(await why(stranger.email.toUpperCase())).toEqual({
      email: ['This email address has an account of its own and cannot join another team.'],
    });
    expect(await why(email)).toEqual({ email: ['An invitation to this email address is open already.'] });
    expect(await mailsTo(api, email)).toHaveLength(1);
  });

  test('for a form that is not filled in', async () => {
    for (const changes of [{ full_name: '' }, { email: 'nobody' }, { role: 'owner' }, { extra: 1 }]) {
      expect((await invite(changes)).status, JSON.stringify(changes)).toBe(422);
    }
  });

  test('an address that made an account in the meantime finds the link used', async () => {
    await invited();
    const token = await linkTo(api, email);
    await execute(api.db, 'UPDATE app_user SET email = $1 WHERE id = $2', [email, (await makeAdmin(api)).id]);
    expect(await look(token)).toMatchObject({ state: 'used' });
    expect((await join(token)).status).toBe(422);
  });

  test('of several all are sent or none, each refusal at its row', async () => {
    const person = (address: string) => ({ full_name: 'Ana Pier', email: address, role: 'viewer' });
    const several = (...addresses: string[]) =>
      admin.browser({ url: '/spa/invitations/mass-store', body: { invitations: addresses.map(person) } });
    const refused = await several(email, admin.email, email);
    expect(refused.status).toBe(422);
    expect(refused.json.errors).toEqual({
      'invitations.1.email': ['This person is in your team already.'],
      'invitations.2.email': ['This email address is here twice.'],
    });
    expect(await mailsTo(api, email)).toEqual([]);
    expect((await several(email, `x${email}`)).json.data).toHaveLength(2);
    const list = (await admin.browser({ url: '/spa/invitations?per_page=1&page=2' })).json;
    expect(list).toMatchObject({ data: [{ status: 'pending' }], pagination: { total: 2 } });
  });

  test('when one asks about too many addresses, or mails one too often', async () => {
    const { id } = await invited();
    const statuses: number[] = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await onInvitation(id, 'resend')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const requested: number[] = [];
    for (let at = 0; at < 60; at += 1) requested.push((await invite({ email: admin.email })).status);
    expect(requested.at(0)).toBe(422);
    expect(requested.at(-1)).toBe(429);
  });
});

test('hazard 57: invitations of another merchant are not found', async () => {
  const { id } = await invited();
  const stranger = await makeAdmin(api);
  await expectStatus(404, stranger.browser({ url: `/spa/invitations/${id}` }));
  await expectStatus(404, onInvitation(id, 'resend', stranger));
  await expectStatus(404, onInvitation(id, 'cancel', stranger));
  expect((await stranger.browser({ url: '/spa/invitations' })).json.data).toEqual([]);
});

test('the password of who joins follows the rules of every password, and opens the account', async () => {
  await invited();
  const token = await linkTo(api, email);
  expect((await join(token, { password: 'short', password_confirmation: 'short' })).json.errors.password).toContain(
    'Password must be at least 10 characters.',
  );
  expect((await join(token, { aml_accepted: false })).json.errors).toEqual({
    aml_accepted: ['This must be accepted.'],
  });
  await expectStatus(200, join(token));
  const login = { email, password: GOOD_PASSWORD };
  expect((await (await openBrowser(api))({ url: '/auth/login', body: login })).status).toBe(406);
});
