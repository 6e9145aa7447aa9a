import { beforeEach, describe, expect, test } from 'vitest';
import { execute, select } from '../../../../db/core/sql.ts';
import { METHOD_SCHEDULE } from '../../../../db/payout-methods/schedule.ts';
import { fund, RECIPIENTS } from '../../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { addColleague, expectStatus, signInAs, type TestBrowser } from '../../../testing/accounts.fixture.ts';
import { lastCode, mailsTo } from '../../../testing/mails.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import { totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let shop: TestMerchant;
let as: TestBrowser;
const api = await openTestApi();
beforeEach(async () => {
  shop = await api.merchant();
  as = await signInAs(api, shop.user);
});

const URL = '/spa/sandbox/payment-methods';
const CONFIRMED = { ownership_confirmed: true, correctness_confirmed: true };
const UNCONFIRMED = { ownership_confirmed: false, correctness_confirmed: false };
const WALLET = { operation: 'payout', gate_id: 'BTC', title: 'Treasury', address: RECIPIENTS.BTC, ...CONFIRMED };
const BANK = {
  operation: 'withdrawal',
  gate_id: 'EUR',
  title: 'House bank',
  ...CONFIRMED,
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'cobadeffxxx',
  account_name: 'Quay & Sons',
  bank_name: 'Commerzbank',
  town: 'Bremen',
};
const OTHER = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';

const add = (body: object, browser = as) => browser({ url: URL, body });
const added = async (body: object) => (await expectStatus(201, add(body))).json.data;
const act = (id: string, action: string, body?: object) =>
  as({ method: 'POST', url: `${URL}/${id}/${action}`, ...(body === undefined ? {} : { body }) });
const put = (id: string, body: object) => as({ method: 'PUT', url: `${URL}/${id}`, body });
const find = async (id: string) => (await as({ url: `${URL}/${id}` })).json.data;

