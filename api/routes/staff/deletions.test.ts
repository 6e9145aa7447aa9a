import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, one, select } from '../../../db/core/sql.ts';
import { makeInvoice } from '../../../db/invoices/testing.fixture.ts';
import { GATEWAY } from '../../../db/ledger/accounts.ts';
import { postTransfers } from '../../../db/ledger/transfers.ts';
import { payAutomatically } from '../../../db/payout-methods/automatic.ts';
import { createMethod, type MethodInput } from '../../../db/payout-methods/methods.ts';
import { fund, moneyOf, RECIPIENTS, testPayoutSettings } from '../../../db/payouts/testing.fixture.ts';
import { automaticWithdrawals } from '../../../db/withdrawals/automatic.ts';
import { testWithdrawalSettings } from '../../../db/withdrawals/testing.fixture.ts';
import { STAFF_ROLES, type StaffRole } from '../../../domain/accounts/staff-permissions.ts';
import { newId } from '../../../domain/ids.ts';
import { addColleague, expectStatus, GOOD_PASSWORD, signInAs, signUp } from '../../testing/accounts.fixture.ts';
import { mailsTo } from '../../testing/mails.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

const people = {} as Record<StaffRole, StaffBrowser>;

const api = await openTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '100' } });
beforeAll(async () => {
  for (const role of STAFF_ROLES) people[role] = (await signInStaff(api, role)).as;
});

/** An automatic method that would pay at its next time. */
const DAILY: MethodInput & { readonly operation: 'payout'; readonly gateId: 'BTC'; readonly mode: 'sandbox' } = {
  title: 'Treasury',
  address: RECIPIENTS.BTC,
  automatic: true,
  period: 'day',
  ownershipConfirmed: true,
  correctnessConfirmed: true,
  operation: 'payout',
  gateId: 'BTC',
  mode: 'sandbox',
};

/** A new account whose owner has just requested its deletion. */
async function leaving() {
  const { browser, email } = await signUp(api);
  const { id: merchantId } = await one<{ id: string }>(
    api.db,
    'SELECT merchant_id AS id FROM app_user WHERE email = $1',
    [email],
  );
  const ask = () => browser({ method: 'DELETE', url: '/spa/user', body: { password: GOOD_PASSWORD } });
  await expectStatus(204, ask());
  const login = () => browser({ url: '/auth/login', body: { email, password: GOOD_PASSWORD } });
  return { email, merchantId, login };
}

const act = (as: StaffBrowser, name: 'finish' | 'withdraw', merchantId: string, reason = 'The owner wrote to us.') =>
  as({ url: `/staff/deletions/${name}`, body: { merchant_id: merchantId, reason } });
const finish = (as: StaffBrowser, merchantId: string, reason?: string) => act(as, 'finish', merchantId, reason);
/** Confirms the request that the page shows, or another one. */
async function confirm(as: StaffBrowser, merchantId: string, requestId?: string) {
  const request_id = requestId ?? (await listed(as, merchantId)).request.id;
  const body = { merchant_id: merchantId, reason: 'The owner wrote to us.', request_id };
  return as({ url: '/staff/deletions/finish', body });
}

async function listed(as: StaffBrowser, merchantId: string) {
  const { json } = await as({ url: '/staff/deletions' });
  return json.data.find((each: { merchant_id: string }) => each.merchant_id === merchantId);
}

