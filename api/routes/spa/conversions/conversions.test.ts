import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MANUAL_PER_DAY } from '../../../../db/conversions/manual.ts';
import { fundGate, setMarket } from '../../../../db/conversions/testing.fixture.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { execute, one, select } from '../../../../db/core/sql.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { addColleague, cookiesOf, signInAs, type TestBrowser } from '../../../testing/accounts.fixture.ts';
import { mailsTo } from '../../../testing/mails.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../../../testing/server.fixture.ts';
import { totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let shop: TestMerchant;
let as: (call: TestCall) => Promise<TestAnswer>;
const BASE = '/spa/production/manual-conversions';

const api = await openTestApi();
beforeAll(async () => {
  await setMarket(api.db);
  shop = await api.merchant({ mode: 'production' });
  as = await api.signIn(shop);
  await fundGate(api.db, shop, 'BTC', 10_000_000n);
});

const quote = async (query: string) => (await as({ url: `${BASE}/${query}` })).json.data;

function convert(quoteId: string, { key = newId(), by = as, profile = 'production' } = {}): Promise<TestAnswer> {
  const url = `/spa/${profile}/manual-conversions`;
  return by({ method: 'POST', url, body: { quote_id: quoteId }, headers: { 'idempotency-key': key } });
}

describe('manual conversions', () => {
  test('a price has a rate, its fee, its limits and words for what cannot be', async () => {
    expect((await as({ url: `${BASE}/rate?from=BTC&to=EUR` })).json.data).toEqual({
      rate: '49850',
      spread_bps: 30,
      fee_rate: '0.50',
      minimum: '0.00002000',
      maximum: '2.00000000',
      possible: true,
      reason: null,
    });
    expect((await as({ url: `${BASE}/rate?from=BCH&to=ETH` })).json.data).toMatchObject({
      rate: null,
      possible: false,
      reason: 'BCH cannot convert to ETH.',
    });
    const refused = await as({ url: `${BASE}/amount-to?from=TRX&to=EUR&amount=50` });
    expect(refused).toMatchObject({
      status: 422,
      json: { code: 'conversion_not_possible', message: 'Tron cannot be converted.' },
    });
  });

  test('both directions give a firm quote, and converting gives exactly that', async () => {
    const to = await quote('amount-to?from=BTC&to=EUR&amount=0.01');
    expect(to).toMatchObject({ from: 'BTC', to: 'EUR', amount_from: '0.01000000', amount_to: '496.00', fee: '2.50' });
    const from = await quote('amount-from?from=BTC&to=EUR&amount=496.00');
    expect(from).toMatchObject({ amount_to: '496.00', amount_from: '0.00999985' });

    const key = newId();
    const done = await convert(to.id, { key });
    expect(done).toMatchObject({ status: 201, json: { data: { status: 'done', amount_to: '496.00', at: 'present' } } });
    const again = await convert(to.id, { key });
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', done.text]);
    expect(await convert(to.id)).toMatchObject({ status: 409, json: { code: 'quote_used' } });
    const { data: held } = (await as({ url: '/spa/production/balances' })).json;
    expect(held.find((each: { gate_id: string }) => each.gate_id === 'EUR')).toMatchObject({
      available: '496.00',
      value: '496.00',
    });

    const { id } = done.json.data;
    expect((await as({ url: `${BASE}/${id}` })).json.data).toEqual(done.json.data);
    const list = await as({ url: `${BASE}?gate_id=EUR&sort=amount_to&status=done` });
    expect(list.json).toMatchObject({ data: [{ id }], pagination: { total: 1 } });
    const [entry] = await select<{ label: string }>(
      api.db,
      `SELECT target_label AS label FROM audit_log WHERE action = 'conversion.done' AND target_id = $1`,
      [id],
    );
    expect(entry?.label).toBe('0.01000000 BTC to 496.00 EUR');
  });

  test('the movements of both balances and the event are in the history', async () => {
    const movements = (await as({ url: '/spa/production/history/transactions' })).json.data;
    const converted = movements.filter(({ kind }: { kind: string }) => kind === 'conversion');
    expect(converted.map((each: { gate_id: string; amount: string }) => [each.gate_id, each.amount]).sort()).toEqual([
      ['BTC', '-0.01000000'],
      ['EUR', '496.00'],
    ]);
    expect(converted[0].conversion_id).toBe(converted[1].conversion_id);
    const events = (await as({ url: '/spa/production/history/events?kinds=conversion' })).json.data;
    expect(events).toMatchObject([{ type: 'conversion.done', amount: '496.00', currency: 'EUR' }]);
    const feed = await api.events({ token: shop.modes.production.token }, 1);
    expect(feed.map(({ type }) => type)).toContain('conversion.done');
  });

  test('nobody converts in sandbox, with words', async () => {
    for (const url of ['/rate?from=BTC&to=EUR', '/amount-to?from=BTC&to=EUR&amount=1', '']) {
      const answer = await as({ url: `/spa/sandbox/manual-conversions${url}` });
      expect([answer.status, answer.json.code]).toEqual([403, 'production_only']);
      expect(answer.json.message).toContain('production mode only');
    }
    const { id } = await quote('amount-to?from=BTC&to=EUR&amount=0.01');
    expect(await convert(id, { profile: 'sandbox' })).toMatchObject({ status: 403 });
  });

  test('a viewer, another merchant and a restricted one do not convert', async () => {
    const { id } = await quote('amount-to?from=BTC&to=EUR&amount=0.01');
    const viewer = await signInAs(api, await addColleague(api, shop, 'viewer'));
    expect(await convert(id, { by: viewer })).toMatchObject({ status: 403 });
    const other = await api.signIn(await api.merchant({ mode: 'production' }));
    expect(await convert(id, { by: other })).toMatchObject({ status: 404 });
    const restrict = (at: string) =>
      execute(api.db, `UPDATE merchant SET money_out_restricted_at = ${at} WHERE id = $1`, [shop.merchantId]);
    await restrict('now()');
    expect(await convert(id)).toMatchObject({ status: 403, json: { code: 'merchant_restricted' } });
    await restrict('NULL');
    expect(await convert(id)).toMatchObject({ status: 201 });
  });

  test('amounts are plain decimals within the decimals of their asset', async () => {
    for (const amount of ['0', '-1', '1e3', '0.000000001', '1,5']) {
      const answer = await as({ url: `${BASE}/amount-to?from=BTC&to=EUR&amount=${amount}` });
      expect([amount, answer.status]).toEqual([amount, 422]);
    }
    const large = await as({ url: `${BASE}/amount-to?from=BTC&to=EUR&amount=3` });
    expect(large.json.errors.amount).toEqual(['Amount is greater than the maximum value: 2 BTC']);
  });

  test('more than the balance is refused in the words of the spec, and the key keeps the answer', async () => {
    const { id } = await quote('amount-to?from=BTC&to=EUR&amount=1');
    expect(await convert(id)).toMatchObject({
      status: 422,
      json: { message: 'Insufficient balance. Please adjust the amount and try again.' },
    });
  });
});

describe('a session that converts', () => {
  let owner: TestMerchant;
  let browser: TestBrowser;
  const priced = async () =>
    (await browser({ url: `${BASE}/amount-to?from=BTC&to=EUR&amount=0.001` })).json.data.id as string;
  const send = (body: object, headers = {}) =>
    browser({ url: BASE, body, headers: { 'idempotency-key': newId(), ...headers } });
  const balance = async () => {
    const { data } = (await browser({ url: '/spa/production/balances' })).json;
    return data.find((each: { gate_id: string }) => each.gate_id === 'BTC').available;
  };
  const ageSession = () =>
    execute(api.db, `UPDATE session SET created_at = now() - interval '6 minutes' WHERE user_id = $1`, [owner.user.id]);

  beforeEach(async () => {
    owner = await api.merchant({ mode: 'production' });
    browser = await signInAs(api, owner.user);
    await fundGate(api.db, owner, 'BTC', 10_000_000n);
  });

  test('converts nothing once it has ended, also between the proof and the transaction', async () => {
    const { secret } = await turnTwoFactorOn(api, { browser, email: owner.user.email });
    await ageSession();
    const quote_id = await priced();
    const body = { quote_id, two_fa_code: await totp(secret) };
    const cookie = cookiesOf(browser);
    const { asked } = await inTransaction(api.db, async (tx) => {
      // The code is used up in this row, so the request waits between the two.
      await execute(tx, 'SELECT FROM app_user WHERE id = $1 FOR UPDATE', [owner.user.id]);
      const requested = send(body, { cookie });
      const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(() => select(api.db, waits)).toHaveLength(1);
      await execute(api.db, 'DELETE FROM session WHERE user_id = $1', [owner.user.id]);
      return { asked: requested };
    });
    const refused = await asked;
    expect([refused.status, refused.json.code]).toEqual([401, 'unauthenticated']);
    const sql = 'SELECT count(*)::int AS made FROM conversion WHERE profile_id = $1';
    expect(await one(api.db, sql, [owner.profileId])).toEqual({ made: 0 });
  });

  test('needs a 2FA code of those who have 2FA on, once it is older than five minutes', async () => {
    const { secret } = await turnTwoFactorOn(api, { browser, email: owner.user.email });
    expect((await send({ quote_id: await priced() })).status).toBe(201);
    await ageSession();
    const quote_id = await priced();
    const before = await balance();
    const refused = await send({ quote_id });
    expect([refused.status, refused.json.errors]).toEqual([
      422,
      { two_fa_code: ['The two fa code field is required.'] },
    ]);
    expect(await balance()).toBe(before);
    const used = (await send({ quote_id: newId(), two_fa_code: await totp(secret) })).status;
    expect(used).toBe(404);
    // A price that is gone has used up no code.
    expect((await send({ quote_id, two_fa_code: await totp(secret) })).status).toBe(201);
  });

  test('converts a limited number of times within 24 hours, and the team hears of the first', async () => {
    for (let made = 0; made < MANUAL_PER_DAY; made += 1) {
      expect((await send({ quote_id: await priced() })).status).toBe(201);
    }
    const key = newId();
    const quote_id = await priced();
    const refused = await send({ quote_id }, { 'idempotency-key': key });
    expect([refused.status, refused.json.message]).toEqual([
      429,
      'You can convert 20 times within 24 hours. Please try again later.',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
    const told = (await mailsTo(api, owner.user.email)).filter(({ kind }) => kind === 'balance_converted');
    expect(told).toMatchObject([{ values: { mode: 'production', given: '0.00100000 BTC', received: '49.60 EUR' } }]);
  });
});
