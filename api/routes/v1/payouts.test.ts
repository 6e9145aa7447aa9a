import { afterEach, describe, expect, test } from 'vitest';
import { saveChainIdentity } from '../../../db/chain/identity.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, one } from '../../../db/core/sql.ts';
import { freeze } from '../../../db/ledger/freezes.ts';
import { networkFee } from '../../../db/payouts/network-fees.ts';
import { payoutProcess } from '../../../db/payouts/process.ts';
import { fund, mismatches, moneyOf, RECIPIENTS, testPayoutSettings } from '../../../db/payouts/testing.fixture.ts';
import { applyStep } from '../../../db/process/apply.ts';
import { storeOutgoing } from '../../../db/sending/transactions.ts';
import { createApiToken } from '../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import type { TestApi } from '../../testing/server.fixture.ts';

const api = await openTestApi({ env: { RATE_LIMIT_API_PER_MINUTE: '1000000' } });
afterEach(async () => expect(await mismatches(api.db)).toEqual([]));

const WISH = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' };

async function shopWith(minor = 1_000_000n, options: Parameters<TestApi['merchant']>[0] = {}): Promise<TestMerchant> {
  const shop = await api.merchant(options);
  await fund(api.db, shop, 'BTC', minor);
  return shop;
}

function post(shop: Pick<TestMerchant, 'token'>, changes: Record<string, unknown> = {}, key: string = newId()) {
  const body = { ...WISH, ...changes };
  return api.call({ url: '/api/v1/payouts', body, headers: { 'idempotency-key': key }, as: shop.token });
}

const get = (shop: TestMerchant, path: string) => api.call({ url: `/api/v1/${path}`, as: shop.token });
const cancel = (shop: TestMerchant, id: string) =>
  api.call({ method: 'POST', url: `/api/v1/payouts/${id}/cancel`, as: shop.token });

/** Acts as the signer does: stores a transaction of the payout, so that it can no longer be canceled. */
async function sign(shop: TestMerchant, payoutId: string): Promise<void> {
  const nowMs = Date.now();
  await inTransaction(api.db, async (tx) => {
    await storeOutgoing(tx, {
      chain: { mode: shop.mode, network: 'BTC' },
      txid: `tx-${payoutId}`,
      raw: '00',
      spends: [`${payoutId}:0`],
      feeMinor: 200n,
      lines: [{ payoutId, output: '0' }],
      change: [],
      replaces: null,
      nowMs,
    });
    await applyStep(tx, payoutProcess, { id: payoutId, event: { type: 'signed' }, cause: 'signed', nowMs });
  });
}

