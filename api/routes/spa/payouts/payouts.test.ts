import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { execute, select } from '../../../../db/core/sql.ts';
import { saveGateCosts } from '../../../../db/payouts/network-fees.ts';
import { fund, mismatches, moneyOf, RECIPIENTS } from '../../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { addColleague, expectStatus, signInAs, type TestBrowser } from '../../../testing/accounts.fixture.ts';
import { lastCode, mailsTo, otherCode } from '../../../testing/mails.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import { passTime, totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

let shop: TestMerchant;
let as: TestBrowser;
const api = await openTestApi();
beforeEach(async () => {
  shop = await api.merchant();
  await fund(api.db, shop, 'BTC', 1_000_000n);
  as = await signInAs(api, shop.user);
});
afterEach(async () => expect(await mismatches(api.db)).toEqual([]));

const URL = '/spa/sandbox/payouts';
const WISH = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' };
const WRONG = 'The entered verification code is incorrect or has expired. Please try again.';

/** Asks for the code and reads it from the mail. */
async function codeFor(request: object = WISH, browser = as, email = shop.user.email): Promise<string> {
  await expectStatus(202, browser({ url: `${URL}/create-token`, body: request }));
  return lastCode(api, email, 'payout_code');
}

const create = (body: object, browser = as, key: string = newId()) =>
  browser({ url: URL, body, headers: { 'idempotency-key': key } });

const setPolicy = (approval_required: boolean, cool_off_seconds: number, more = {}, browser = as) =>
  browser({ method: 'PUT', url: `${URL}/policy`, body: { approval_required, cool_off_seconds, ...more } });

describe('the form of a payout', () => {
  test('tells balances, bounds and fees, and what an amount means by who pays the fees', async () => {
    const { data } = (await as({ url: `${URL}/create?gate_id=BTC&amount=0.001` })).json;
    expect(data).toMatchObject({
      currency: 'EUR',
      policy: { approval_required: false, cool_off_seconds: 0 },
      two_fa: { required: false, enabled: false },
      preview: [
        {
          fee_payer: 'merchant',
          net_amount: '0.00100000',
          total: '0.00102300',
          value: '51.15',
          problem: null,
          fees: { service: '0.00000300', network: '0.00002000' },
        },
        { fee_payer: 'recipient', net_amount: '0.00097700', total: '0.00100000', value: '50.00', problem: null },
      ],
    });
    const [btc, ltc] = data.gates;
    expect(btc).toMatchObject({
      gate_id: 'BTC',
      available: '0.01000000',
      frozen: false,
      is_open: true,
      min: '0.00004000',
      max: null,
      hourly_left: null,
      daily_left: null,
      service_fee_percent: '0.30',
      network_fee: '0.00002000',
      rate: '50000.00',
      largest: { merchant: '0.00995015', recipient: '0.01000000' },
    });
    expect(ltc).toMatchObject({ available: '0.00000000', largest: { merchant: '0.00000000' } });
    expect((await as({ url: '/spa/production/payouts/create' })).json.data.two_fa.required).toBe(true);
  });

  test('says why an amount would be refused', async () => {
    const sql = `INSERT INTO payout_limit (scope, gate_id, max_minor, hourly_minor) VALUES ($1, 'BTC', 500000, 300000)`;
    await execute(api.db, sql, [shop.merchantId]);
    const problems = async (amount: string) =>
      (await as({ url: `${URL}/create?gate_id=BTC&amount=${amount}` })).json.data.preview.map(
        ({ problem }: { problem: string | null }) => problem,
      );
    expect(await problems('0.00000001')).toEqual([
      'Amount is less than the minimum value',
      'The fees leave nothing of this amount.',
    ]);
    expect((await problems('0.006'))[0]).toBe('Amount is greater than the maximum value');
    expect((await problems('0.004'))[0]).toContain('of the last hour');
    await execute(api.db, 'DELETE FROM payout_limit WHERE scope = $1', [shop.merchantId]);
    expect(await problems('0.01')).toEqual(['Insufficient balance. Please adjust the amount and try again.', null]);
  });
});