describe('a payment method', () => {
  test('is active when ownership and correctness are confirmed, and shows all its fields', async () => {
    const wallet = await added({ ...WALLET, label: 'cold' });
    expect(wallet).toMatchObject({
      operation: 'payout',
      type: 'crypto',
      status: 'active',
      status_reason: null,
      title: 'Treasury',
      label: 'cold',
      gate_id: 'BTC',
      address: RECIPIENTS.BTC,
      destination_tag: null,
      iban: null,
      is_default: true,
      automatic: false,
      period: null,
      ownership_confirmed: true,
      correctness_confirmed: true,
      created_by: 'Test Merchant',
      actions: { activate: false, pause: true, update: true, delete: true },
    });
    const bank = await added(BANK);
    expect(bank).toMatchObject({
      operation: 'withdrawal',
      type: 'fiat',
      status: 'active',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      account_name: 'Quay & Sons',
      bank_name: 'Commerzbank',
      country: 'DE',
      address: null,
      usable_from: expect.any(String),
    });
    const list = async (query: string) => (await as({ url: `${URL}?${query}` })).json;
    expect(await list('')).toEqual({ data: [bank, wallet], pagination: { total: 2, page: 1, per_page: 25 } });
    for (const query of ['operation=payout', 'gate_id=BTC', 'status=active,paused&operation=payout']) {
      expect((await list(query)).data).toEqual([wallet]);
    }
    expect((await list('automatic=true')).data).toEqual([]);
    expect(await find(wallet.id)).toEqual(wallet);
  });

  test('waits for its confirmations, both of them', async () => {
    const { id, status, actions } = await added({ ...WALLET, ...UNCONFIRMED, ownership_confirmed: true });
    expect([status, actions.activate, actions.pause]).toEqual(['pending', true, false]);
    const half = await act(id, 'activate', { ownership_confirmed: true });
    expect([half.status, half.json.errors]).toEqual([422, { correctness_confirmed: ['This must be confirmed.'] }]);
    expect((await act(id, 'pause')).json.code).toBe('illegal_transition');
    const active = (await act(id, 'activate', CONFIRMED)).json.data;
    expect(active).toMatchObject({ status: 'active', ...CONFIRMED });
  });

  test.each([
    ['no address', { address: undefined }, { address: 'The address field is required.' }],
    ['another chain', { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, { address: /./ }],
    ['a tag of BTC', { destination_tag: '1' }, { destination_tag: 'The destination tag is not valid.' }],
    ['hazard 17: a BTC address for BCH', { gate_id: 'BCH', address: RECIPIENTS.BTC }, { address: /./ }],
    ['automatic without period', { automatic: true }, { period: 'Period is required' }],
    ['a bank account', { iban: BANK.iban }, { iban: 'Coins are not sent to a bank account.' }],
    ['a wrong IBAN', { ...BANK, iban: 'DE88370400440532013000' }, { iban: /not valid/ }],
    ['a wrong BIC', { ...BANK, bic: 'COBA' }, { bic: 'The BIC is not valid.' }],
    ['no name', { ...BANK, account_name: undefined }, { account_name: 'The account name field is required.' }],
    ['euro as payout', { ...BANK, operation: 'payout' }, { gate_id: /euro is withdrawn/ }],
  ])('is refused with %s', async (_words, changes, fields) => {
    const base = 'iban' in changes && changes.iban !== BANK.iban ? {} : WALLET;
    const { status, json } = await add({ ...base, ...changes });
    expect([status, json.message], JSON.stringify(json)).toEqual([422, 'The given data was invalid']);
    const [[field, words] = ['', '']] = Object.entries(fields);
    expect(json.errors[field]?.[0], JSON.stringify(json)).toMatch(words);
  });

  test('that does not exist, or is of another merchant, is not found, whatever is asked of it', async () => {
    const stranger = await signInAs(api, (await api.merchant()).user);
    const foreign = (await expectStatus(201, add(WALLET, stranger))).json.data;
    for (const id of [newId(), foreign.id]) {
      const change = { version: 1, title: 'Vault', address: RECIPIENTS.BTC, ...CONFIRMED };
      for (const answer of await Promise.all([
        act(id, 'pause'),
        act(id, 'activate', CONFIRMED),
        put(id, change),
        as({ url: `${URL}/${id}` }),
        as({ method: 'DELETE', url: `${URL}/${id}`, body: {} }),
      ])) {
        expect([answer.status, answer.json.code], JSON.stringify(answer.json)).toEqual([404, 'not_found']);
      }
    }
    expect((await stranger({ url: `${URL}/${foreign.id}` })).json.data.status).toBe('active');
  });

  test('one withdrawal method is active per asset; many to pay out by', async () => {
    await added(WALLET);
    expect((await added({ ...WALLET, address: OTHER })).status).toBe('active');
    const first = await added(BANK);
    const second = await add(BANK);
    expect([second.status, second.json.code]).toEqual([409, 'method_active']);
    const waiting = await added({ ...BANK, ...UNCONFIRMED });
    expect((await act(waiting.id, 'activate', CONFIRMED)).json.code).toBe('method_active');
    expect((await act(first.id, 'pause')).json.data.status).toBe('paused');
    expect((await act(waiting.id, 'activate', CONFIRMED)).json.data.status).toBe('active');
    expect((await act(first.id, 'activate', {})).json.code).toBe('method_active');
  });

  test('of 6 made at once for one asset, one is active', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(BANK)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('one is the default of its asset', async () => {
    const first = await added(WALLET);
    const second = await added({ ...WALLET, address: OTHER });
    expect([first.is_default, second.is_default]).toEqual([true, false]);
    const { version, title, address } = second;
    await expectStatus(200, put(second.id, { version, title, address, is_default: true, ...UNCONFIRMED }));
    expect([(await find(first.id)).is_default, (await find(second.id)).is_default]).toEqual([false, true]);
  });
});

describe('a change of a payment method', () => {
  test('keeps it active while it sends to the same place; another place needs a new confirmation', async () => {
    const { id, version } = await added(WALLET);
    const renamed = (await put(id, { version, title: 'Vault', address: RECIPIENTS.BTC, ...UNCONFIRMED })).json.data;
    expect(renamed).toMatchObject({ status: 'active', title: 'Vault', version: version + 1, ...CONFIRMED });
    const moved = (await put(id, { version: renamed.version, title: 'Vault', address: OTHER, ...UNCONFIRMED })).json
      .data;
    expect(moved).toMatchObject({ status: 'pending', address: OTHER, ...UNCONFIRMED });
    const back = { version: moved.version, title: 'Vault', address: RECIPIENTS.BTC, ...CONFIRMED };
    expect((await put(id, back)).json.data.status).toBe('active');
    expect((await put(id, back)).json.code).toBe('changed_meanwhile');
  });

  test('makes a manual one automatic by toggle, period and save, and tells its schedule each time', async () => {
    const { id, version } = await added(WALLET);
    const fields = { title: 'Treasury', address: RECIPIENTS.BTC, ...UNCONFIRMED };
    const auto = (await put(id, { version, ...fields, automatic: true, period: 'week' })).json.data;
    expect(auto).toMatchObject({ status: 'active', automatic: true, period: 'week' });
    expect((await as({ url: `${URL}?automatic=true` })).json.pagination.total).toBe(1);
    // From now on the whole balance leaves by itself: that is the team's business.
    const told = (await mailsTo(api, shop.user.email)).map(({ kind }) => kind);
    expect(told).toEqual(['method_added', 'method_changed']);
    await expectStatus(200, act(id, 'pause'));
    await expectStatus(200, act(id, 'activate', {}));
    const sql = `SELECT payload FROM outbox WHERE topic = $1 AND payload->>'methodId' = $2`;
    expect(await select(api.db, sql, [METHOD_SCHEDULE, id])).toHaveLength(4);
  });

  test('an address that is refused by now makes it an error, in words, and can be mended', async () => {
    const { id } = await added({ ...WALLET, ...UNCONFIRMED });
    await execute(
      api.db,
      `UPDATE payment_method SET address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' WHERE id = $1`,
      [id],
    );
    const refused = (await act(id, 'activate', CONFIRMED)).json.data;
    expect(refused.status).toBe('error');
    expect(refused.status_reason).toMatch(/./);
    const { version, title } = refused;
    const mended = await put(id, { version, title, address: RECIPIENTS.BTC, ...CONFIRMED });
    expect(mended.json.data).toMatchObject({ status: 'active', status_reason: null });
  });

  test('Support makes, changes and resumes no method that pays by itself, and may pause one', async () => {
    const theirs = await signInAs(api, await addColleague(api, shop, 'support'));
    const automatic = { automatic: true, period: 'day' };
    expect((await add({ ...WALLET, ...automatic }, theirs)).json.code).toBe('permission_denied');
    const { id, version } = (await expectStatus(201, add(WALLET, theirs))).json.data;
    const request = { version, title: 'Treasury', address: RECIPIENTS.BTC, ...CONFIRMED };
    const refused = await theirs({ method: 'PUT', url: `${URL}/${id}`, body: { ...request, ...automatic } });
    expect([refused.status, refused.json.message]).toEqual([403, 'Only an admin can set up automatic payouts.']);

    await expectStatus(200, put(id, { ...request, ...automatic }));
    const { version: now } = await find(id);
    const off = { method: 'PUT', url: `${URL}/${id}`, body: { ...request, version: now } } as const;
    expect((await theirs(off)).json.code).toBe('permission_denied');
    await expectStatus(200, theirs({ method: 'POST', url: `${URL}/${id}/pause` }));
    expect((await theirs({ url: `${URL}/${id}` })).json.data.actions).toMatchObject({ activate: false, update: false });
    const resumed = await theirs({ method: 'POST', url: `${URL}/${id}/activate`, body: {} });
    expect(resumed.json.code).toBe('permission_denied');
    await expectStatus(200, act(id, 'activate', {}));
  });

  test('is mailed to the whole team and kept in the audit log; what moves no money is not mailed', async () => {
    const support = await addColleague(api, shop, 'support');
    const theirs = await signInAs(api, support);
    const { secret } = await turnTwoFactorOn(api, { browser: as, email: shop.user.email });
    const two_fa_code = await totp(secret);
    const { id, version } = (await expectStatus(201, add(WALLET, theirs))).json.data;
    const change = { title: 'Vault', address: OTHER, ...CONFIRMED };
    const moved = await expectStatus(200, theirs({ method: 'PUT', url: `${URL}/${id}`, body: { version, ...change } }));
    await expectStatus(200, theirs({ method: 'POST', url: `${URL}/${id}/pause` }));
    expect(moved.json.data.title).toBe('Vault');
    expect((await theirs({ method: 'DELETE', url: `${URL}/${id}`, body: {} })).json.code).toBe('permission_denied');
    const without = await as({ method: 'DELETE', url: `${URL}/${id}`, body: {} });
    expect(without.json.errors).toEqual({ two_fa_code: ['The two fa code field is required.'] });
    await expectStatus(204, as({ method: 'DELETE', url: `${URL}/${id}`, body: { two_fa_code } }));
    expect((await as({ url: `${URL}/${id}` })).status).toBe(404);
    expect((await as({ url: URL })).json.pagination.total).toBe(0);
    for (const email of [shop.user.email, support.email]) {
      const mails = (await mailsTo(api, email)).filter(({ kind }) => kind.startsWith('method_'));
      expect(mails).toMatchObject([
        {
          kind: 'method_added',
          values: { mode: 'sandbox', title: 'Treasury', address: RECIPIENTS.BTC, by: 'Ana the support' },
        },
        { kind: 'method_changed', values: { mode: 'sandbox', title: 'Vault', address: OTHER } },
        { kind: 'method_deleted', values: { by: 'Test Merchant' } },
      ]);
    }
    const sql = `SELECT action FROM audit_log WHERE chain = $1 AND action LIKE 'method.%' ORDER BY seq`;
    const acts = await select<{ action: string }>(api.db, sql, [shop.merchantId]);
    const verbs = ['created', 'updated', 'paused', 'deleted'];
    expect(acts.map(({ action }) => action)).toEqual(verbs.map((verb) => `method.${verb}`));
  });

  test('that lets money move is mailed to the team: resuming, confirming, but not a refused address', async () => {
    const kinds = async () => (await mailsTo(api, shop.user.email)).map(({ kind }) => kind);
    const resumed = await added(WALLET);
    await expectStatus(200, act(resumed.id, 'pause'));
    await expectStatus(200, act(resumed.id, 'activate', {}));
    expect(await kinds()).toEqual(['method_added', 'method_activated']);
    expect((await mailsTo(api, shop.user.email)).at(-1)).toMatchObject({
      values: { mode: 'sandbox', title: 'Treasury', address: RECIPIENTS.BTC, by: 'Test Merchant' },
    });

    const [here, there, nowhere] = await Promise.all([
      added({ ...WALLET, ...UNCONFIRMED }),
      added({ ...WALLET, ...UNCONFIRMED }),
      added({ ...WALLET, ...UNCONFIRMED }),
    ]);
    await expectStatus(200, act(here.id, 'activate', CONFIRMED));
    const { version, title, address } = there;
    await expectStatus(200, put(there.id, { version, title, address, ...CONFIRMED }));
    expect((await kinds()).slice(-2)).toEqual(['method_activated', 'method_activated']);

    const sql = `UPDATE payment_method SET address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' WHERE id = $1`;
    await execute(api.db, sql, [nowhere.id]);
    expect((await expectStatus(200, act(nowhere.id, 'activate', CONFIRMED))).json.data.status).toBe('error');
    expect((await kinds()).filter((kind) => kind === 'method_activated')).toHaveLength(3);
  });

  test('is not for viewers, needs 2FA to delete and, where the money is real, to be made', async () => {
    const { id } = await added(WALLET);
    const viewer = await signInAs(api, await addColleague(api, shop, 'viewer'));
    expect((await add(WALLET, viewer)).json.code).toBe('permission_denied');
    expect((await viewer({ url: `${URL}/${id}` })).json.data.actions).toEqual({
      activate: false,
      pause: false,
      update: false,
      delete: false,
    });
    expect((await as({ method: 'DELETE', url: `${URL}/${id}`, body: {} })).json.code).toBe('two_fa_not_enabled');
    const real = await as({ url: '/spa/production/payment-methods', body: WALLET });
    expect(real.json.code).toBe('two_fa_not_enabled');
  });
});

describe('a payout by a payment method', () => {
  const request = (method_id: string) => ({ gate_id: 'BTC', amount: '0.001', fee_payer: 'merchant', method_id });
  const ask = (body: object) => as({ url: '/spa/sandbox/payouts/create-token', body });

  test('goes where the method says, and is found by it', async () => {
    await fund(api.db, shop, 'BTC', 1_000_000n);
    const { id } = await added(WALLET);
    const requested = await expectStatus(202, ask(request(id)));
    expect(requested.json.data.address).toBe(RECIPIENTS.BTC);
    const code = await lastCode(api, shop.user.email, 'payout_code');
    const made = await expectStatus(
      201,
      as({ url: '/spa/sandbox/payouts', body: { ...request(id), code }, headers: { 'idempotency-key': newId() } }),
    );
    expect(made.json.data.address).toBe(RECIPIENTS.BTC);
    const { data } = (await as({ url: `/spa/sandbox/payouts/${made.json.data.id}` })).json;
    expect(data.method).toEqual({ id, title: 'Treasury' });
    const listed = async (methodId: string) =>
      (await as({ url: `/spa/sandbox/payouts?method_id=${methodId}` })).json.pagination.total;
    expect([await listed(id), await listed(newId())]).toEqual([1, 0]);
  });

  test('a code for a method that sends elsewhere by now is worth nothing', async () => {
    await fund(api.db, shop, 'BTC', 1_000_000n);
    const { id, version } = await added(WALLET);
    await expectStatus(202, ask(request(id)));
    const code = await lastCode(api, shop.user.email, 'payout_code');
    await expectStatus(200, put(id, { version, title: 'Treasury', address: OTHER, ...CONFIRMED }));
    const refused = await as({
      url: '/spa/sandbox/payouts',
      body: { ...request(id), code },
      headers: { 'idempotency-key': newId() },
    });
    expect(refused.json.errors.code).toHaveLength(1);
  });

  test('is refused for one that is paused, of another asset, not there, or together with an address', async () => {
    await fund(api.db, shop, 'BTC', 1_000_000n);
    const { id } = await added(WALLET);
    const problem = async (body: object) => Object.values((await ask(body)).json.errors)[0];
    expect(await problem({ ...request(id), address: OTHER })).toEqual(['The payment method has an address.']);
    expect(await problem({ ...request(id), gate_id: 'LTC' })).toEqual(['This payment method is for another asset.']);
    expect(await problem(request(newId()))).toEqual(['There is no such payment method.']);
    await expectStatus(200, act(id, 'pause'));
    expect(await problem(request(id))).toEqual(['This payment method is not active.']);
  });
});