async function bookAvailable(merchantId: string, minor: bigint): Promise<void> {
  const available = { owner: merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
  const custody = { ...available, owner: GATEWAY, kind: 'custody:BTC' } as const;
  const [debit, credit] = minor > 0n ? [custody, available] : [available, custody];
  const postings = [{ debit, credit, minor: minor > 0n ? minor : -minor }];
  await inTransaction(api.db, (tx) => postTransfers(tx, [{ key: `test:${newId()}`, kind: 'test', postings }]));
}

describe('a request for deletion', () => {
  /** A merchant with everything that sends or takes money by itself, whose second admin requested the deletion. */
  async function requested() {
    const shop = await api.merchant();
    const as = await api.signIn(shop);
    const admin = await addColleague(api, shop, 'admin');
    await fund(api.db, shop, 'BTC', 1_000_000n);
    const link = await expectStatus(
      201,
      as({ url: '/spa/sandbox/payment-links', body: { title: 'Ferry ticket', amount: '20', currency: 'EUR' } }),
    );
    const newMethod = { ...DAILY, profileId: shop.profileId, userId: shop.user.id, nowMs: Date.now() };
    const method = await inTransaction(api.db, (tx) => createMethod(tx, testPayoutSettings, newMethod));
    const body = { password: admin.password };
    await expectStatus(204, (await signInAs(api, admin))({ method: 'DELETE', url: '/spa/user', body }));
    return { shop, methodId: method.id, page: `/pay/${link.json.data.id}` };
  }

  test('ends what sends money and what takes it, while tokens still read', async () => {
    const { shop, methodId, page } = await requested();
    const marked = { code: 'merchant_blocked', message: expect.stringContaining('marked for deletion') };
    const payout = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' };
    const posts = {
      payouts: payout,
      'mass-payouts': { fee_payer: 'merchant', lines: [{ ...payout, fee_payer: undefined, reference: 'nora' }] },
      invoices: { amount: '49.90', currency: 'EUR' },
      addresses: { gate_id: 'LTC', reference: 'customer-1' },
    };
    for (const [path, body] of Object.entries(posts)) {
      const headers = { 'idempotency-key': newId() };
      const answer = await api.call({ url: `/api/v1/${path}`, as: shop.token, body, headers });
      expect([path, answer.status, answer.json]).toEqual([path, 403, expect.objectContaining(marked)]);
    }
    for (const path of ['payouts', 'invoices', 'addresses', 'balances']) {
      await expectStatus(200, api.call({ url: `/api/v1/${path}`, as: shop.token }));
    }
    expect((await api.call({ url: page })).status).toBe(404);
    expect((await api.call({ method: 'POST', url: page })).status).toBe(404);
    const due = { methodId, scheduledAt: new Date(), nowMs: Date.now() };
    const withdraw = automaticWithdrawals(testWithdrawalSettings);
    const run = await payAutomatically(api.db, testPayoutSettings, due, withdraw);
    expect(run).toMatchObject({ payoutId: null, words: expect.stringContaining('marked for deletion') });
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 1_000_000n, held: 0n });
  });

  test('is mailed to every admin', async () => {
    const { shop } = await requested();
    expect((await mailsTo(api, shop.user.email)).at(-1)?.kind).toBe('deletion_requested');
  });
});