describe('hazard 63: the code of a payout', () => {
  test('comes with the age of the network fee, as soon as the node has reported it', async () => {
    const ask = async () => (await expectStatus(202, as({ url: `${URL}/create-token`, body: WISH }))).json.data;
    expect((await ask()).network_fee_at).toBeNull();
    const nowMs = Date.now() - 60_000;
    const costs = [{ gateId: 'BTC', costMinor: 1_500n, ownCostMinor: null }] as const;
    await saveGateCosts(api.db, { mode: 'sandbox', costs, nowMs });
    expect(await ask()).toMatchObject({
      network_fee_at: new Date(nowMs).toISOString(),
      fees: { network: '0.00003000' },
    });
    await execute(api.db, 'DELETE FROM network_fee');
  });

  test('is mailed with what it sends, sends exactly that, and works once', async () => {
    const requested = await expectStatus(202, as({ url: `${URL}/create-token`, body: WISH }));
    expect(requested.json.data).toMatchObject({
      email: shop.user.email,
      expires_in_seconds: 600,
      net_amount: '0.00100000',
      total: '0.00102300',
      address: RECIPIENTS.BTC,
      destination_tag: null,
      not_before: null,
      approval_required: false,
    });
    const mail = (await mailsTo(api, shop.user.email)).at(-1);
    expect(mail).toMatchObject({ kind: 'payout_code', values: { amount: '0.001 BTC', address: RECIPIENTS.BTC } });
    const code = await lastCode(api, shop.user.email, 'payout_code');
    for (const change of [{ amount: '0.002' }, { fee_payer: 'recipient' }, { address: OTHER }]) {
      const refused = await create({ ...WISH, ...change, code });
      expect([refused.status, refused.json.errors]).toEqual([422, { code: [WRONG] }]);
    }
    const made = await create({ ...WISH, code, reference: 'rent' });
    expect(made.status, made.text).toBe(201);
    expect(made.json.data).toMatchObject({ status: 'queue', reference: 'rent' });
    expect((await create({ ...WISH, code })).json.errors).toEqual({ code: [WRONG] });
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
  });

  test('is not requested in vain: balance and address are checked before it is mailed', async () => {
    const ask = (change: object) => as({ url: `${URL}/create-token`, body: { ...WISH, ...change } });
    expect((await ask({ amount: '0.01' })).json.code).toBe('insufficient_balance');
    expect((await ask({ address: 'bc1q' })).json.errors.address).toBeDefined();
    expect((await ask({ address: undefined })).json.errors).toEqual({ address: ['The address field is required.'] });
    expect(await mailsTo(api, shop.user.email)).toEqual([]);
  });

  test('that comes too late is mailed again, with the texts of the catalog', async () => {
    const code = await codeFor();
    const sql =
      "UPDATE verification_code SET code_expires_at = now() - interval '1 second', sent_at = now() - interval '10 minutes' WHERE purpose = 'payout'";
    await execute(api.db, sql);
    const late = await create({ ...WISH, code });
    expect([late.status, late.json.errors]).toEqual([
      422,
      { code: ['Token life time has expired, a new email has been sent to you'] },
    ]);
    const next = await lastCode(api, shop.user.email, 'payout_code');
    expect((await create({ ...WISH, code: next })).status).toBe(201);
  });

  test('may be guessed five times', async () => {
    const code = await codeFor();
    const guesses = [];
    for (let guess = 0; guess < 6; guess += 1) guesses.push((await create({ ...WISH, code: otherCode(code) })).status);
    expect(guesses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await create({ ...WISH, code })).status).toBe(429);
  });

  test('hazard 55: a button that is pressed twice makes one payout and gets one answer', async () => {
    const { secret } = await turnTwoFactorOn(api, { browser: as, email: shop.user.email });
    const body = { ...WISH, code: await codeFor(), two_fa_code: await totp(secret) };
    const key = newId();
    const answers = await Promise.all([1, 2, 3].map(() => create(body, as, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await as({ url: URL })).json.pagination.total).toBe(1);
  });
});

