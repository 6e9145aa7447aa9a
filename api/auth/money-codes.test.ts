import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import {
  makeInvoice,
  makeRates,
  paymentsChanged,
  recordPayment,
  settleNow,
} from '../../db/invoices/testing.fixture.ts';
import { freeze } from '../../db/ledger/freezes.ts';
import { fund, mismatches, moneyOf, RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { expectStatus, signInAs, type TestBrowser } from '../testing/accounts.fixture.ts';
import { lastCode, mailsTo, otherCode } from '../testing/mails.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';

let shop: TestMerchant;
let as: TestBrowser;
const api = await openTestApi();
beforeAll(async () => {
  await makeRates(api.db);
});
beforeEach(async () => {
  shop = await api.merchant();
  await fund(api.db, shop, 'BTC', 1_000_000n);
  as = await signInAs(api, shop.user);
});
afterEach(async () => expect(await mismatches(api.db)).toEqual([]));

const URL = '/spa/sandbox/payouts';
const WISH = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' };

async function codeFor(request: object): Promise<string> {
  await expectStatus(202, as({ url: `${URL}/create-token`, body: request }));
  return lastCode(api, shop.user.email, 'payout_code');
}

const create = (body: object, key: string = newId()) => as({ url: URL, body, headers: { 'idempotency-key': key } });

test('what moves money needs an Idempotency-Key in the back office too', async () => {
  const { paths } = (await api.call({ url: '/docs/openapi.json' })).json;
  const moving = Object.keys(paths).filter((path) => /(payouts|refunds|run)$/.test(path) && 'post' in paths[path]);
  // A file is only looked at: what it holds moves by its run.
  expect(moving.filter((path) => !needsKey(paths[path].post))).toEqual(['/spa/{profile}/mass-payouts']);
  expect(moving.length).toBeGreaterThanOrEqual(6);
});

function needsKey({ parameters = [] }: { parameters?: { name: string; required?: boolean }[] }): boolean {
  return parameters.some(({ name, required }) => name === 'idempotency-key' && required === true);
}

describe('hazard 63: the code of a payout', () => {
  test('the right code of another payout is a wrong guess, and gives no further ones', async () => {
    const other = await codeFor({ ...WISH, amount: '0.002' });
    const wrong = otherCode(other);
    const statuses = [];
    for (const code of [wrong, wrong, other, wrong, other, wrong]) {
      statuses.push((await create({ ...WISH, code })).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('is found among those of other payouts that were requested at the same time', async () => {
    const amounts = ['0.001', '0.0011', '0.0012'];
    const codes = [];
    for (const amount of amounts) codes.push(await codeFor({ ...WISH, amount }));
    expect((await create({ ...WISH, code: codes[0] })).json.data.amount).toBe('0.00100000');
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
  });

  test('is void once another was mailed for the same payout, also if it is the right one of that time', async () => {
    const codes = [];
    for (let times = 0; times < 3; times += 1) codes.push(await codeFor(WISH));
    const other = await codeFor({ ...WISH, amount: '0.002' });
    const [first = '', second = '', newest = ''] = codes;
    for (const old of [first, second].filter((code) => code !== newest)) {
      expect((await create({ ...WISH, code: old })).json.errors).toHaveProperty('code');
    }
    await expectStatus(201, create({ ...WISH, code: newest }));
    expect((await create({ ...WISH, amount: '0.002', code: other })).status).toBe(422);
  });

  test('pressed five times at once under keys of their own, it makes one payout', async () => {
    const code = await codeFor(WISH);
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ ...WISH, code })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
  });
});

describe('no code is mailed for what would be refused', () => {
  const mailed = async () => (await mailsTo(api, shop.user.email)).filter(({ kind }) => kind.endsWith('_code'));
  const limit = (columns: string, values: string) =>
    execute(api.db, `INSERT INTO payout_limit (scope, gate_id, ${columns}) VALUES ($1, 'BTC', ${values})`, [
      shop.merchantId,
    ]);
  const freezeBalance = () =>
    inTransaction(api.db, (tx) =>
      freeze(tx, 'invoice:test', [{ owner: shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' }]),
    );
  const massOf = async (amount: string) => {
    const body = `gate,address,reference,amount\nBTC,${RECIPIENTS.BTC},one,${amount}\n`;
    const url = '/spa/sandbox/mass-payouts?fee_payer=merchant';
    const uploaded = await as({ method: 'POST', url, body, headers: { 'content-type': 'text/csv' } });
    return () => as({ method: 'POST', url: `/spa/sandbox/mass-payouts/${uploaded.json.data.id}/create-token` });
  };

  test('a payout beyond the sum of the hour', async () => {
    await limit('hourly_minor', '50000');
    const answer = await as({ url: `${URL}/create-token`, body: WISH });
    expect([answer.status, answer.json.code, await mailed()]).toEqual([422, 'amount_too_large', []]);
  });

  test('a mass payout that the balance does not cover names what is missing', async () => {
    const answer = await (await massOf('0.02'))();
    expect([answer.status, answer.json.code, await mailed()]).toEqual([422, 'insufficient_balance', []]);
    expect(answer.json.errors.BTC).toEqual([expect.stringMatching(/ BTC are needed; .* are missing\.$/)]);
  });

  test('a mass payout beyond the sum of the day, below a new minimum, or of a frozen balance', async () => {
    const ask = await massOf('0.001');
    await limit('daily_minor', '50000');
    expect((await ask()).json.code).toBe('amount_too_large');
    await execute(api.db, 'UPDATE payout_limit SET daily_minor = NULL, min_minor = 200000 WHERE scope = $1', [
      shop.merchantId,
    ]);
    expect((await ask()).json.code).toBe('changed_meanwhile');
    await execute(api.db, 'DELETE FROM payout_limit WHERE scope = $1', [shop.merchantId]);
    await freezeBalance();
    expect((await ask()).json.code).toBe('account_frozen');
    expect(await mailed()).toEqual([]);
  });

  test('a refund that neither its invoice nor the balance covers', async () => {
    shop = await api.merchant();
    as = await signInAs(api, shop.user);
    const { id } = await makeInvoice(api.db, shop);
    await recordPayment(api.db, { invoiceId: id, minor: 300_000n, status: 'confirmed' });
    await paymentsChanged(api.db, id);
    await settleNow(api.db, id);
    const request = { invoice_id: id, fee_payer: 'merchant', address: RECIPIENTS.BTC };
    const ask = (body: object) => as({ url: '/spa/sandbox/refunds/create-token', body: { ...request, ...body } });
    expect((await ask({ amount: '0.003' })).json.code).toBe('insufficient_balance');
    await freezeBalance();
    expect((await ask({ amount: '0.003' })).json.code).toBe('account_frozen');
    expect(await mailed()).toEqual([]);
    // The excess lies in the invoice's account, which nobody froze.
    await expectStatus(202, ask({ excess: true, fee_payer: 'recipient' }));
  });
});

test('rules of payouts that are saved unchanged notify nobody', async () => {
  const save = (approval_required: boolean) =>
    expectStatus(200, as({ method: 'PUT', url: `${URL}/policy`, body: { approval_required, cool_off_seconds: 0 } }));
  for (const approval of [true, true, true]) await save(approval);
  const told = (await mailsTo(api, shop.user.email)).filter(({ kind }) => kind === 'payout_policy_changed');
  expect(told).toMatchObject([{ values: { mode: 'sandbox' } }]);
});
