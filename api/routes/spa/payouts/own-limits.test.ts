import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { execute, select } from '../../../../db/core/sql.ts';
import { fund, mismatches, moneyOf, RECIPIENTS } from '../../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { addMethod, fundEuro } from '../../../../db/withdrawals/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { addColleague, expectStatus, signInAs, type TestBrowser } from '../../../testing/accounts.fixture.ts';
import { mailsTo } from '../../../testing/mails.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import { totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let shop: TestMerchant;
let as: TestBrowser;
const api = await openTestApi();
beforeEach(async () => {
  shop = await api.merchant();
  await fund(api.db, shop, 'BTC', 10_000_000n);
  as = await signInAs(api, shop.user);
});
afterEach(async () => expect(await mismatches(api.db)).toEqual([]));

const URL = '/spa/sandbox/payouts';
const LINE = { gate_id: 'BTC', amount: '0.0005', address: RECIPIENTS.BTC };
/** Worth EUR 50. */
const WISH = { ...LINE, amount: '0.001', fee_payer: 'merchant' };
const DAY = 86_400_000;

const put = (per_payout: string | null, per_day: string | null, more = {}, browser = as) =>
  browser({ method: 'PUT', url: `${URL}/limits`, body: { per_payout, per_day, ...more } });
const plain = (amount: string | null) => ({ amount, next: null });
const byToken = (url: string, body: object) =>
  api.call({ url, body, headers: { 'idempotency-key': newId() }, as: shop.token });
const mails = async (kind: string) => (await mailsTo(api, shop.user.email)).filter((mail) => mail.kind === kind);

describe('the merchant’s own limits', () => {
  test('are none at first, apply at once when they are set, and say what was used', async () => {
    const { data } = (await as({ url: `${URL}/limits` })).json;
    expect(data).toEqual({ currency: 'EUR', per_payout: plain(null), per_day: plain(null), used: null });
    const set = await expectStatus(200, put('60', '80.50'));
    expect(set.json.data).toMatchObject({ per_payout: plain('60.00'), per_day: plain('80.50'), used: '0.00' });
    await expectStatus(201, byToken('/api/v1/payouts', WISH));
    expect((await as({ url: `${URL}/limits` })).json.data.used).toBe('50.00');
    expect(await mails('payout_limits_changed')).toMatchObject([
      { values: { mode: 'sandbox', by: 'Test Merchant', perPayout: '60.00 EUR', perDay: '80.50 EUR' } },
    ]);
    const sql = `SELECT data->>'after' AS after FROM audit_log WHERE chain = $1 AND action = 'payout.limits_changed'`;
    expect(await select(api.db, sql, [shop.merchantId])).toEqual([
      { after: 'per payout 60.00 EUR; per day 80.50 EUR' },
    ]);
  });

  test('are raised after a day with a code of 2FA, mailed to the team, and taken back without one', async () => {
    const { secret } = await turnTwoFactorOn(api, { browser: as, email: shop.user.email });
    await expectStatus(200, put('60', '100'));
    const without = await put('61', '100');
    expect(without.json.errors).toEqual({ two_fa_code: ['The two fa code field is required.'] });
    expect((await put('60', null)).status).toBe(422);
    const raised = await expectStatus(200, put('50', null, { two_fa_code: await totp(secret) }));
    const { per_payout, per_day } = raised.json.data;
    expect([per_payout, per_day.amount, per_day.next.amount]).toEqual([plain('50.00'), '100.00', null]);
    expect(Math.abs(Date.parse(per_day.next.from) - Date.now() - DAY)).toBeLessThan(60_000);
    expect(await mails('payout_limits_raised')).toMatchObject([
      {
        values: { perPayout: '50.00 EUR', perDay: '–', from: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/) },
      },
    ]);
    await expectStatus(201, byToken('/api/v1/payouts', WISH));
    await expectStatus(201, byToken('/api/v1/payouts', WISH));
    expect((await byToken('/api/v1/payouts', WISH)).json.code).toBe('amount_too_large');
    const taken = await expectStatus(200, put('50', '100'));
    expect(taken.json.data).toMatchObject({ per_payout: plain('50.00'), per_day: plain('100.00') });
  });

  test('saved unchanged, they are mailed to nobody and recorded nowhere', async () => {
    for (let times = 0; times < 3; times += 1) await expectStatus(200, put('60', null));
    expect(await mails('payout_limits_changed')).toHaveLength(1);
  });

  test('are changed by an admin alone, in sums that money can have', async () => {
    const support = await signInAs(api, await addColleague(api, shop, 'support'));
    expect((await put('1', '1', {}, support)).json.code).toBe('permission_denied');
    expect((await support({ url: `${URL}/limits` })).status).toBe(200);
    expect((await put('0', null)).json.errors).toEqual({ per_payout: ['Amount must be greater than 0'] });
    expect((await put(null, '1.234')).json.errors).toEqual({
      per_day: ['The amount may have at most 2 decimal places.'],
    });
    for (const wrong of ['-1', '1e9', '', ' 1']) expect((await put(wrong, null)).status, wrong).toBe(422);
    const { id } = (await as({ url: '/spa/shops', body: { name: 'Harbor' } })).json.data;
    expect((await as({ url: `/spa/sandbox:${id}/payouts/limits` })).status).toBe(404);
    const stranger = await signInAs(api, (await api.merchant()).user);
    expect((await stranger({ url: `${URL}/limits` })).json.data.per_payout).toEqual(plain(null));
  });
});