describe('the second factor', () => {
  test('is asked of those who have it, and used up by one payout', async () => {
    const { secret } = await turnTwoFactorOn(api, { browser: as, email: shop.user.email });
    const code = await codeFor();
    expect((await create({ ...WISH, code })).json.errors).toEqual({
      two_fa_code: ['The two fa code field is required.'],
    });
    expect((await create({ ...WISH, code, two_fa_code: '000000' })).json.errors.two_fa_code).toHaveLength(1);
    const two_fa_code = await totp(secret);
    expect((await create({ ...WISH, code, two_fa_code })).status).toBe(201);
    const again = await create({ ...WISH, code: await codeFor(), two_fa_code });
    expect(again.json.errors.two_fa_code).toHaveLength(1);
    await passTime(api, shop.user.email);
  });

  test('nobody sends real money without it', async () => {
    const { production } = shop.modes;
    await fund(api.db, { ...shop, ...production, mode: 'production' }, 'BTC', 1_000_000n);
    const url = '/spa/production/payouts';
    await expectStatus(202, as({ url: `${url}/create-token`, body: WISH }));
    const code = await lastCode(api, shop.user.email, 'payout_code');
    const { status, json } = await as({ url, body: { ...WISH, code }, headers: { 'idempotency-key': newId() } });
    expect([status, json.code, json.message]).toEqual([
      409,
      'two_fa_not_enabled',
      'To perform this action, you must enable 2FA for your account.',
    ]);
  });
});

describe('approvals', () => {
  test('another person approves where the rules say so, and everybody sees who did what', async () => {
    const support = await signInAs(api, await addColleague(api, shop, 'support'));
    await expectStatus(200, setPolicy(true, 0));
    const made = await create({ ...WISH, code: await codeFor() });
    const { id } = made.json.data;
    expect(made.json.data).toMatchObject({ status: 'new', status_reason: 'awaiting_approval' });
    const approve = (browser: TestBrowser) => browser({ url: `${URL}/${id}/approve`, body: {} });
    const own = await approve(as);
    expect([own.status, own.json.code]).toEqual([409, 'approver_is_creator']);
    const viewer = await signInAs(api, await addColleague(api, shop, 'viewer'));
    expect((await approve(viewer)).json.code).toBe('permission_denied');
    const actions = async (browser: TestBrowser) => (await browser({ url: `${URL}/${id}` })).json.data.actions;
    expect(await actions(as)).toEqual({ approve: false, cancel: true });
    expect(await actions(support)).toEqual({ approve: true, cancel: true });
    expect(await actions(viewer)).toEqual({ approve: false, cancel: false });
    expect((await approve(support)).json.data.status).toBe('pending');
    const { data } = (await as({ url: `${URL}/${id}` })).json;
    expect(data).toMatchObject({
      created_by: { kind: 'user', id: shop.user.id, name: 'Test Merchant' },
      approved_by: { kind: 'user', name: 'Ana the support' },
      timeline: [
        { status: 'new', reason: 'awaiting_approval' },
        { status: 'pending', reason: null },
      ],
      ledger: [
        { kind: 'payout', debit: 'available', credit: 'custody:BTC', amount: '0.00100000', posted: false },
        { debit: 'available', credit: 'fees:service', amount: '0.00000300' },
        { debit: 'available', credit: 'fees:network', amount: '0.00002000' },
      ],
      actions: { approve: false, cancel: true },
    });
    expect(await auditOf('payout')).toEqual(['payout.rules_changed', 'payout.created', 'payout.approved']);
  });

  test('a payout by token waits for another person than who made the token, named beside it', async () => {
    const support = await signInAs(api, await addColleague(api, shop, 'support'));
    await expectStatus(200, setPolicy(true, 0));
    const call = { url: '/api/v1/payouts', body: WISH, headers: { 'idempotency-key': newId() }, as: shop.token };
    const { id } = (await expectStatus(201, api.call(call))).json.data;
    expect((await as({ url: `${URL}/${id}` })).json.data.actions).toMatchObject({ approve: false });
    expect((await as({ url: `${URL}/${id}/approve`, body: {} })).json.code).toBe('approver_is_creator');
    await expectStatus(200, support({ url: `${URL}/${id}/approve`, body: {} }));
    const [row] = (await as({ url: URL })).json.data;
    expect(row).toMatchObject({
      id,
      created_by: { kind: 'token', name: 'test' },
      approved_by: { kind: 'user', name: expect.not.stringMatching(/^Test Merchant$/) },
    });
    const gone = await expectStatus(200, as({ method: 'POST', url: `${URL}/${id}/cancel` }));
    expect(gone.json.data.status).toBe('canceled');
    const { ledger } = (await as({ url: `${URL}/${id}` })).json.data;
    expect(ledger.slice(3)).toMatchObject([
      { debit: 'custody:BTC', credit: 'available', amount: '0.00100000' },
      { debit: 'fees:service', credit: 'available' },
      { debit: 'fees:network', credit: 'available' },
    ]);
  });

  test('rules can be tightened at once; loosening them needs 2FA if it is on, and mails the team', async () => {
    await addColleague(api, shop, 'support');
    const { secret } = await turnTwoFactorOn(api, { browser: as, email: shop.user.email });
    expect((await setPolicy(true, 3_600)).json.data).toEqual({ approval_required: true, cool_off_seconds: 3_600 });
    const looser = await setPolicy(false, 3_600);
    expect(looser.json.errors).toEqual({ two_fa_code: ['The two fa code field is required.'] });
    expect((await setPolicy(true, 60)).status).toBe(422);
    const two_fa_code = await totp(secret);
    expect((await setPolicy(false, 0, { two_fa_code })).json.data.approval_required).toBe(false);
    const told = (await mailsTo(api, shop.user.email)).filter(({ kind }) => kind === 'payout_policy_changed');
    expect(told).toHaveLength(2);
    const support = await signInAs(api, await addColleague(api, shop, 'support'));
    expect((await setPolicy(true, 0, {}, support)).json.code).toBe('permission_denied');
  });
});