describe('the deletion of an account', () => {
  test('that a person requested who was blocked since is confirmed by nobody and requested again', async () => {
    const { merchantId } = await leaving();
    await expectStatus(200, finish(people.manager, merchantId));
    const { id: requestId } = (await listed(people.mlro, merchantId)).request;
    const block = (at: string) =>
      execute(api.db, `UPDATE staff_user SET blocked_at = ${at} WHERE full_name = 'Staff manager'`);
    await block('now()');
    const refused = await confirm(people.mlro, merchantId, requestId);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('Staff manager is blocked')]);
    expect((await listed(people.mlro, merchantId)).request).toBeNull();
    await expectStatus(200, finish(people.mlro, merchantId));
    await block('NULL');
    await expectStatus(200, confirm(people.manager, merchantId));
  });

  test('is finished by two people of two roles, and leaves nothing that signs in or names people', async () => {
    const { email, merchantId, login } = await leaving();
    expect((await finish(people.compliance_officer, merchantId)).status).toBe(403);
    expect((await finish(people.manager, merchantId, ' ')).status).toBe(422);
    expect((await finish(people.manager, newId())).status).toBe(404);
    await expectStatus(200, finish(people.manager, merchantId));
    const again = await finish(people.manager, merchantId);
    expect([again.status, again.json.message]).toEqual([
      409,
      expect.stringMatching(/^Staff manager requested this on .* UTC: One more person of another role must agree/),
    ]);
    expect((await login()).status).toBe(403);
    expect((await listed(people.manager, merchantId)).request.confirmable).toBe(false);
    expect((await listed(people.mlro, merchantId)).request).toMatchObject({
      reason: 'The owner wrote to us.',
      confirmable: true,
    });
    await expectStatus(200, confirm(people.mlro, merchantId));
    expect(await listed(people.mlro, merchantId)).toBeUndefined();
    expect((await login()).status).toBe(401);
    expect((await mailsTo(api, email)).at(-1)?.kind).toBe('account_deleted');
    const users = await select(
      api.db,
      `SELECT email LIKE 'removed %' AS no_email, full_name LIKE 'Former member %' AS no_name, password_hash AS hash,
         totp_secret_sealed AS totp, country FROM app_user WHERE merchant_id = $1`,
      [merchantId],
    );
    expect(users).toEqual([{ no_email: true, no_name: true, hash: '', totp: null, country: null }]);
    const { left } = await one<{ left: string }>(
      api.db,
      `SELECT (SELECT count(*) FROM known_device d JOIN app_user u ON u.id = d.user_id WHERE u.merchant_id = $1)
         + (SELECT count(*) FROM session s JOIN app_user u ON u.id = s.user_id WHERE u.merchant_id = $1)
         + (SELECT count(*) FROM verification_code WHERE email = $2)
         + (SELECT count(*) FROM activity WHERE merchant_id = $1)
         + (SELECT count(*) FROM alert
            WHERE kind = 'account_deletion' AND subject = $1::text AND resolved_at IS NULL) AS left`,
      [merchantId, email],
    );
    expect(left).toBe('0');
    const kept = await select<{ action: string }>(
      api.db,
      `SELECT action FROM audit_log WHERE chain = $1 ORDER BY seq DESC LIMIT 2`,
      [merchantId],
    );
    expect(kept.map(({ action }) => action)).toEqual(['account.deleted', 'account.deletion_requested']);
    const byStaff = await select(
      api.db,
      `SELECT action, actor_name AS by FROM audit_log WHERE chain = 'staff' AND target_id = $1 ORDER BY seq`,
      [merchantId],
    );
    expect(byStaff).toEqual([
      { action: 'deletion.requested', by: 'Staff manager (Manager)' },
      { action: 'deletion.finished', by: 'Staff mlro (MLRO)' },
    ]);
  });

  test('is never confirmed by the person who requested it: a second request is refused, even at the same moment', async () => {
    const { merchantId } = await leaving();
    const answers = await Promise.all([finish(people.manager, merchantId), finish(people.mlro, merchantId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.message).toMatch(/^Staff (manager|mlro) requested this on .* UTC\. Confirm that request/);
    expect(await listed(people.representative, merchantId)).toMatchObject({ request: { confirmable: true } });
  });

  test('is confirmed by the request that was seen, not by one that took its place', async () => {
    const { merchantId } = await leaving();
    await expectStatus(200, finish(people.manager, merchantId));
    const { id: seen } = (await listed(people.mlro, merchantId)).request;
    expect((await confirm(people.mlro, merchantId, newId())).status).toBe(409);
    await execute(api.db, 'DELETE FROM account_deletion WHERE merchant_id = $1', [merchantId]);
    const none = await confirm(people.mlro, merchantId, seen);
    expect([none.status, none.json.message]).toEqual([409, expect.stringContaining('no longer open')]);
    await expectStatus(200, finish(people.manager, merchantId, 'Another reason.'));
    expect((await confirm(people.mlro, merchantId, seen)).status).toBe(409);
    expect(await listed(people.mlro, merchantId)).toMatchObject({ request: { reason: 'Another reason.' } });
  });

  test('cannot be undone, and nothing new begins for the merchant', async () => {
    const shop = await api.merchant();
    const old = await makeInvoice(api.db, shop, { priceMinor: 10_000n });
    const target = "notification_url = 'https://shop.example/hook'";
    await execute(api.db, `UPDATE invoice SET status = 'canceled', ${target} WHERE id = $1`, [old.id]);
    await execute(api.db, `UPDATE profile SET ${target} WHERE id = $1`, [shop.profileId]);
    await execute(api.db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [shop.merchantId]);
    await expectStatus(200, finish(people.representative, shop.merchantId));
    await expectStatus(200, confirm(people.mlro, shop.merchantId));
    expect((await api.call({ url: '/api/v1/invoices', as: shop.token })).status).toBe(401);
    const targets = await select(
      api.db,
      `SELECT notification_url AS url FROM invoice WHERE merchant_id = $1
       UNION SELECT notification_url FROM profile WHERE merchant_id = $1`,
      [shop.merchantId],
    );
    expect(targets).toEqual([{ url: null }]);
    expect((await act(people.mlro, 'withdraw', shop.merchantId)).status).toBe(404);
    await expect(makeInvoice(api.db, shop, { priceMinor: 10_000n })).rejects.toThrow(/is deleted/);
    const undo = execute(api.db, 'UPDATE merchant SET deletion_requested_at = NULL WHERE id = $1', [shop.merchantId]);
    await expect(undo).rejects.toThrow(/is deleted/);
  });

  test('ends a token that a process has just seen like one that was revoked, whatever it is used for', async () => {
    const shop = await api.merchant();
    await execute(api.db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [shop.merchantId]);
    await expectStatus(200, finish(people.manager, shop.merchantId));
    const { id: request_id } = (await listed(people.mlro, shop.merchantId)).request;
    // For a second the API remembers that the token was right.
    expect((await api.call({ url: '/api/v1/invoices', as: shop.token })).status).toBe(200);
    await expectStatus(200, confirm(people.mlro, shop.merchantId, request_id));
    const invoice = { amount: '49.90', currency: 'EUR' };
    const payout = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' };
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all([
      api.call({ method: 'POST', url: '/api/v1/invoices', as: shop.token, body: invoice }),
      api.call({ method: 'POST', url: '/api/v1/payouts', as: shop.token, body: payout, headers }),
    ]);
    const revoked = { code: 'invalid_api_key', message: 'The API key or secret is wrong.' };
    for (const { status, json } of answers) expect([status, json]).toEqual([401, expect.objectContaining(revoked)]);
  });

  test('waits for balances, invoices and compliance, in words that staff alone read', async () => {
    const shop = await api.merchant();
    const invoice = await makeInvoice(api.db, shop, { priceMinor: 10_000n });
    await bookAvailable(shop.merchantId, 150_000n);
    const suspend = { kind: 'invoice', subject_id: invoice.id, reason: 'Structured payments.' };
    await expectStatus(201, people.manager({ url: '/staff/operations', body: suspend }));
    await execute(api.db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [shop.merchantId]);
    const words = [
      '0.0015 BTC on the balance (sandbox).',
      '1 open invoice (sandbox).',
      '1 operation suspended by compliance (sandbox).',
    ];
    expect((await listed(people.manager, shop.merchantId)).missing).toEqual(words);
    const refused = await finish(people.manager, shop.merchantId);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      `The account cannot be deleted yet: ${words.join(' ')}`,
    ]);
    await execute(api.db, `UPDATE invoice SET status = 'canceled' WHERE id = $1`, [invoice.id]);
    await execute(api.db, `UPDATE suspension SET status = 'released', released_at = now() WHERE subject_id = $1`, [
      invoice.id,
    ]);
    await bookAvailable(shop.merchantId, -150_000n);
    await expectStatus(200, finish(people.manager, shop.merchantId));
    await bookAvailable(shop.merchantId, 1n);
    expect((await confirm(people.mlro, shop.merchantId)).status).toBe(409);
    await bookAvailable(shop.merchantId, -1n);
    await expectStatus(200, confirm(people.mlro, shop.merchantId));
  });

  test('is withdrawn by support for the owner, who signs in again and hears of it', async () => {
    const { email, merchantId, login } = await leaving();
    await expectStatus(200, finish(people.manager, merchantId));
    await expectStatus(200, act(people.representative, 'withdraw', merchantId));
    expect(await listed(people.mlro, merchantId)).toBeUndefined();
    expect((await mailsTo(api, email)).at(-1)?.kind).toBe('deletion_withdrawn');
    expect((await finish(people.mlro, merchantId)).status).toBe(404);
    await expectStatus(200, login());
  });
});
