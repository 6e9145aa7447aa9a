import { beforeEach, describe, expect, test } from 'vitest';
import { execute, one } from '../../../../db/core/sql.ts';
import { newId } from '../../../../domain/ids.ts';
import { expectStatus, GOOD_PASSWORD, openBrowser, type TestBrowser } from '../../../testing/accounts.fixture.ts';
import { mailsTo } from '../../../testing/mails.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import type { TestCall } from '../../../testing/server.fixture.ts';
import { joining, linkTo, makeAdmin, makeColleague, type TestPerson } from '../../../testing/team.fixture.ts';
import { passTime, totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let admin: TestPerson;
let secret: string;
let colleagues: Readonly<Record<'admin' | 'support' | 'viewer', TestPerson>>;
const api = await openTestApi({
  env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000', RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000' },
});
beforeEach(async () => {
  admin = await makeAdmin(api);
  colleagues = {
    admin: await makeColleague(api, admin, 'admin'),
    support: await makeColleague(api, admin, 'support'),
    viewer: await makeColleague(api, admin, 'viewer'),
  };
});

const person = (role = 'admin') => ({ full_name: 'Tam Evil', email: `${newId()}@evil.example`, role });
const invite = (body: Record<string, unknown> = person()): TestCall => ({ url: '/spa/invitations', body });
const onMember = (act: string, whom = colleagues.admin, body: Record<string, unknown> = {}): TestCall => ({
  method: 'POST',
  url: `/spa/users/${whom.id}/${act}`,
  body,
});

/** Every act on the team, of an invitation that is open. */
async function acts(): Promise<readonly TestCall[]> {
  const { id } = (await expectStatus(201, admin.browser(invite()))).json.data;
  return [
    invite(),
    { url: '/spa/invitations/mass-store', body: { invitations: [person()] } },
    { method: 'POST', url: `/spa/invitations/${id}/resend` },
    onMember('update-role', colleagues.viewer, { role: 'admin' }),
    ...['block', 'activate', 'reset-2fa'].map((act) => ({ method: 'POST', url: onMember(act).url }) as const),
    { method: 'DELETE', url: `/spa/users/${colleagues.admin.id}` },
  ];
}
const withProof = (call: TestCall, proof: Record<string, unknown>): TestCall => ({
  ...call,
  body: { ...(call.body as object | undefined), ...proof },
});
const age = () =>
  execute(api.db, "UPDATE session SET created_at = now() - interval '10 minutes' WHERE user_id = $1", [admin.id]);

/** The state that somebody with the rights of this moment could have changed. */
async function teamNow(): Promise<string> {
  const sql = `SELECT string_agg(concat_ws(' ', id, role, blocked_at, removed_at, totp_enabled_at), ',' ORDER BY id)
      || (SELECT count(*) FROM invitation i WHERE i.merchant_id = u.merchant_id) AS text
    FROM app_user u WHERE merchant_id = (SELECT merchant_id FROM app_user WHERE id = $1) GROUP BY merchant_id`;
  return (await one<{ text: string }>(api.db, sql, [admin.id])).text;
}

const merchantOf = 'SELECT merchant_id AS id FROM app_user WHERE id = $1';

/** A browser that is signed in as somebody who was signed out by a change. */
async function signInAgain({ browser, email }: TestPerson): Promise<TestBrowser> {
  await expectStatus(200, browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD } }));
  return browser;
}

describe('an act on the team', () => {
  test('asks for the password in a session that is older than five minutes, and then for the 2FA code', async () => {
    const requested = await acts();
    ({ secret } = await turnTwoFactorOn(api, admin));
    await age();
    const before = await teamNow();
    for (const call of requested) {
      const bare = await admin.browser(call);
      expect([call.url, bare.status, Object.keys(bare.json.errors)]).toEqual([call.url, 422, ['password']]);
      const halfway = await admin.browser(withProof(call, { password: GOOD_PASSWORD }));
      expect([call.url, halfway.status, Object.keys(halfway.json.errors)]).toEqual([call.url, 422, ['two_fa_code']]);
    }
    expect(await teamNow()).toBe(before);
    for (const call of requested) {
      const proof = { password: GOOD_PASSWORD, two_fa_code: await totp(secret) };
      expect([call.url, (await admin.browser(withProof(call, proof))).status]).toEqual([
        call.url,
        expect.toBeOneOf([200, 201, 204]),
      ]);
      await passTime(api, admin.email);
    }
  });

  test('asks for the 2FA code alone in a fresh session, and for nothing where 2FA is off', async () => {
    const [first = invite(), ...others] = await acts();
    await expectStatus(201, admin.browser(first));
    await turnTwoFactorOn(api, admin);
    for (const call of others) {
      const answer = await admin.browser(call);
      expect([call.url, answer.status, Object.keys(answer.json.errors)]).toEqual([call.url, 422, ['two_fa_code']]);
    }
  });

  test('that is refused anyway, and one on a stranger, uses up no code', async () => {
    const stranger = await makeAdmin(api);
    ({ secret } = await turnTwoFactorOn(api, admin));
    const proof = { two_fa_code: await totp(secret) };
    await expectStatus(404, admin.browser(onMember('block', stranger, proof)));
    await expectStatus(409, admin.browser(onMember('block', admin, proof)));
    await expectStatus(200, admin.browser(onMember('block', colleagues.admin, proof)));
  });

  test('does not count against the addresses that may be invited before it is proven', async () => {
    ({ secret } = await turnTwoFactorOn(api, admin));
    const invitations = Array.from({ length: 20 }, () => person('viewer'));
    const call = { url: '/spa/invitations/mass-store', body: { invitations } };
    for (let requested = 0; requested < 4; requested += 1) await expectStatus(422, admin.browser(call));
    await expectStatus(201, admin.browser(withProof(call, { two_fa_code: await totp(secret) })));
  });
});

