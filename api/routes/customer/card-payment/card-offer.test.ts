import { describe, expect, test } from 'vitest';
import { execute } from '../../../../db/core/sql.ts';
import { newId } from '../../../../domain/ids.ts';
import { openCardApi } from './card-api.fixture.ts';

const { api, merchant, seller } = await openCardApi();

const get = (call: string, query: Record<string, string>) =>
  api.call({ url: `/customer/card-payment/${call}?${new URLSearchParams(query)}` });
const shop = () => ({ shop: merchant.profileId });
const pair = () => ({ ...shop(), gate_id: 'BTC', fiat: 'EUR', method: 'card' });
const amount = () => ({ ...pair(), country: 'DE', amount: '100.00' });

describe('the shop', () => {
  test('says whether coins can be bought through it, and no more of the merchant than payers see', async () => {
    const { json } = await get('merchant', shop());
    expect(json.data).toEqual({
      shop: { id: merchant.profileId, name: 'Test Shop', logo_url: null, domain: null },
      mode: 'sandbox',
      simulated: true,
      available: true,
      reason: null,
    });
  });

  test('is not found if there is none, and sells nothing once it is closed or its merchant is blocked', async () => {
    expect((await get('merchant', { shop: newId() })).status).toBe(404);
    const other = await api.merchant({ mode: 'sandbox' });
    await execute(api.db, 'UPDATE profile SET closed_at = now() WHERE id = $1', [other.profileId]);
    expect((await get('merchant', { shop: other.profileId })).json.data).toMatchObject({
      available: false,
      reason: 'shop_closed',
    });
    expect((await get('partner', { shop: other.profileId })).json.code).toBe('shop_closed');
    const blocked = await api.merchant({ mode: 'sandbox' });
    await execute(api.db, `UPDATE merchant SET status = 'blocked' WHERE id = $1`, [blocked.merchantId]);
    expect((await get('merchant', { shop: blocked.profileId })).json.data.reason).toBe('shop_closed');
    expect((await get('currencies', { shop: blocked.profileId })).json.code).toBe('shop_closed');
  });

  test('sells nothing in a mode without a seller', async () => {
    const production = await api.merchant({ mode: 'production' });
    await execute(api.db, `UPDATE merchant SET status = 'verified' WHERE id = $1`, [production.merchantId]);
    expect((await get('merchant', { shop: production.profileId })).json.data).toMatchObject({
      available: false,
      reason: 'partner_unavailable',
    });
    const { status, json } = await get('amount-from', { ...amount(), shop: production.profileId });
    expect([status, json.code]).toEqual([503, 'service_unavailable']);
    expect(seller.questions).toEqual([]);
  });
});

describe('the seller', () => {
  test('names 190 countries with what each allows', async () => {
    const { countries, ...named } = (await get('partner', shop())).json.data;
    expect(named).toEqual({
      name: 'Seller Ltd',
      terms_url: 'https://seller.example/terms',
      privacy_url: 'https://seller.example/privacy',
    });
    expect(countries).toHaveLength(190);
    const of = (code: string) => countries.find((each: { code: string }) => each.code === code);
    expect(of('US')).toEqual({
      code: 'US',
      allowed: true,
      methods: ['card', 'apple_pay', 'google_pay'],
      excluded_gates: ['XRP'],
    });
    expect(of('IT')).toMatchObject({ allowed: false, methods: [] });
    expect(of('RU')).toBeUndefined();
  });

  test('sells coins for currencies, within limits', async () => {
    const { gates, fiats } = (await get('currencies', shop())).json.data;
    expect(gates.map((each: { gate_id: string }) => each.gate_id)).toEqual(['BTC', 'ETH', 'USDT_TRC20', 'XRP']);
    expect(gates[3]).toMatchObject({ asset: 'XRP', network_title: 'XRP Ledger', has_tag: true, minimum: null });
    expect(fiats[0]).toMatchObject({
      currency: 'EUR',
      decimals: 2,
      methods: [{ method: 'card', minimum: '20.00', maximum: '10000.00' }, {}, {}],
    });
    expect(fiats[1]).toMatchObject({ currency: 'JPY', decimals: 0 });
  });
});