describe('a thief with a token or a session', () => {
  test('cannot exceed the limits by a payout, a mass payout or the form, and learns what remains', async () => {
    await expectStatus(200, put('70', '90'));
    await expectStatus(201, byToken('/api/v1/payouts', WISH));
    const refused = await byToken('/api/v1/payouts', WISH);
    const words =
      'Your own limit is 90.00 EUR per day. Left in the last 24 hours or still to leave: 50.00 EUR; remaining: 40.00 EUR. ' +
      'This payout is worth 50.00 EUR.';
    expect([refused.status, refused.json]).toMatchObject([
      422,
      { code: 'amount_too_large', errors: { amount: [words] } },
    ]);
    const large = await byToken('/api/v1/payouts', { ...WISH, amount: '0.0015' });
    expect(large.json.errors.amount).toEqual(['Your own limit is 70.00 EUR per payout. This one is worth 75.00 EUR.']);
    // No code is mailed for what would be refused, and the form says it before.
    const requested = await as({ url: `${URL}/create-token`, body: WISH });
    expect(requested.json.errors.amount).toEqual([words]);
    const { preview } = (await as({ url: `${URL}/create?gate_id=BTC&amount=0.001` })).json.data;
    expect(preview[0].problem).toBe(words);

    const lines = [1, 2].map((at) => ({ ...LINE, reference: `line-${at}` }));
    const mass = await byToken('/api/v1/mass-payouts', { lines, fee_payer: 'merchant' });
    expect([mass.status, mass.json.errors]).toEqual([422, { amount: [words] }]);
    expect((await moneyOf(api.db, shop)).held).toBe(102_300n);
  });

  test('gets no more by a withdrawal to a bank account', async () => {
    await execute(api.db, `UPDATE merchant SET status = 'verified' WHERE id = $1`, [shop.merchantId]);
    const [production] = await select<{ id: TestMerchant['profileId'] }>(
      api.db,
      `SELECT id FROM profile WHERE merchant_id = $1 AND mode = 'production'`,
      [shop.merchantId],
    );
    if (production === undefined) throw new Error('There is no production.');
    const there = { ...shop, mode: 'production', profileId: production.id } as const;
    await fundEuro(api.db, there, 100_000n);
    const method = await addMethod(api.db, there);
    const url = '/spa/production/withdrawals';
    const body = { per_payout: '99.99', per_day: null };
    await expectStatus(200, as({ method: 'PUT', url: '/spa/production/payouts/limits', body }));
    const requested = await as({ url: `${url}/create-token`, body: { method_id: method.id, amount: '100' } });
    expect(requested.json.errors).toEqual({
      amount: ['Your own limit is 99.99 EUR per payout. This one is worth 100.00 EUR.'],
    });
    const { preview } = (await as({ url: `${url}/create?gate_id=EUR&amount=100` })).json.data;
    expect(preview[0].problem).toMatch(/^Your own limit/);
    // In production nobody raises them without 2FA.
    const raise = { ...body, per_payout: '100' };
    const raised = await as({ method: 'PUT', url: '/spa/production/payouts/limits', body: raise });
    expect(raised.json.code).toBe('two_fa_not_enabled');
  });
});
