import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { execute, select } from '../../../../db/core/sql.ts';
import { trialBalance } from '../../../../db/ledger/trial-balance.ts';
import { fund, moneyOf, RECIPIENTS } from '../../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { bankSays, fundEuro, give } from '../../../../db/withdrawals/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { addColleague, expectStatus, signInAs, type TestBrowser } from '../../../testing/accounts.fixture.ts';
import { lastCode, otherCode } from '../../../testing/mails.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import { passTime, totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let shop: TestMerchant;
let as: TestBrowser;
let secret: string;
let method: { readonly id: string };

const URL = '/spa/production/withdrawals';
const METHODS = '/spa/production/withdrawal-methods';
const CONFIRMED = { ownership_confirmed: true, correctness_confirmed: true };
const BANK = {
  operation: 'withdrawal',
  gate_id: 'EUR',
  title: 'House bank',
  account_name: 'Test Shop GmbH',
  town: 'Berlin',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  ...CONFIRMED,
};

const api = await openTestApi();
beforeEach(async () => {
  const both = await api.merchant();
  shop = { ...both, ...both.modes.production, mode: 'production' };
  const policy = 'INSERT INTO payout_policy (profile_id, cool_off_seconds) VALUES ($1, 0)';
  await execute(api.db, policy, [shop.profileId]);
  await fundEuro(api.db, shop, 100_000n);
  as = await signInAs(api, shop.user);
  ({ secret } = await turnTwoFactorOn(api, { browser: as, email: shop.user.email }));
  method = (await expectStatus(201, as({ url: METHODS, body: { ...BANK, ...(await proof()) } }))).json.data;
});
afterEach(async () => expect((await trialBalance(api.db)).mismatches).toEqual([]));

/** An authenticator's code, which opens once. */
async function proof() {
  await passTime(api, shop.user.email);
  return { two_fa_code: await totp(secret) };
}

async function codeFor(request: object, browser = as): Promise<string> {
  await expectStatus(202, browser({ url: `${URL}/create-token`, body: request }));
  return lastCode(api, shop.user.email, 'withdrawal_code');
}

const withdrawal = (more: object = {}) => ({ method_id: method.id, amount: '100.00', ...more });
const create = (body: object, key: string = newId()) => as({ url: URL, body, headers: { 'idempotency-key': key } });
const euro = () => moneyOf(api.db, shop, 'EUR');

async function created(more: object = {}): Promise<string> {
  const body = { ...withdrawal(more), code: await codeFor(withdrawal(more)), ...(await proof()) };
  return (await expectStatus(201, create(body))).json.data.id;
}

describe('the form of a withdrawal', () => {
  test('tells balance, minimum, fee and method, and what an amount means', async () => {
    const { data } = (await expectStatus(200, as({ url: `${URL}/create?gate_id=EUR&amount=100` }))).json;
    expect(data.gates).toEqual([
      {
        gate_id: 'EUR',
        available: '1000.00',
        frozen: false,
        is_open: true,
        min: '10.00',
        max: null,
        service_fee_percent: '1.00',
        network_fee: '0.00',
        method: { id: method.id, title: 'House bank' },
        largest: { merchant: '990.10', recipient: '1000.00' },
      },
    ]);
    expect(data.preview).toEqual([
      {
        fee_payer: 'merchant',
        net_amount: '100.00',
        total: '101.00',
        problem: null,
        fees: { service: '1.00', network: '0.00' },
      },
      {
        fee_payer: 'recipient',
        net_amount: '99.00',
        total: '100.00',
        problem: null,
        fees: { service: '1.00', network: '0.00' },
      },
    ]);
    const problems = async (amount: string) =>
      (await as({ url: `${URL}/create?gate_id=EUR&amount=${amount}` })).json.data.preview.map(
        ({ problem }: { problem: string | null }) => problem,
      );
    expect(await problems('9.99')).toEqual(Array(2).fill('Amount is less than the minimum value'));
    expect(await problems('1000')).toEqual(['Insufficient balance. Please adjust the amount and try again.', null]);
  });

  test('is of production alone: in sandbox every way to withdraw is refused in words', async () => {
    const refused = { status: 403, json: { message: 'This is possible in production mode only.' } };
    const sandbox = '/spa/sandbox/withdrawals';
    expect(await as({ url: `${sandbox}/create` })).toMatchObject(refused);
    expect(await as({ url: `${sandbox}/create-token`, body: withdrawal() })).toMatchObject(refused);
    const body = { ...withdrawal(), code: '123456' };
    const headers = { 'idempotency-key': newId() };
    expect(await as({ url: sandbox, body, headers })).toMatchObject(refused);
  });
});

