import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import {
  makeInvoice,
  makeRates,
  paymentsChanged,
  recordPayment,
  settleNow,
} from '../../db/invoices/testing.fixture.ts';
import { updateMethod } from '../../db/payout-methods/methods.ts';
import {
  fund,
  makePayout,
  mismatches,
  moneyOf,
  RECIPIENTS,
  testPayoutSettings,
} from '../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { addColleague, cookiesOf, expectStatus, signInAs, type TestBrowser } from '../testing/accounts.fixture.ts';
import { lastCode } from '../testing/mails.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import { totp, turnTwoFactorOn } from '../testing/two-factor.fixture.ts';

let shop: TestMerchant;
let as: TestBrowser;
const api = await openTestApi();
beforeAll(async () => {
  await makeRates(api.db);
});
beforeEach(async () => {
  shop = await api.merchant();
  as = await signInAs(api, shop.user);
});
afterEach(async () => expect(await mismatches(api.db)).toEqual([]));

describe('while compliance restricts outgoing money', () => {
  let production: TestMerchant;
  const restrict = (at: Date | null) =>
    execute(api.db, 'UPDATE merchant SET money_out_restricted_at = $2 WHERE id = $1', [shop.merchantId, at]);

  beforeEach(async () => {
    production = { ...shop, ...shop.modes.production, mode: 'production' };
    await fund(api.db, production, 'BTC', 1_000_000n);
    const sql = 'INSERT INTO payout_policy (profile_id, approval_required, cool_off_seconds) VALUES ($1, true, 0)';
    await execute(api.db, sql, [production.profileId]);
  });

  test('a payout that waits is not approved, which uses up no 2FA code, and can be canceled', async () => {
    const [{ id }, other] = [await makePayout(api.db, production), await makePayout(api.db, production)];
    const colleague = await addColleague(api, shop, 'support');
    const support = await signInAs(api, colleague);
    const { secret } = await turnTwoFactorOn(api, { browser: support, email: colleague.email });
    const two_fa_code = await totp(secret);
    const approve = () => support({ url: `/spa/production/payouts/${id}/approve`, body: { two_fa_code } });
    await restrict(new Date());
    expect(await approve()).toMatchObject({ status: 403, json: { code: 'merchant_restricted' } });
    const gone = await support({ method: 'POST', url: `/spa/production/payouts/${other.id}/cancel` });
    expect(gone.json.data.status).toBe('canceled');
    await restrict(null);
    expect((await approve()).json.data).toMatchObject({ id, status: 'pending' });
  });

  test('no code is mailed for a mass payout, and none that was mailed before runs it', async () => {
    const csv = `gate,address,reference,amount\nBTC,${RECIPIENTS.BTC},one,0.001\n`;
    const uploaded = await as({
      method: 'POST',
      url: '/spa/production/mass-payouts?fee_payer=merchant',
      body: csv,
      headers: { 'content-type': 'text/csv' },
    });
    const path = `/spa/production/mass-payouts/${uploaded.json.data.id}`;
    const { secret } = await turnTwoFactorOn(api, { browser: as, email: shop.user.email });
    await expectStatus(202, as({ method: 'POST', url: `${path}/create-token` }));
    const body = { code: await lastCode(api, shop.user.email, 'payout_code'), two_fa_code: await totp(secret) };
    const run = () => as({ url: `${path}/run`, body, headers: { 'idempotency-key': newId() } });
    await restrict(new Date());
    expect(await run()).toMatchObject({ status: 403, json: { code: 'merchant_restricted' } });
    expect((await as({ method: 'POST', url: `${path}/create-token` })).json.code).toBe('merchant_restricted');
    expect(await moneyOf(api.db, production)).toEqual({ spendable: 1_000_000n, held: 0n });
    await restrict(null);
    expect((await run()).json.data).toMatchObject({ status: 'pending', status_reason: 'awaiting_approval' });
  });
});

test('hazard 63: the code for refunding the excess covers the coins named in its mail, not later ones', async () => {
  const { id } = await makeInvoice(api.db, shop);
  const receive = async (minor: bigint) => {
    await recordPayment(api.db, { invoiceId: id, minor, status: 'confirmed' });
    await paymentsChanged(api.db, id);
  };
  const request = { invoice_id: id, excess: true, fee_payer: 'recipient', address: RECIPIENTS.BTC };
  const codeFor = async () => {
    await expectStatus(202, as({ url: '/spa/sandbox/refunds/create-token', body: request }));
    return lastCode(api, shop.user.email, 'refund_code');
  };
  const refund = (code: string) =>
    as({ url: '/spa/sandbox/refunds', body: { ...request, code }, headers: { 'idempotency-key': newId() } });

  await receive(300_000n);
  await settleNow(api.db, id);
  const code = await codeFor();
  await receive(250_000n);
  expect((await refund(code)).json.errors.code).toHaveLength(1);
  expect((await refund(await codeFor())).json.data).toMatchObject({ amount: '0.00350000' });
});