describe('the address book', () => {
  test('a new address cools off, for people; tokens have their IP list instead', async () => {
    await expectStatus(200, setPolicy(false, 3_600));
    const requested = await expectStatus(202, as({ url: `${URL}/create-token`, body: WISH }));
    expect(Date.parse(requested.json.data.not_before)).toBeGreaterThan(Date.now() + 3_500_000);
    const made = await create({ ...WISH, code: await lastCode(api, shop.user.email, 'payout_code') });
    expect(made.json.data).toMatchObject({ status: 'pending', status_reason: 'cooling_off' });
    const call = { url: '/api/v1/payouts', body: WISH, headers: { 'idempotency-key': newId() }, as: shop.token };
    expect((await api.call(call)).json.data.not_before).toBeNull();
    const [booked] = (await as({ url: '/spa/sandbox/address-book' })).json.data;
    expect(booked).toMatchObject({ network: 'BTC', address: RECIPIENTS.BTC, usable_from: made.json.data.not_before });
  });

  test('an address is mailed to the team on first use, and when it is renamed or removed', async () => {
    const colleague = await addColleague(api, shop, 'support');
    const told = async (kind: string, email = shop.user.email) =>
      (await mailsTo(api, email)).filter((mail) => mail.kind === kind);
    for (let times = 0; times < 2; times += 1) await expectStatus(201, create({ ...WISH, code: await codeFor() }));
    for (const email of [shop.user.email, colleague.email]) {
      const values = { mode: 'sandbox', address: RECIPIENTS.BTC, by: 'Test Merchant' };
      expect(await told('payout_address_added', email)).toMatchObject([{ values }]);
    }
    const [{ id }] = (await as({ url: '/spa/sandbox/address-book' })).json.data;
    const url = `/spa/sandbox/address-book/${id}`;
    await expectStatus(200, as({ method: 'PUT', url, body: { label: 'Landlord' } }));
    expect(await told('payout_address_renamed')).toMatchObject([
      { values: { address: RECIPIENTS.BTC, label: 'Landlord' } },
    ]);
    await expectStatus(204, as({ method: 'DELETE', url }));
    expect(await told('payout_address_removed')).toMatchObject([{ values: { address: RECIPIENTS.BTC } }]);
  });

  test('an address entered ahead of time has cooled off when it is used; once deleted, it begins again', async () => {
    const book = { gate_id: 'BTC', address: RECIPIENTS.BTC, label: 'Landlord' };
    const entered = await expectStatus(201, as({ url: '/spa/sandbox/address-book', body: book }));
    const mails = await mailsTo(api, shop.user.email);
    expect(mails.at(-1)).toMatchObject({ kind: 'payout_address_added', values: { by: 'Test Merchant' } });
    await expectStatus(200, setPolicy(false, 3_600));
    const known = await expectStatus(202, as({ url: `${URL}/create-token`, body: WISH }));
    expect(known.json.data.not_before).toBeNull();
    const { id } = entered.json.data;
    await expectStatus(204, as({ method: 'DELETE', url: `/spa/sandbox/address-book/${id}` }));
    const forgotten = await expectStatus(202, as({ url: `${URL}/create-token`, body: WISH }));
    expect(forgotten.json.data.not_before).not.toBeNull();
    const bad = await as({ url: '/spa/sandbox/address-book', body: { ...book, address: 'nowhere' } });
    expect(bad.json.errors.address).toHaveLength(1);
  });

  test('the address book is searched by name and address, says what was used when, and renames', async () => {
    const enter = async (gate_id: keyof typeof RECIPIENTS, label?: string) => {
      const body = { gate_id, address: RECIPIENTS[gate_id], label: label || undefined };
      return (await expectStatus(201, as({ url: '/spa/sandbox/address-book', body }))).json.data;
    };
    const read = async (query = '') => (await as({ url: `/spa/sandbox/address-book${query}` })).json;
    await enter('XRP');
    const supplier = await enter('LTC', 'Supplier 100%');
    const landlord = await enter('BTC', 'Landlord');
    expect(landlord.last_used_at).toBeNull();
    const names = async (query = '') => (await read(query)).data.map(({ label }: { label: string | null }) => label);
    expect(await names()).toEqual(['Landlord', 'Supplier 100%', null]);
    expect(await names('?search=lord')).toEqual(['Landlord']);
    expect(await names(`?search=${RECIPIENTS.XRP.slice(4, 12)}`)).toEqual([null]);
    expect(await names('?search=0%25')).toEqual(['Supplier 100%']);
    expect(await names('?gate_id=LTC')).toEqual(['Supplier 100%']);
    expect((await read('?per_page=2')).pagination).toEqual({ total: 3, page: 1, per_page: 2 });

    const made = await create({ ...WISH, code: await codeFor() });
    expect((await read('?search=lord')).data[0].last_used_at).toBe(made.json.data.created_at);
    const url = `/spa/sandbox/address-book/${supplier.id}`;
    const renamed = await expectStatus(200, as({ method: 'PUT', url, body: { label: 'Agency' } }));
    expect(renamed.json.data).toEqual({ ...supplier, label: 'Agency' });
    expect((await as({ method: 'PUT', url, body: { label: null } })).json.data.label).toBeNull();
    expect((await auditOf('payout')).filter((action) => action.includes('address_renamed'))).toHaveLength(2);
  });
});

const OTHER = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';

async function auditOf(area: string): Promise<string[]> {
  const rows = await select<{ action: string }>(
    api.db,
    `SELECT action FROM audit_log WHERE chain = $1 AND action LIKE $2 ORDER BY seq`,
    [shop.merchantId, `${area}.%`],
  );
  return rows.map(({ action }) => action);
}