describe('a withdrawal', () => {
  test('needs its mailed code and 2FA, and is shown with method, fees and what may be done', async () => {
    const code = await codeFor(withdrawal());
    expect((await create({ ...withdrawal(), code })).json.errors).toHaveProperty('two_fa_code');
    const wrong = await create({ ...withdrawal(), code: otherCode(code), ...(await proof()) });
    expect(wrong.json.errors).toHaveProperty('code');
    const { data } = (await expectStatus(201, create({ ...withdrawal(), code, ...(await proof()) }))).json;
    expect(data).toMatchObject({
      gate_id: 'EUR',
      status: 'queue',
      amount: '100.00',
      net_amount: '100.00',
      total: '101.00',
      txid: null,
      fees: { service: '1.00', network: '0.00', payer: 'merchant' },
      method: { id: method.id, title: 'House bank', type: 'fiat' },
      recipient: { address: null, destination_tag: null, iban: 'DE89 … 3000', account_name: 'Test Shop GmbH' },
    });
    expect(await euro()).toEqual({ spendable: 89_900n, held: 10_100n });
    const shown = (await as({ url: `${URL}/${data.id}` })).json.data;
    expect(shown.actions).toEqual({ approve: false, cancel: true, answer_name: false });
    expect(shown.timeline.map(({ status }: { status: string }) => status)).toEqual(['new', 'pending', 'queue']);
    expect(shown.ledger).toHaveLength(2);
    const log = await select<{ action: string }>(api.db, `SELECT action FROM audit_log WHERE target_id = $1`, [
      data.id,
    ]);
    expect(log).toEqual([{ action: 'withdrawal.created' }]);
  });

  test('hazard 63: its code works once, for exactly this withdrawal', async () => {
    const code = await codeFor(withdrawal());
    for (const other of [{ amount: '100.01' }, { fee_payer: 'recipient' }]) {
      const answer = await create({ ...withdrawal(other), code, ...(await proof()) });
      expect([answer.status, answer.json.errors]).toEqual([422, { code: expect.any(Array) }]);
    }
    await expectStatus(201, create({ ...withdrawal(), code, ...(await proof()) }));
    expect((await create({ ...withdrawal(), code, ...(await proof()) })).status).toBe(422);
  });

  test('hazard 63: its code is void once the method was changed', async () => {
    const code = await codeFor(withdrawal());
    const changed = { ...BANK, iban: 'LT121000011101001000', bic: 'HABALT22', version: 2 };
    const { operation: _, gate_id: __, ...body } = changed;
    await expectStatus(
      200,
      as({ method: 'PUT', url: `${METHODS}/${method.id}`, body: { ...body, ...(await proof()) } }),
    );
    const answer = await create({ ...withdrawal(), code, ...(await proof()) });
    expect([answer.status, answer.json.errors]).toEqual([422, { code: expect.any(Array) }]);
  });

  test('hazard 55: requested 12 times with one key is made once', async () => {
    const body = { ...withdrawal(), code: await codeFor(withdrawal()), ...(await proof()) };
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(body, key)));
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json.data.id));
    expect(ids.size).toBe(1);
    const [row] = await select<{ count: string }>(api.db, 'SELECT count(*) FROM withdrawal WHERE profile_id = $1', [
      shop.profileId,
    ]);
    expect(row?.count).toBe('1');
  });

  test('is canceled until the bank has it in a file', async () => {
    const id = await created();
    await give(api.db, id);
    expect((await expectStatus(200, as({ method: 'POST', url: `${URL}/${id}/cancel` }))).json.data.status).toBe(
      'canceled',
    );
    expect(await euro()).toEqual({ spendable: 100_000n, held: 0n });
    const other = await created();
    await give(api.db, other);
    await bankSays(api.db, other, ['put_in_file']);
    expect(await as({ method: 'POST', url: `${URL}/${other}/cancel` })).toMatchObject({
      status: 409,
      json: { code: 'withdrawal_in_file', message: 'The bank has this withdrawal: it can no longer be canceled.' },
    });
  });

  test('that the bank asks about is answered with 2FA, once', async () => {
    const id = await created();
    await give(api.db, id);
    await bankSays(api.db, id, [
      'put_in_file',
      { type: 'question_name', reasonCode: 'RVMC', payeeName: 'Test Shop AG' },
    ]);
    const shown = (await as({ url: `${URL}/${id}` })).json.data;
    expect(shown).toMatchObject({
      status_reason: 'name_question',
      payee_name: 'Test Shop AG',
      status_words: 'The name is similar to the account holder’s, but not the same.',
      actions: { answer_name: true, cancel: false },
    });
    const answer = (more: object) => as({ url: `${URL}/${id}/answer-name`, body: { outcome: 'pay', ...more } });
    expect((await answer({})).status).toBe(422);
    expect((await expectStatus(200, answer(await proof()))).json.data.status_reason).toBeNull();
    expect((await answer(await proof())).status).toBe(409);
  });

  test('is approved by another person where the policy says so', async () => {
    await execute(api.db, 'UPDATE payout_policy SET approval_required = true WHERE profile_id = $1', [shop.profileId]);
    const id = await created();
    const own = await as({ url: `${URL}/${id}/approve`, body: await proof() });
    expect(own).toMatchObject({ status: 409, json: { code: 'approver_is_creator' } });
    const colleague = await addColleague(api, shop, 'support');
    const support = await signInAs(api, colleague);
    const { secret: theirs } = await turnTwoFactorOn(api, { browser: support, email: colleague.email });
    const approved = support({ url: `${URL}/${id}/approve`, body: { two_fa_code: await totp(theirs) } });
    expect((await expectStatus(200, approved)).json.data.status).toBe('pending');
  });

  test('hazard 57: of another merchant is not found', async () => {
    const id = await created();
    const other = await api.merchant();
    const stranger = await signInAs(api, other.user);
    const two_fa_code = '123456';
    const bodies = {
      '': undefined,
      '/cancel': undefined,
      '/approve': { two_fa_code },
      '/answer-name': { outcome: 'pay', two_fa_code },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const call = path === '/cancel' ? { method: 'POST' as const } : body === undefined ? {} : { body };
      expect([path, (await stranger({ url: `${URL}/${id}${path}`, ...call })).status]).toEqual([path, 404]);
    }
    const headers = {
      authorization: `Basic ${btoa(`${other.modes.production.token.key}:${other.modes.production.token.secret}`)}`,
    };
    expect((await api.call({ url: `/api/v1/withdrawals/${id}`, headers })).status).toBe(404);
  });
});

