import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { authenticateToken, createApiToken, renewSecret, revokeApiToken } from '../shops/api-tokens.ts';
import { readFeePlan } from '../shops/fee-plan.ts';
import { profileIdOf, rotateNotificationKey, signingKeys } from '../shops/profiles.ts';
import { profilesTable } from '../shops/rows.ts';
import { makeMerchant, type TestMerchant, testBox } from '../testing.fixture.ts';
import {
  deleteExpiredSessions,
  endOtherSessions,
  endSession,
  endSessionById,
  findSession,
  listSessions,
  startSession,
} from './sessions.ts';
import { checkPassword, createUserWithHash, setActiveProfile } from './users.ts';

const { db } = await openTestDatabase();
let merchant: TestMerchant;

beforeAll(async () => {
  merchant = await makeMerchant(db);
});

describe('API tokens', () => {
  const ip = '203.0.113.9';

  it('tell their mode by the prefix and act for their profile only', async () => {
    const { sandbox, production } = merchant.modes;
    expect(sandbox.token.key).toMatch(/^tg_test_[\w-]{43}$/);
    expect(production.token.key).toMatch(/^tg_live_[\w-]{43}$/);
    expect(sandbox.token.secret).toMatch(/^tgs_[\w-]{43}$/);
    const bearer = await authenticateToken(db, { ...production.token, ip });
    expect(bearer).toMatchObject({
      profileId: production.profileId,
      merchantId: merchant.merchantId,
      mode: 'production',
    });
  });

  it('refuse an unknown key and a wrong secret alike', async () => {
    for (const credentials of [
      { key: merchant.token.key, secret: 'tgs_wrong' },
      { key: 'tg_test_unknown', secret: merchant.token.secret },
      { key: merchant.token.key, secret: merchant.modes.production.token.secret },
      { key: '', secret: '' },
    ]) {
      await expect(authenticateToken(db, { ...credentials, ip })).rejects.toMatchObject({ code: 'invalid_api_key' });
    }
  });

  it('store no secret', async () => {
    const stored = JSON.stringify(await everyTextOf('api_token'));
    expect(stored).toContain(merchant.token.key);
    expect(stored).not.toContain(merchant.token.secret);
  });

  it('stop with a new secret and with revocation', async () => {
    const { profileId, mode } = merchant;
    const token = await inTransaction(db, (tx) =>
      createApiToken(tx, { profileId, mode, name: 'x', permissions: ['invoice_get'], createdBy: null }),
    );
    const secret = await inTransaction(db, (tx) => renewSecret(tx, { id: token.id, profileId, by: merchant.user.id }));
    await expect(authenticateToken(db, { ...token, ip })).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(await authenticateToken(db, { key: token.key, secret, ip })).toMatchObject({ permissions: ['invoice_get'] });
    await inTransaction(db, (tx) => revokeApiToken(tx, { id: token.id, profileId }));
    await expect(authenticateToken(db, { key: token.key, secret, ip })).rejects.toMatchObject({
      code: 'invalid_api_key',
    });
  });

  it('cannot be renewed through another profile', async () => {
    const other = { id: merchant.token.id, profileId: merchant.modes.production.profileId, by: merchant.user.id };
    await expect(inTransaction(db, (tx) => renewSecret(tx, other))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('hazard 58: work from the listed addresses only', async () => {
    const { token } = await makeMerchant(db, { allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1']) {
      expect(await authenticateToken(db, { ...token, ip })).toMatchObject({ mode: 'sandbox' });
    }
    for (const ip of ['203.0.114.1', '2001:db9::1', '::1', '', '203.0.113.9, 10.0.0.1']) {
      await expect(authenticateToken(db, { ...token, ip })).rejects.toMatchObject({ code: 'ip_not_allowed' });
    }
  });

  it('of a blocked merchant are refused', async () => {
    const { token } = await makeMerchant(db, { status: 'blocked' });
    await expect(authenticateToken(db, { ...token, ip })).rejects.toMatchObject({ code: 'merchant_blocked' });
  });
});

describe('users', () => {
  it('sign in by mail address in any case and password', async () => {
    const { email, password, id } = merchant.user;
    const user = await checkPassword(db, { email: ` ${email.toUpperCase()}`, password });
    expect(user).toMatchObject({
      id,
      role: 'admin',
      activeMode: 'sandbox',
      merchant: { id: merchant.merchantId, status: 'verified' },
    });
  });

  it('hazard 62: a wrong password and an unknown address get one answer', async () => {
    const wrong = [
      { email: merchant.user.email, password: 'wrong' },
      { email: 'nobody@merchant.test', password: merchant.user.password },
      { email: 'nobody@merchant.test', password: 'the password of nobody' },
    ];
    for (const login of wrong) {
      await expect(checkPassword(db, login)).rejects.toMatchObject({
        code: 'invalid_credentials',
        message: 'Invalid email or password!',
      });
    }
  });

  it('learn that the merchant is blocked only with the right password', async () => {
    const { user } = await makeMerchant(db, { status: 'blocked' });
    await expect(checkPassword(db, user)).rejects.toMatchObject({ code: 'merchant_blocked' });
    await expect(checkPassword(db, { ...user, password: 'wrong' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('have a mail address of their own', async () => {
    const again = {
      merchantId: merchant.merchantId,
      email: merchant.user.email.toUpperCase(),
      fullName: 'B',
      role: 'viewer',
    } as const;
    await expect(inTransaction(db, (tx) => createUserWithHash(tx, again, 'x'))).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  // Its cost is tested in passwords.test.ts: test merchants get a cheaper hash.
  it('have their password stored as an argon2id hash alone', async () => {
    const users = JSON.stringify(await everyTextOf('app_user'));
    expect(users).toContain('$argon2id$');
    expect(users).not.toContain(merchant.user.password);
  });
});

describe('sessions', () => {
  const signIn = (extra: { remember?: boolean; replaces?: string } = {}) =>
    inTransaction(db, (tx) =>
      startSession(tx, {
        userId: merchant.user.id,
        remember: false,
        ip: '203.0.113.9',
        userAgent: 'Browser',
        ...extra,
      }),
    );

  it('belong to the holder of the cookie, which is stored as a hash', async () => {
    const { cookie } = await signIn();
    expect((await findSession(db, cookie))?.user.email).toBe(merchant.user.email);
    expect(await findSession(db, `${cookie}x`)).toBeUndefined();
    expect(JSON.stringify(await everyTextOf('session'))).not.toContain(cookie);
  });

  it('hazard 61: get a new id at each sign-in, the old one ends', async () => {
    const first = await signIn();
    const second = await signIn({ replaces: first.cookie });
    expect(second.cookie).not.toBe(first.cookie);
    expect(await findSession(db, first.cookie)).toBeUndefined();
    expect(await findSession(db, second.cookie)).toBeDefined();
  });

  it('end by sign-out, by expiry and with the blocking of the user', async () => {
    const [left, expired, blocked] = [await signIn(), await signIn(), await signIn()];
    await inTransaction(db, (tx) => endSession(tx, left.cookie));
    expect(await findSession(db, left.cookie)).toBeUndefined();

    const list = await listSessions(db, merchant.user.id, expired.cookie);
    await execute(db, "UPDATE session SET expires_at = now() - interval '1 second' WHERE encode(id_hash, 'hex') = $1", [
      list.find(({ current }) => current)?.id,
    ]);
    expect(await findSession(db, expired.cookie)).toBeUndefined();
    expect(await deleteExpiredSessions(db)).toBe(1);

    await execute(db, 'UPDATE app_user SET blocked_at = now() WHERE id = $1', [merchant.user.id]);
    expect(await findSession(db, blocked.cookie)).toBeUndefined();
    await execute(db, 'UPDATE app_user SET blocked_at = NULL WHERE id = $1', [merchant.user.id]);
  });

  it('are listed, and ended one by one or all others at once', async () => {
    await inTransaction(db, (tx) => endOtherSessions(tx, merchant.user.id));
    const [mine, other, third] = [await signIn({ remember: true }), await signIn(), await signIn()];
    const list = await listSessions(db, merchant.user.id, mine.cookie);
    expect(list).toHaveLength(3);
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    const foreign = list.find(({ current }) => !current);
    const stranger = await makeMerchant(db);
    expect(await inTransaction(db, (tx) => endSessionById(tx, stranger.user.id, foreign?.id ?? ''))).toBe(false);
    expect(await inTransaction(db, (tx) => endSessionById(tx, merchant.user.id, foreign?.id ?? ''))).toBe(true);
    expect(await inTransaction(db, (tx) => endOtherSessions(tx, merchant.user.id, mine.cookie))).toBe(1);
    expect(await findSession(db, mine.cookie)).toBeDefined();
    expect([await findSession(db, other.cookie), await findSession(db, third.cookie)]).toEqual([undefined, undefined]);
  });

  it('show the mode the user chose', async () => {
    const { cookie } = await signIn();
    await inTransaction(db, (tx) => setActiveProfile(tx, merchant.user.id, { mode: 'production', shopId: null }));
    expect((await findSession(db, cookie))?.user.activeMode).toBe('production');
  });
});

describe('profiles', () => {
  it('are one per mode, with the defaults of the schema', async () => {
    expect(await profileIdOf(db, merchant.merchantId, { mode: 'production', shopId: null })).toBe(
      merchant.modes.production.profileId,
    );
    const profile = await profilesTable.findOne(db, { id: merchant.profileId });
    expect(profile).toMatchObject({
      mode: 'sandbox',
      invoiceCurrency: 'EUR',
      taxType: 'exempt',
      autoconversion: { type: 'none' },
    });
    expect(profile?.gates).toContain('USDT_TRC20');
  });

  it('sign with the old key beside the new one while the overlap lasts', async () => {
    const { profileId, notificationKey } = await makeMerchant(db);
    expect(await signingKeys(db, testBox, profileId)).toEqual([notificationKey]);
    const second = await inTransaction(db, (tx) => rotateNotificationKey(tx, testBox, profileId));
    expect(await signingKeys(db, testBox, profileId)).toEqual([second, notificationKey]);
    const third = await inTransaction(db, (tx) => rotateNotificationKey(tx, testBox, profileId, 0));
    expect(await signingKeys(db, testBox, profileId)).toEqual([third]);
    expect(third).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('have the fees of their plan, and the default where it says nothing', async () => {
    const { merchantId } = await makeMerchant(db);
    expect((await readFeePlan(db, merchantId)).invoice).toBe(100);
    await execute(db, "INSERT INTO fee_plan VALUES ('large', 'invoice', 40)");
    await execute(db, "UPDATE merchant SET fee_plan = 'large' WHERE id = $1", [merchantId]);
    const plan = await readFeePlan(db, merchantId);
    expect([plan.invoice, plan.refund]).toEqual([40, 500]);
  });
});

function everyTextOf(table: 'api_token' | 'app_user' | 'session'): Promise<unknown[]> {
  return select(db, `SELECT to_jsonb(t) AS row FROM ${table} t`);
}