describe('a payout by token', () => {
  test('holds amount and fees, and is shown the same in every place', async () => {
    const shop = await shopWith();
    const made = await post(shop, { reference: 'salary-11', description: 'November' });
    expect(made.status, made.text).toBe(201);
    const payout = made.json.data;
    expect(payout).toMatchObject({
      status: 'queue',
      status_reason: null,
      mode: 'sandbox',
      gate_id: 'BTC',
      version: 3,
      amount: '0.00100000',
      net_amount: '0.00100000',
      total: '0.00102300',
      fees: { service: '0.00000300', network: '0.00002000', payer: 'merchant' },
      address: RECIPIENTS.BTC,
      destination_tag: null,
      reference: 'salary-11',
      description: 'November',
      txid: null,
      confirmations: { current: 0, required: 2 },
      transactions: [],
      approval_required: false,
      not_before: null,
      completed_at: null,
      canceled_at: null,
    });
    expect((await get(shop, `payouts/${payout.id}`)).json.data).toEqual(payout);
    const list = await get(shop, 'payouts');
    expect(list.json).toEqual({ data: [payout], pagination: { total: 1, page: 1, per_page: 25 } });
    const [balance] = (await get(shop, 'balances')).json.data;
    expect(balance).toMatchObject({
      gate_id: 'BTC',
      asset: 'BTC',
      available: '0.00897700',
      pending: '0.00000000',
      held: '0.00102300',
    });
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
  });

  test('takes the fees from the amount when the recipient pays them', async () => {
    const shop = await shopWith();
    const { data } = (await post(shop, { fee_payer: 'recipient' })).json;
    expect(data).toMatchObject({ amount: '0.00100000', net_amount: '0.00097700', total: '0.00100000' });
  });

  test('is found by each filter of the list', async () => {
    const shop = await shopWith();
    await post(shop, { reference: 'a' });
    const { id } = (await post(shop, { reference: 'b', description: 'rent' })).json.data;
    await cancel(shop, id);
    const found = async (query: string) =>
      (await get(shop, `payouts?${query}`)).json.data.map((each: { reference: string }) => each.reference);
    expect(await found('')).toEqual(['b', 'a']);
    expect(await found('reference=a')).toEqual(['a']);
    expect(await found('status=canceled,done')).toEqual(['b']);
    expect(await found('gate_id=LTC')).toEqual([]);
    expect(await found('search=RENT')).toEqual(['b']);
    expect(await found(`ids=${id}`)).toEqual(['b']);
    expect(await found('sort=reference&order=asc&per_page=1')).toEqual(['a']);
    expect(await found('date_from=2026-01-01&date_to=2026-01-02')).toEqual([]);
    expect((await get(shop, 'payouts?date_from=2026-02-30')).json.errors).toEqual({
      date_from: ['There is no such day.'],
    });
    expect((await get(shop, 'payouts?status=paid')).status).toBe(422);
  });

  test('hazards 46, 55: 32 identical requests make one payout with one answer, another body is refused', async () => {
    const shop = await shopWith();
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 32 }, () => post(shop, {}, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(31);
    expect((await get(shop, 'payouts')).json.pagination.total).toBe(1);
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
    expect((await post(shop, { amount: '0.002' }, key)).json.code).toBe('idempotency_mismatch');
    const { status, json } = await api.call({ url: '/api/v1/payouts', body: WISH, as: shop.token });
    expect([status, json.errors]).toEqual([422, { 'idempotency-key': ['The idempotency-key field is required.'] }]);
  });

  const address = (text: string, more = {}) => ({ address: text, ...more });
  const XRP = { gate_id: 'XRP', amount: '30' };
  const X_ADDRESS = 'T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE';
  test.each([
    ['an amount that is a number', { amount: 0.001 }, { amount: 'Must be text.' }],
    ['an exponent', { amount: '1e-3' }, { amount: 'Must be a plain decimal amount such as "49.90".' }],
    ['too many places', { amount: '0.000000001' }, { amount: 'The amount may have at most 8 decimal places.' }],
    ['nothing', { amount: '0' }, { amount: 'Amount is less than the minimum value' }],
    ['less than the minimum', { amount: '0.00003999' }, { amount: 'Amount is less than the minimum value' }],
    ['an unknown field', { status: 'done' }, { status: 'This field is not known.' }],
    ['no fee payer', { fee_payer: undefined }, { fee_payer: 'The fee payer field is required.' }],
    ['euro', { gate_id: 'EUR' }, { gate_id: /^Must be one of: BTC, / }],
    ['an address of another chain', address('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'), { address: /./ }],
    ['hazard 18: MWEB', { gate_id: 'LTC', amount: '1', ...address(`ltcmweb1${'q'.repeat(100)}`) }, { address: /MWEB/ }],
    ['the address of nobody', { gate_id: 'ETH', amount: '1', ...address(`0x${'0'.repeat(40)}`) }, { address: /lost/ }],
    ['a tag where there is none', { destination_tag: '7' }, { destination_tag: 'The destination tag is not valid.' }],
    [
      'hazard 42: an X-address with a tag and another tag',
      { ...XRP, address: X_ADDRESS, destination_tag: '7' },
      { destination_tag: 'The address contains another destination tag than the one given.' },
    ],
  ])('is refused for %s', async (_words, changes, fields) => {
    const shop = await shopWith();
    const { status, json } = await post(shop, changes);
    expect([status, json.message]).toEqual([422, 'The given data was invalid']);
    const [[field, words] = ['', '']] = Object.entries(fields);
    expect(json.errors[field]?.[0], JSON.stringify(json)).toMatch(words);
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 1_000_000n, held: 0n });
  });

  test('hazard 42: the tag of an X-address is the tag; given beside it, it must be the same', async () => {
    const shop = await api.merchant();
    await fund(api.db, shop, 'XRP', 100_000_000n);
    for (const tag of [{}, { destination_tag: '1' }]) {
      const { json } = await post(shop, { ...XRP, address: X_ADDRESS, ...tag });
      expect(json.data).toMatchObject({ address: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', destination_tag: '1' });
    }
  });

  test('is refused beyond balance and limits, with the words of each', async () => {
    const shop = await shopWith(100_000n);
    const poor = await post(shop);
    expect([poor.status, poor.json.code]).toEqual([422, 'insufficient_balance']);
    expect(poor.json.message).toBe('Insufficient balance. Please adjust the amount and try again.');
    const sql = `INSERT INTO payout_limit (scope, gate_id, max_minor, daily_minor) VALUES ($1, 'BTC', 60000, 70000)`;
    await execute(api.db, sql, [shop.merchantId]);
    const large = await post(shop, { amount: '0.00060001' });
    expect(large.json).toMatchObject({
      code: 'amount_too_large',
      errors: { amount: ['Amount is greater than the maximum value'] },
    });
    expect((await post(shop, { amount: '0.0004' })).status).toBe(201);
    expect((await post(shop, { amount: '0.0004' })).json.errors.amount[0]).toContain('of the last day');
  });

  test('is refused while the balance is frozen, the account blocked, or production not open', async () => {
    const shop = await shopWith();
    const account = { owner: shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
    await inTransaction(api.db, (tx) => freeze(tx, 'invoice:test', [account]));
    const frozen = await post(shop);
    expect([frozen.status, frozen.json.code]).toEqual([409, 'account_frozen']);
    const blocked = await post(await api.merchant({ status: 'blocked' }));
    expect([blocked.status, blocked.json.code]).toEqual([403, 'merchant_blocked']);
    const fresh = await post((await api.merchant({ status: 'active' })).modes.production);
    expect([fresh.status, fresh.json.code]).toEqual([403, 'production_not_permitted']);
  });

  test('hazard 58: needs a token with the permission, and its events are for such tokens', async () => {
    const shop = await shopWith();
    const { profileId } = shop;
    const other = await inTransaction(api.db, (tx) =>
      createApiToken(tx, { profileId, mode: 'sandbox', name: 'o', permissions: ['invoice_get'], createdBy: null }),
    );
    const refused = await post({ token: other });
    expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
    const { id } = (await post(shop)).json.data;
    const mine = await api.events(shop, 3);
    expect(mine.map(({ type }: { type: string }) => type).sort()).toEqual([
      'payout.new',
      'payout.pending',
      'payout.queue',
    ]);
    const last = mine.find(({ type }: { type: string }) => type === 'payout.queue');
    expect(last.data).toEqual((await get(shop, `payouts/${id}`)).json.data);
    expect((await api.call({ url: '/api/v1/events', as: other })).json.data).toEqual([]);
  });
});

describe('a payout that is canceled', () => {
  test('gives the money back, once', async () => {
    const shop = await shopWith();
    const { id } = (await post(shop)).json.data;
    const gone = await cancel(shop, id);
    expect(gone.json.data).toMatchObject({ status: 'canceled', status_reason: 'canceled_by_merchant' });
    expect(gone.json.data.canceled_at).not.toBeNull();
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 1_000_000n, held: 0n });
    const again = await cancel(shop, id);
    expect([again.status, again.json.code]).toEqual([409, 'illegal_transition']);
  });

  test('hazard 52: of cancelations and a signature at once one wins, and the money follows', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shop = await shopWith();
      const { id } = (await post(shop)).json.data;
      const [signed, ...answers] = await Promise.all([
        sign(shop, id).then(
          () => true,
          () => false,
        ),
        ...Array.from({ length: 6 }, () => cancel(shop, id)),
      ]);
      // Those of one millisecond are one request, so several may report the same cancelation.
      const canceled = answers.some(({ status }) => status === 200);
      expect(canceled).toBe(!signed);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect((await moneyOf(api.db, shop)).held).toBe(signed ? 102_300n : 0n);
    }
  });

  test('hazard 50: is refused once it is signed', async () => {
    const shop = await shopWith();
    const { id } = (await post(shop)).json.data;
    await sign(shop, id);
    const { status, json } = await cancel(shop, id);
    expect([status, json.code, json.message]).toEqual([
      409,
      'payout_signed',
      'This payout is signed: it can no longer be canceled.',
    ]);
    expect((await get(shop, `payouts/${id}`)).json.data).toMatchObject({ status: 'queue', txid: `tx-${id}` });
  });
});