describe('the team is mailed', () => {
  const kindsTo = async ({ email }: TestPerson) => (await mailsTo(api, email)).map(({ kind }) => kind);

  test('when somebody is invited to a role that moves money, and when they have joined', async () => {
    const invited = person();
    await expectStatus(201, admin.browser(invite(invited)));
    expect((await mailsTo(api, colleagues.viewer.email)).at(-1)).toMatchObject({
      kind: 'team_member_invited',
      values: {
        by: 'Nora Quay',
        people: `${invited.email} (Admin)`,
        url: `${api.deps.config.publicUrl}/account?tab=team-access`,
        browser: 'Firefox 142 on Linux',
      },
    });
    expect(await kindsTo(admin)).toContain('team_member_invited');
    expect((await mailsTo(api, invited.email)).map(({ kind }) => kind)).toEqual(['team_invited']);
    const body = joining(await linkTo(api, invited.email));
    await expectStatus(200, colleagues.viewer.browser({ url: '/auth/first-password/by-invitation', body }));
    expect((await mailsTo(api, colleagues.admin.email)).at(-1)).toMatchObject({
      kind: 'team_member_joined',
      values: { by: 'Nora Quay', people: `${invited.email} (Admin)` },
    });
    expect((await mailsTo(api, invited.email)).map(({ kind }) => kind)).toEqual(['team_invited']);
  });

  test('once of many, and not of those who only read', async () => {
    const before = await kindsTo(colleagues.admin);
    const invitations = ['viewer', 'support', 'support', 'support', 'admin'].map((role) => person(role));
    await expectStatus(201, admin.browser({ url: '/spa/invitations/mass-store', body: { invitations } }));
    expect((await mailsTo(api, colleagues.admin.email)).slice(before.length)).toMatchObject([
      { values: { people: expect.stringMatching(/^\S+ \(Admin\), \S+ \(Support\), \S+ \(Support\), \+1$/) } },
    ]);
    await expectStatus(201, admin.browser(invite(person('viewer'))));
    expect(await kindsTo(colleagues.admin)).toHaveLength(before.length + 1);
  });

  test('when a role is raised, and when an invitation is sent again; not when a role is lowered', async () => {
    const { id } = (await expectStatus(201, admin.browser(invite()))).json.data;
    const before = await kindsTo(colleagues.admin);
    const resent = await admin.browser({ method: 'POST', url: `/spa/invitations/${id}/resend` });
    expect(resent.status).toBe(200);
    await expectStatus(200, admin.browser(onMember('update-role', colleagues.viewer, { role: 'support' })));
    await expectStatus(200, admin.browser(onMember('update-role', colleagues.viewer, { role: 'support' })));
    await expectStatus(200, admin.browser(onMember('update-role', colleagues.viewer, { role: 'viewer' })));
    expect((await kindsTo(colleagues.admin)).slice(before.length)).toEqual([
      'team_member_invited',
      'team_member_raised',
    ]);
    expect(await kindsTo(colleagues.viewer)).not.toContain('team_member_raised');
  });

  describe('of more than a role', () => {
    let harbor: string;
    beforeEach(async () => {
      harbor = (await expectStatus(201, admin.browser({ url: '/spa/shops', body: { name: 'Harbor' } }))).json.data.id;
    });
    const first = async () => (await one<{ id: string }>(api.db, merchantOf, [admin.id])).id;
    const update = async (whom: TestPerson, body: Record<string, unknown>, proof: Record<string, unknown> = {}) =>
      (await expectStatus(200, admin.browser(onMember('update-role', whom, { ...body, ...proof })))).json.data;

    test('when a shop is added or the limit is lifted; not when shops are taken away, or of those who only read', async () => {
      const { support, viewer } = colleagues;
      const before = (await kindsTo(colleagues.admin)).length;
      const news = async () => (await kindsTo(colleagues.admin)).length - before;
      await update(support, { role: 'support', shops: [harbor] });
      await update(viewer, { role: 'viewer', shops: [harbor] });
      await update(viewer, { role: 'viewer', shops: null });
      expect(await news()).toBe(0);
      await update(support, { role: 'support', shops: [harbor, await first()] });
      expect(await news()).toBe(1);
      await update(support, { role: 'support', shops: null });
      expect((await mailsTo(api, colleagues.admin.email)).at(-1)).toMatchObject({
        kind: 'team_member_raised',
        values: { by: 'Nora Quay', people: `${support.email} (Support)` },
      });
      await update(support, { role: 'support', shops: [harbor] });
      // Another shop is more, too, although their number is the same.
      await update(support, { role: 'support', shops: [await first()] });
      expect(await news()).toBe(3);
    });

    test('and the person waits for 2FA, as with a new role', async () => {
      const { support } = colleagues;
      await update(support, { role: 'support', shops: [harbor] });
      ({ secret } = await turnTwoFactorOn(api, admin));
      const rightsOf = async () => {
        const browser = await signInAgain(support);
        const { role, shops } = (await expectStatus(200, browser({ url: '/spa/user' }))).json.data;
        return { role, shops };
      };
      expect(await rightsOf()).toMatchObject({ role: 'support' });
      await update(support, { role: 'support', shops: null }, { two_fa_code: await totp(secret) });
      expect(await rightsOf()).toMatchObject({ role: 'viewer' });
    });

    test('when somebody is unblocked, who waits for 2FA as well', async () => {
      const { support } = colleagues;
      await expectStatus(200, admin.browser(onMember('block', support)));
      ({ secret } = await turnTwoFactorOn(api, admin));
      await expectStatus(200, admin.browser(onMember('activate', support, { two_fa_code: await totp(secret) })));
      expect((await mailsTo(api, colleagues.admin.email)).at(-1)).toMatchObject({
        kind: 'team_member_raised',
        values: { people: `${support.email} (Support)` },
      });
      const browser = await signInAgain(support);
      expect((await expectStatus(200, browser({ url: '/spa/user' }))).json.data.role).toBe('viewer');
    });

    test('an invitation carries the shops, which bind from the first moment', async () => {
      const invited = { ...person('support'), shops: [harbor] };
      const { id, shops } = (await expectStatus(201, admin.browser(invite(invited)))).json.data;
      expect(shops).toEqual([harbor]);
      expect((await expectStatus(200, admin.browser({ url: `/spa/invitations/${id}` }))).json.data.shops).toEqual(
        shops,
      );
      await expectStatus(200, admin.browser({ method: 'POST', url: `/spa/invitations/${id}/resend` }));
      const browser = await openBrowser(api);
      const body = joining(await linkTo(api, invited.email));
      await expectStatus(200, browser({ url: '/auth/first-password/by-invitation', body }));
      expect((await expectStatus(200, browser({ url: '/spa/shops' }))).json.data).toMatchObject([{ id: harbor }]);
      expect((await browser({ url: '/spa/sandbox/balances' })).status).toBe(403);
      const team = (await expectStatus(200, admin.browser({ url: '/spa/users' }))).json.data;
      expect(team).toContainEqual(expect.objectContaining({ email: invited.email, shops: [harbor] }));
    });

    test('an invitation to what is no shop of the merchant is refused by name, and an admin is not limited', async () => {
      const elsewhere = await makeAdmin(api);
      const { id: theirs } = await one<{ id: string }>(api.db, merchantOf, [elsewhere.id]);
      const refused = await admin.browser(invite({ ...person('support'), shops: [harbor, theirs] }));
      expect([refused.status, refused.json.errors]).toEqual([422, { shops: ['There is no such shop.'] }]);
      const several = { invitations: [person('viewer'), { ...person('support'), shops: [theirs] }] };
      const both = await admin.browser({ url: '/spa/invitations/mass-store', body: several });
      expect([both.status, Object.keys(both.json.errors)]).toEqual([422, ['invitations.1.shops']]);
      expect((await admin.browser(invite({ ...person('support'), shops: [] }))).status).toBe(422);
      const { data } = (await expectStatus(201, admin.browser(invite({ ...person('admin'), shops: [harbor] })))).json;
      expect(data.shops).toBeNull();
    });
  });

  test('also to those who were blocked within the last day, and to nobody who was blocked before', async () => {
    const blockedSince = (days: string) =>
      execute(api.db, 'UPDATE app_user SET blocked_at = now() - $2::interval WHERE id = $1', [
        colleagues.admin.id,
        days,
      ]);
    await blockedSince('23 hours');
    await expectStatus(201, admin.browser(invite()));
    const kinds = await kindsTo(colleagues.admin);
    expect(kinds.at(-1)).toBe('team_member_invited');
    await blockedSince('25 hours');
    await expectStatus(201, admin.browser(invite()));
    expect(await kindsTo(colleagues.admin)).toEqual(kinds);
  });
});
