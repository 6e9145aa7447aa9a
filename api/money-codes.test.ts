import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fund, mismatches, moneyOf, RECIPIENTS } from '../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { expectStatus, lastCode, mailsTo, openBrowser, otherCode, type TestBrowser } from './accounts.fixture.ts';
import { startTestApi, type TestApi } from './testing.fixture.ts';

let api: TestApi;
let shop: TestMerchant;
let as: TestBrowser;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  shop = await api.merchant();
  await fund(api.db, shop, 'BTC', 1_000_000n);
  as = await openBrowser(api);
  const { email, password } = shop.user;
  await expectStatus(200, as({ url: '/auth/login', body: { email, password } }));
});
afterAll(() => api.close());
afterEach(async () => expect(await mismatches(api.db)).toEqual([]));

const URL = '/spa/sandbox/payouts';
const WISH = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' };

async function codeFor(wish: object): Promise<string> {
  await expectStatus(202, as({ url: `${URL}/create-token`, body: wish }));
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

  test('is found among those of other payouts that were asked for at the same time', async () => {
    const amounts = ['0.001', '0.0011', '0.0012'];
    const codes = [];
    for (const amount of amounts) codes.push(await codeFor({ ...WISH, amount }));
    expect((await create({ ...WISH, code: codes[0] })).json.data.amount).toBe('0.00100000');
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
  });

  test('pressed five times at once under keys of their own, it makes one payout', async () => {
    const code = await codeFor(WISH);
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ ...WISH, code })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
  });
});

test('rules of payouts that are saved as they were are told to nobody', async () => {
  const save = (approval_required: boolean) =>
    expectStatus(200, as({ method: 'PUT', url: `${URL}/policy`, body: { approval_required, cool_off_seconds: 0 } }));
  for (const approval of [true, true, true]) await save(approval);
  const told = (await mailsTo(api, shop.user.email)).filter(({ kind }) => kind === 'payout_policy_changed');
  expect(told).toMatchObject([{ values: { mode: 'sandbox' } }]);
});