test('withdrawals have the shape of payouts, and there is none yet', async () => {
  const shop = await shopWith();
  await post(shop);
  expect((await get(shop, 'withdrawals')).json).toEqual({
    data: [],
    pagination: { total: 0, page: 1, per_page: 25 },
  });
  expect((await get(shop, `withdrawals/${newId()}`)).status).toBe(404);
});

test('a webhook carries the payout as the API shows it', async () => {
  const shop = await shopWith();
  const { id } = (await post(shop)).json.data;
  const sql = `SELECT e.body, o.topic FROM event e JOIN outbox o ON o.event_id = e.id WHERE e.entity_id = $1
    AND e.type = 'payout.queue'`;
  const { body, topic } = await one<{ body: string; topic: string }>(api.db, sql, [id]);
  expect(topic).toBe('event.payout.queue');
  expect(JSON.parse(body)).toMatchObject({
    type: 'payout.queue',
    data: (await get(shop, `payouts/${id}`)).json.data,
  });
});

describe('simulated network fees', () => {
  const setFees = (as: TestMerchant['token'], body: object, network = 'LTC') =>
    api.call({ url: `/api/v1/sandbox/networks/${network}/fees`, body, as });
  const ltc = { gate_id: 'LTC', amount: '0.1', address: RECIPIENTS.LTC };

  test('are raised by a sandbox token: new payouts cost more until the fees are back to normal', async () => {
    const shop = await shopWith();
    await fund(api.db, shop, 'LTC', 1_000_000_000n);
    const feeOf = async () => (await post(shop, ltc)).json.data.fees.network;
    expect(await feeOf()).toBe('0.00020000');
    const raised = await setFees(shop.token, { percent: 300 });
    expect([raised.status, raised.json.data]).toEqual([202, { network: 'LTC', percent: 300, seconds: 300 }]);
    expect(await feeOf()).toBe('0.00060000');
    expect((await setFees(shop.token, { percent: 100, seconds: 1 })).status).toBe(202);
    expect(await feeOf()).toBe('0.00020000');
  });

  test('are those of the merchant that set them, for as long as it said, and of no other', async () => {
    const shop = await shopWith();
    const other = await shopWith();
    await fund(api.db, other, 'LTC', 1_000_000_000n);
    const listedTo = async (of: TestMerchant) => {
      const gates: { network_fee: string }[] = (await get(of, 'gates?gate_id=LTC')).json.data;
      return gates.map(({ network_fee }) => network_fee);
    };
    expect((await setFees(shop.token, { percent: 300 })).status).toBe(202);
    expect([await listedTo(shop), await listedTo(other)]).toEqual([['0.00060000'], ['0.00020000']]);
    expect((await post(other, ltc)).json.data.fees.network).toBe('0.00020000');
    const production = await networkFee(api.db, testPayoutSettings, {
      mode: 'production',
      merchantId: shop.merchantId,
      gateId: 'LTC',
    });
    expect(production.chargedMinor).toBe(20_000n);
    await execute(api.db, `UPDATE sim_fee SET until = now() WHERE merchant_id = $1`, [shop.merchantId]);
    expect(await listedTo(shop)).toEqual(['0.00020000']);
  });

  test('are asked by simulated networks alone: a node that takes the place of one reports its own', async () => {
    const shop = await shopWith();
    const quoted = () => networkFee(api.db, testPayoutSettings, { ...shop, gateId: 'BCH' });
    expect((await setFees(shop.token, { percent: 1_000 }, 'BCH')).status).toBe(202);
    const raised = await quoted();
    await saveChainIdentity(
      api.db,
      { mode: 'sandbox', network: 'BCH' },
      { chain: 'test', name: 'chipnet', simulated: false },
    );
    expect((await quoted()).chargedMinor).toBeLessThan(raised.chargedMinor);
    await execute(api.db, `DELETE FROM chain_identity WHERE network = 'BCH'`);
  });

  test('are not raised beyond bounds, in production, without the permission, or on an unknown network', async () => {
    const shop = await shopWith();
    for (const body of [{ percent: 9 }, { percent: 1001 }, { percent: 100, seconds: 601 }, { percent: '100' }, {}]) {
      expect((await setFees(shop.token, body)).status, JSON.stringify(body)).toBe(422);
    }
    expect((await setFees(shop.token, { percent: 100 }, 'DOGE')).status).toBeGreaterThanOrEqual(400);
    const production = await setFees(shop.modes.production.token, { percent: 200 });
    expect([production.status, production.json.code]).toEqual([403, 'sandbox_only']);
    const reader = await api.merchant({ permissions: ['invoice_get'] });
    expect((await setFees(reader.token, { percent: 200 })).status).toBe(403);
  });
});