describe('withdrawals in coins', () => {
  test('are payouts of their own kind, with the fee of withdrawals, and are listed beside euro', async () => {
    await fund(api.db, shop, 'BTC', 1_000_000n);
    const wallet = { ...CONFIRMED, operation: 'withdrawal', gate_id: 'BTC', title: 'Vault', address: RECIPIENTS.BTC };
    const vault = (await expectStatus(201, as({ url: METHODS, body: { ...wallet, ...(await proof()) } }))).json.data;
    const euroId = await created();
    const coins = { method_id: vault.id, amount: '0.001' };
    const body = { ...coins, code: await codeFor(coins), ...(await proof()) };
    const { data } = (await expectStatus(201, create(body))).json;
    expect(data).toMatchObject({
      gate_id: 'BTC',
      status: 'queue',
      amount: '0.00100000',
      method: { title: 'Vault', type: 'crypto' },
      fees: { service: '0.00001000' },
      recipient: { address: RECIPIENTS.BTC, iban: null },
    });
    const ids = async (query: string) =>
      (await expectStatus(200, as({ url: `${URL}?${query}` }))).json.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([data.id, euroId]);
    expect(await ids('gate_id=EUR')).toEqual([euroId]);
    expect(await ids('search=vault')).toEqual([data.id]);
    expect(await ids('search=DE89 3704')).toEqual([euroId]);
    expect(await ids(`method_id=${vault.id}&status=queue,done`)).toEqual([data.id]);
    // Rows that a list shows are read again by their ids when they change.
    expect(await ids(`ids=${euroId}`)).toEqual([euroId]);
    expect(await ids('sort=amount&order=asc&per_page=1&page=2')).toEqual([data.id]);
    expect(await ids('date_to=2020-01-01')).toEqual([]);
    const listed = (await as({ url: '/spa/production/payouts' })).json.data;
    expect(listed).toEqual([]);
    await expectStatus(200, as({ method: 'POST', url: `${URL}/${data.id}/cancel` }));
    const [event] = await select<{ type: string; data: object }>(
      api.db,
      `SELECT type, body::jsonb->'data' AS data FROM event WHERE entity_id = $1 ORDER BY id DESC LIMIT 1`,
      [data.id],
    );
    expect(event).toMatchObject({ type: 'withdrawal.canceled', data: { method: { title: 'Vault' } } });
  });
});