describe('a price', () => {
  test('is live in both directions, and its lines add up', async () => {
    const from = (await get('amount-from', amount())).json.data;
    expect(from).toEqual({
      gate_id: 'BTC',
      fiat: 'EUR',
      method: 'card',
      country: 'DE',
      fiat_amount: '100.00',
      crypto_amount: '0.00195000',
      rate: '50000',
      fees: { partner: '2.00', network: '0.50' },
      expires_at: expect.any(String),
    });
    const to = (await get('amount-to', { ...amount(), amount: '0.00195' })).json.data;
    expect(to).toMatchObject({ fiat_amount: '99.99', crypto_amount: '0.00195000' });
    expect((await get('rate', pair())).json.data).toMatchObject({
      rate: '50000',
      minimum: '20.00',
      maximum: '10000.00',
    });
  });

  test('is asked of the seller once for many customers, and again when it is some seconds old', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('amount-from', amount())));
    expect(seller.questions.length).toBeLessThanOrEqual(3);
    const before = seller.questions.length;
    await get('amount-from', amount());
    expect(seller.questions).toHaveLength(before);
    await execute(api.db, `UPDATE card_question SET asked_at = asked_at - interval '6 seconds'`);
    seller.percent = 200n;
    expect((await get('amount-from', amount())).json.data.crypto_amount).toBe('0.00097500');
  });

  test.each([
    ['an amount of zero', { amount: '0.00' }, 'amount', 'amount_invalid'],
    ['too many places', { amount: '1.001' }, 'amount', 'amount_invalid'],
    ['a country that is not served', { country: 'IT' }, 'country', 'validation_failed'],
    ['a country that is prohibited, although the seller serves it', { country: 'RU' }, 'country', 'validation_failed'],
    ['a coin that is not sold', { gate_id: 'LTC' }, 'gate_id', 'gate_not_offered'],
    ['a coin that is not sold there', { gate_id: 'XRP', country: 'US' }, 'gate_id', 'gate_not_offered'],
    ['a currency that is not sold for', { fiat: 'USD' }, 'fiat', 'currency_unknown'],
    [
      'a method that the currency does not take',
      { fiat: 'JPY', method: 'apple_pay', amount: '100' },
      'fiat',
      'currency_unknown',
    ],
    ['a currency that is none', { fiat: 'QQQ' }, 'currency', 'currency_unknown'],
  ])('is refused for %s, without asking the seller', async (_, change, field, code) => {
    const { status, json } = await get('amount-from', { ...amount(), ...change });
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, code, [field]]);
    expect(seller.questions).toEqual([]);
  });

  test.each([
    ['below_minimum', 422, 'amount_too_small', { fiat_amount: ['Amount is less than the minimum value'] }],
    ['above_maximum', 422, 'amount_too_large', { fiat_amount: ['Amount is greater than the maximum value'] }],
    ['unavailable_here', 422, 'validation_failed', { country: [expect.stringContaining('cannot be bought')] }],
    ['away', 503, 'rate_unavailable', undefined],
  ] as const)('says why the seller gave none: %s', async (refusal, status, code, errors) => {
    seller.refusal = refusal;
    const { json, ...answer } = await get('amount-from', amount());
    expect([answer.status, json.code, json.errors]).toEqual([status, code, errors]);
  });

  test('is not waited for longer than two seconds', async () => {
    seller.silent = true;
    const began = performance.now();
    const { status, json } = await get('amount-from', amount());
    expect([status, json.code]).toEqual([503, 'rate_unavailable']);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('is read although the notification was lost', async () => {
    seller.silent = true;
    const asking = get('amount-from', amount());
    while (seller.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await execute(
      api.db,
      `UPDATE card_question SET answered_at = now(), fiat_minor = 10000, crypto_minor = 5, partner_fee_minor = 0,
         network_fee_minor = 0`,
    );
    expect((await asking).json.data.crypto_amount).toBe('0.00000005');
  });
});
