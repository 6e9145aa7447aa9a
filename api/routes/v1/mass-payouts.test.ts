import { afterEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { replaceMassFile } from '../../../db/mass-payouts/create.ts';
import { checkedFile, massCells } from '../../../db/mass-payouts/testing.fixture.ts';
import { fund, mismatches, moneyOf, RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { lastCode, mailsTo } from '../../testing/mails.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../../testing/server.fixture.ts';

const api = await openTestApi({ env: { RATE_LIMIT_API_PER_MINUTE: '1000000' } });
afterEach(async () => expect(await mismatches(api.db)).toEqual([]));

type Caller = (call: TestCall) => Promise<TestAnswer>;
const LINE = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC };
const WAITS_FOR_A_LOCK = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
  AND wait_event_type = 'Lock'`;
const CSV = { 'content-type': 'text/csv' };

async function shopWith(minor = 1_000_000n): Promise<TestMerchant> {
  const shop = await api.merchant();
  await fund(api.db, shop, 'BTC', minor);
  return shop;
}

function post(
  shop: TestMerchant,
  lines: readonly object[],
  headers: Record<string, string> = { 'idempotency-key': newId() },
) {
  return api.call({ url: '/api/v1/mass-payouts', body: { lines, fee_payer: 'merchant' }, headers, as: shop.token });
}

describe('a mass payout by token', () => {
  test('is held and run at once, and its lines are read with what became of them', async () => {
    const shop = await shopWith();
    const made = await post(shop, [LINE, { ...LINE, reference: 'second' }]);
    expect(made.status, made.text).toBe(201);
    expect(made.json.data).toMatchObject({
      status: 'pending',
      source: 'api',
      fee_payer: 'merchant',
      approval_required: false,
      lines: { total: 2, valid: 2, not_valid: 0, sent: 0, done: 0, failed: 0 },
      totals: [{ gate_id: 'BTC', valid: { lines: 2, amount: '0.00200000', total: '0.00204600' } }],
    });
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 795_400n, held: 204_600n });
    const { id } = made.json.data;
    const get = (path: string) => api.call({ url: `/api/v1/mass-payouts${path}`, as: shop.token });
    expect((await get(`/${id}`)).json.data).toEqual(made.json.data);
    expect((await get('?status=pending')).json.pagination.total).toBe(1);
    expect((await get(`/${id}/lines`)).json.data[1]).toMatchObject({ line: 2, status: 'pending', reference: 'second' });
    const canceled = await api.call({ method: 'POST', url: `/api/v1/mass-payouts/${id}/cancel`, as: shop.token });
    expect(canceled.json.data).toMatchObject({ status: 'error', status_reason: 'canceled_by_merchant' });
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 1_000_000n, held: 0n });
  });

  test('is refused as a whole, with each bad line by its field, or what the balance lacks', async () => {
    const shop = await shopWith();
    const bad = await post(shop, [LINE, { ...LINE, address: 'nobody' }, { ...LINE, gate_id: 'LTC', amount: '0.1' }]);
    expect([bad.status, Object.keys(bad.json.errors)]).toEqual([422, ['lines.1.address', 'lines.2.address']]);
    const poor = await post(shop, [{ ...LINE, amount: '1' }]);
    expect([poor.status, poor.json.code, Object.keys(poor.json.errors)]).toEqual([
      422,
      'insufficient_balance',
      ['BTC'],
    ]);
    expect((await post(shop, [])).status).toBe(422);
    expect((await post(shop, [LINE], {})).status).toBe(422);
    const { rows } = {
      rows: await select(api.db, 'SELECT 1 FROM mass_payout WHERE profile_id = $1', [shop.profileId]),
    };
    expect(rows).toEqual([]);
  });

  test('hazards 46, 55: the same request is run once', async () => {
    const shop = await shopWith();
    const headers = { 'idempotency-key': 'salaries' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(shop, [LINE], headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
    expect((await post(shop, [LINE, LINE], headers)).status).toBe(409);
  });
});

describe('a mass payout in the back office', () => {
  const upload = (as: Caller, text: string, path = '/spa/sandbox/mass-payouts', method: 'POST' | 'PUT' = 'POST') =>
    as({ method, url: `${path}?file_name=pay.csv&fee_payer=merchant`, body: text, headers: CSV });
  const good = `gate,address,reference,amount\nBTC,${RECIPIENTS.BTC},=1+1,0.001\n`;

  test('is uploaded, mended, run by mailed code, exported; nothing moves before the run', async () => {
    const shop = await shopWith();
    const as = await api.signIn(shop);
    const bad = await upload(as, `${good}DOGE,x,,1\n`);
    expect(bad.status, bad.text).toBe(201);
    expect(bad.json.data).toMatchObject({
      status: 'not_valid',
      file_name: 'pay.csv',
      actions: { run: false, replace: true, delete: true },
    });
    const path = `/spa/sandbox/mass-payouts/${bad.json.data.id}`;
    const lines = await as({ url: `${path}/lines?show=not_valid` });
    expect(lines.json.data).toMatchObject([{ line: 3, cells: ['DOGE', 'x', '', '1'], problems: [{ field: 'gate' }] }]);
    const linesOf = async (query: string) =>
      (await as({ url: `${path}/lines?${query}` })).json.data.map(({ line }: { line: number }) => line);
    const all = await linesOf('');
    expect(await linesOf('order=desc')).toEqual(all.toReversed());
    expect(await linesOf('search=doge')).toEqual([3]);
    expect(await linesOf('gate_id=BTC')).toEqual([2]);
    expect(await linesOf('gate_id=BTC&search=doge')).toEqual([]);
    expect((await as({ method: 'POST', url: `${path}/create-token` })).status).toBe(409);

    const mended = await upload(as, good, `${path}/file`, 'PUT');
    expect([mended.status, mended.json.data.status]).toEqual([200, 'validated']);
    const preview = (await as({ url: `${path}/preview` })).json.data;
    expect(preview).toMatchObject({
      covers: [{ gate_id: 'BTC', total: '0.00102300', available: '0.01000000', missing: null }],
      network_fees_at: null,
    });
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 1_000_000n, held: 0n });

    expect((await as({ method: 'POST', url: `${path}/create-token` })).status).toBe(202);
    const code = await lastCode(api, shop.user.email, 'payout_code');
    const run = (body: object) => as({ url: `${path}/run`, body, headers: { 'idempotency-key': newId() } });
    expect((await run({ code: code === '000000' ? '111111' : '000000' })).json.errors).toHaveProperty('code');
    const ran = await run({ code });
    expect([ran.status, ran.json.data.status], ran.text).toEqual([200, 'pending']);
    const told = (await mailsTo(api, shop.user.email)).filter(({ kind }) => kind.startsWith('payout_address'));
    expect(told).toMatchObject([
      { kind: 'payout_addresses_added', values: { mode: 'sandbox', count: '1', by: 'Test Merchant' } },
    ]);
    expect((await run({ code })).status).toBe(409);
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
    const csv = await as({ url: `${path}/export?time_zone=Europe/Vilnius` });
    expect(csv.text.split('\r\n')[0]).toContain('completed_at (Europe/Vilnius)');
    expect((await as({ url: `${path}/export?time_zone=Mars` })).json.errors).toHaveProperty('time_zone');
    expect(csv.text.split('\r\n')[1]).toContain(
      `2,BTC,${RECIPIENTS.BTC},,'=1+1,0.00100000,0.00100000,0.00002300,pending`,
    );
    const acts = await select<{ action: string }>(
      api.db,
      `SELECT action FROM audit_log WHERE action LIKE 'mass_payout.%' AND target_id = $1 ORDER BY seq`,
      [bad.json.data.id],
    );
    expect(acts.map(({ action }) => action.split('.')[1])).toEqual(['uploaded', 'replaced', 'run']);
  });

  test('hazard 63: the code is valid only for the file it was requested for', async () => {
    const shop = await shopWith();
    const as = await api.signIn(shop);
    const path = `/spa/sandbox/mass-payouts/${(await upload(as, good)).json.data.id}`;
    await as({ method: 'POST', url: `${path}/create-token` });
    const code = await lastCode(api, shop.user.email, 'payout_code');
    await upload(as, good.replace('0.001', '0.002'), `${path}/file`, 'PUT');
    const ran = await as({ url: `${path}/run`, body: { code }, headers: { 'idempotency-key': newId() } });
    expect([ran.status, Object.keys(ran.json.errors)]).toEqual([422, ['code']]);
  });

  test('hazard 63: the code is not valid for a file that replaces another while its run waits', async () => {
    const shop = await shopWith();
    const as = await api.signIn(shop);
    const { id } = (await upload(as, good)).json.data;
    const path = `/spa/sandbox/mass-payouts/${id}`;
    await as({ method: 'POST', url: `${path}/create-token` });
    const code = await lastCode(api, shop.user.email, 'payout_code');
    const file = await checkedFile(api.db, shop, [massCells(1, 'BTC', '0.009')]);
    const replace = {
      massPayoutId: id,
      scope: {},
      fileName: null,
      feePayer: 'merchant',
      file,
      nowMs: Date.now(),
    } as const;
    const ran = await inTransaction(api.db, async (tx) => {
      await replaceMassFile(tx, replace);
      const running = as({ url: `${path}/run`, body: { code }, headers: { 'idempotency-key': newId() } });
      await expect.poll(() => select(api.db, WAITS_FOR_A_LOCK)).toHaveLength(1);
      return { running };
    });
    expect(Object.keys((await ran.running).json.errors ?? {})).toEqual(['code']);
    expect(await moneyOf(api.db, shop)).toEqual({ spendable: 1_000_000n, held: 0n });
  });

  test('lists only those that are named by their ids, and none of another merchant', async () => {
    const as = await api.signIn(await shopWith());
    const other = await api.signIn(await shopWith());
    const [first, second] = [await upload(as, good), await upload(as, good)].map(({ json }) => json.data.id);
    const foreign = (await upload(other, good)).json.data.id;
    const named = await as({ url: `/spa/sandbox/mass-payouts?ids=${first},${foreign}` });
    expect(
      named.json.data?.map(({ id }: { id: string }) => id),
      named.text,
    ).toEqual([first]);
    expect((await as({ url: '/spa/sandbox/mass-payouts' })).json.data).toHaveLength(2);
    expect(second).not.toBe(first);
  });

  test('the example file is good as it is, and what is no file is refused in words', async () => {
    const as = await api.signIn(await shopWith());
    const example = await as({ url: '/spa/sandbox/mass-payouts/example-file' });
    expect((await upload(as, example.text)).json.data).toMatchObject({ status: 'validated', lines: { total: 3 } });
    expect((await upload(as, '')).json.errors.file).toEqual(['The file is empty.']);
    expect((await as({ url: '/spa/sandbox/mass-payouts?fee_payer=merchant', body: {} })).status).toBe(422);
  });

  test('counts against what the form of a payout says is left of hour and day from its run on', async () => {
    const shop = await shopWith();
    const sql = `INSERT INTO payout_limit (scope, gate_id, hourly_minor, daily_minor)
      VALUES ($1, 'BTC', 200000, 300000)`;
    await execute(api.db, sql, [shop.merchantId]);
    expect((await post(shop, [LINE])).status).toBe(201);
    const as = await api.signIn(shop);
    const form = (await as({ url: '/spa/sandbox/payouts/create?gate_id=BTC&amount=0.0015' })).json.data;
    expect(form.gates[0]).toMatchObject({ gate_id: 'BTC', hourly_left: '0.00100000', daily_left: '0.00200000' });
    expect(form.preview[0].problem).toContain('of the last hour');
  });

  test('waits for another person where the merchant asks for that', async () => {
    const shop = await shopWith();
    await execute(api.db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [
      shop.profileId,
    ]);
    const as = await api.signIn(shop);
    const path = `/spa/sandbox/mass-payouts/${(await upload(as, good)).json.data.id}`;
    await as({ method: 'POST', url: `${path}/create-token` });
    const code = await lastCode(api, shop.user.email, 'payout_code');
    const ran = await as({ url: `${path}/run`, body: { code }, headers: { 'idempotency-key': newId() } });
    expect(ran.json.data).toMatchObject({
      status: 'pending',
      status_reason: 'awaiting_approval',
      actions: { approve: false, cancel: true, delete: false },
    });
    expect((await as({ url: `${path}/approve`, body: {} })).json.code).toBe('approver_is_creator');
  });
});