describe('withdrawals for others', () => {
  test('are read by tokens with the permission payout, and exported as CSV', async () => {
    const id = await created();
    const headers = { authorization: `Basic ${btoa(`${shop.token.key}:${shop.token.secret}`)}` };
    const list = await expectStatus(200, api.call({ url: '/api/v1/withdrawals?status=queue', headers }));
    expect(list.json.data).toMatchObject([{ id, net_amount: '100.00', method: { title: 'House bank' } }]);
    expect((await api.call({ url: `/api/v1/withdrawals/${id}`, headers })).json.data.id).toBe(id);
    const csv = (await expectStatus(200, as({ url: `${URL}/export?gate_id=EUR` }))).text.trim().split('\r\n');
    expect(csv[0]).toContain('created,id,status,reason,asset');
    expect(csv[1]).toContain(`${id},queue,,EUR,100.00,100.00,1.00,0.00,101.00,merchant,House bank,DE89 … 3000`);
    expect(csv).toHaveLength(2);
  });

  test('may be looked at and exported by a viewer, who cannot withdraw', async () => {
    const viewer = await signInAs(api, await addColleague(api, shop, 'viewer'));
    expect((await viewer({ url: URL })).status).toBe(200);
    expect((await viewer({ url: `${URL}/export` })).status).toBe(200);
    expect((await viewer({ url: `${URL}/create` })).status).toBe(403);
    expect((await viewer({ url: `${URL}/create-token`, body: withdrawal() })).status).toBe(403);
  });
});

describe('withdrawal methods', () => {
  test('are the payment methods of withdrawals, and no others', async () => {
    const wallet = { ...CONFIRMED, operation: 'payout', gate_id: 'BTC', title: 'Supplier', address: RECIPIENTS.BTC };
    const refused = await as({ url: METHODS, body: { ...wallet, ...(await proof()) } });
    expect([refused.status, refused.json.errors]).toEqual([422, { operation: ['This must be withdrawal.'] }]);
    const url = '/spa/production/payment-methods';
    const { id } = (await expectStatus(201, as({ url, body: { ...wallet, ...(await proof()) } }))).json.data;
    const listed = (await as({ url: METHODS })).json.data.map((each: { id: string }) => each.id);
    expect(listed).toEqual([method.id]);
    expect((await as({ url: `${METHODS}/${id}` })).status).toBe(404);
    expect((await as({ method: 'POST', url: `${METHODS}/${id}/pause` })).status).toBe(404);
    const gone = { method: 'DELETE' as const, url: `${METHODS}/${id}`, body: await proof() };
    expect((await as(gone)).status).toBe(404);
  });

  test('need 2FA to be deleted, and an account of the company in production', async () => {
    const del = { method: 'DELETE' as const, url: `${METHODS}/${method.id}` };
    expect((await as({ ...del, body: {} })).status).toBe(422);
    await expectStatus(204, as({ ...del, body: await proof() }));
    const stranger = { ...BANK, account_name: 'Eve Mallory', ...(await proof()) };
    const { data } = (await expectStatus(201, as({ url: METHODS, body: stranger }))).json;
    expect(data).toMatchObject({ status: 'error', status_reason: expect.stringContaining('Verified name: Test Shop') });
    expect((await as({ url: `${URL}/create-token`, body: { method_id: data.id, amount: '100' } })).status).toBe(422);
  });
});