describe('what changes between the proof and the act', () => {
  const WAITS_FOR_A_LOCK = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND wait_event_type = 'Lock'`;

  test('a method that becomes automatic meanwhile is not resumed by Support', async () => {
    const support = await signInAs(api, await addColleague(api, shop, 'support'));
    const url = '/spa/sandbox/payment-methods';
    const confirmed = { ownership_confirmed: true, correctness_confirmed: true };
    const wallet = { operation: 'payout', gate_id: 'BTC', title: 'Treasury', address: RECIPIENTS.BTC, ...confirmed };
    const { id } = (await expectStatus(201, as({ url, body: wallet }))).json.data;
    const { data: paused } = (await expectStatus(200, as({ method: 'POST', url: `${url}/${id}/pause` }))).json;
    const { resumed } = await inTransaction(api.db, async (tx) => {
      await updateMethod(tx, testPayoutSettings, {
        id,
        version: paused.version,
        profileId: shop.profileId,
        mode: 'sandbox',
        userId: shop.user.id,
        title: 'Treasury',
        address: RECIPIENTS.BTC,
        automatic: true,
        period: 'day',
        nowMs: Date.now(),
        ownershipConfirmed: true,
        correctnessConfirmed: true,
      });
      const resumed = support({ url: `${url}/${id}/activate`, body: {} });
      await expect.poll(() => select(api.db, WAITS_FOR_A_LOCK)).toHaveLength(1);
      return { resumed };
    });
    expect((await resumed).json.code).toBe('permission_denied');
    expect((await as({ url: `${url}/${id}` })).json.data.status).toBe('paused');
  });

  test('a payout is refused when the session was signed out between the proof and the transaction', async () => {
    await fund(api.db, shop, 'BTC', 1_000_000n);
    const { secret } = await turnTwoFactorOn(api, { browser: as, email: shop.user.email });
    const request = { gate_id: 'BTC', amount: '0.001', fee_payer: 'merchant', address: RECIPIENTS.BTC };
    await expectStatus(202, as({ url: '/spa/sandbox/payouts/create-token', body: request }));
    const code = await lastCode(api, shop.user.email, 'payout_code');
    const body = { ...request, code, two_fa_code: await totp(secret) };
    const cookie = cookiesOf(as);
    const { asked } = await inTransaction(api.db, async (tx) => {
      // The 2FA code is used up in this row, so the request waits between the two.
      await execute(tx, 'SELECT FROM app_user WHERE id = $1 FOR UPDATE', [shop.user.id]);
      const headers = { cookie, 'idempotency-key': newId() };
      const requested = as({ url: '/spa/sandbox/payouts', body, headers });
      await expect.poll(() => select(api.db, WAITS_FOR_A_LOCK)).toHaveLength(1);
      await execute(api.db, 'DELETE FROM session WHERE user_id = $1', [shop.user.id]);
      return { asked: requested };
    });
    const refused = await asked;
    expect([refused.status, refused.json.code]).toEqual([401, 'unauthenticated']);
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 1_000_000n, held: 0n });
  });

  test('a notification URL is not turned back without the password by naming the version that is to come', async () => {
    await execute(api.db, `UPDATE session SET created_at = now() - interval '1 hour' WHERE user_id = $1`, [
      shop.user.id,
    ]);
    const url = '/spa/sandbox/profile';
    const { data: profile } = (await as({ url })).json;
    const { id, mode, company_name, logo_url, previous_key_until, ...rest } = profile;
    const { conversion_targets, currencies, mail_events, ...form } = rest;
    const answer = await inTransaction(api.db, async (tx) => {
      const sql = `UPDATE profile SET notification_url = 'https://shop.example/hook', version = version + 1
        WHERE id = $1`;
      await execute(tx, sql, [id]);
      return as({ method: 'PUT', url, body: { ...form, version: profile.version + 1 } });
    });
    expect([answer.status, answer.json.code]).toEqual([409, 'changed_meanwhile']);
    expect((await as({ url })).json.data.notification_url).toBe('https://shop.example/hook');
  });
});
