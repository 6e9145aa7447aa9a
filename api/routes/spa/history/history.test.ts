import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { moneyTransaction } from '../../../../db/core/sequelize.ts';
import { execute } from '../../../../db/core/sql.ts';
import { GATEWAY } from '../../../../db/ledger/accounts.ts';
import { postTransfers } from '../../../../db/ledger/transfers.ts';
import { endHolds } from '../../../../db/outflows/holds.ts';
import { cancelPayout } from '../../../../db/payouts/commands.ts';
import { readPayout } from '../../../../db/payouts/read.ts';
import { fund, makePayout } from '../../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { ROLES, roleMay } from '../../../../domain/accounts/permissions.ts';
import { newId } from '../../../../domain/ids.ts';
import { parseAmount } from '../../../../domain/money/money.ts';
import { REPORT_KINDS, REPORT_PERMISSIONS } from '../../../../domain/reports/reports.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';

const api = await openTestApi({ env: { RATE_LIMIT_API_PER_MINUTE: '1000000' } });

/** A shop that was paid 0.01 and 0.002 BTC and 5 XRP, at 50,000 € and 0.55 € for a coin. */
async function shopWithHistory(): Promise<TestMerchant> {
  const shop = await api.merchant();
  await fund(api.db, shop, 'BTC', 1_000_000n);
  await fund(api.db, shop, 'XRP', 5_000_000n);
  await fund(api.db, shop, 'BTC', 200_000n);
  return shop;
}

async function report(shop: TestMerchant, body: object, zone = 'Europe/Vilnius') {
  const browser = await api.signIn(shop);
  const requested = await browser({ url: '/spa/sandbox/reports', body: { time_zone: zone, ...body } });
  expect(requested.status, requested.text).toBe(201);
  const file = await browser({ url: `/spa/reports/${requested.json.data.id}/file` });
  return {
    browser,
    asked: requested.json.data,
    file,
    rows: parse(file.text, { columns: true, bom: true }) as Record<string, string>[],
  };
}

describe('transactions', () => {
  test('list balance changes, newest first, with the balance after each and its value at that hour', async () => {
    const shop = await shopWithHistory();
    const browser = await api.signIn(shop);
    const { json } = await browser({ url: '/spa/sandbox/history/transactions' });
    expect(json.pagination.total).toBe(3);
    expect(json.data).toMatchObject([
      { gate_id: 'BTC', amount: '0.00200000', balance: '0.01200000', value: '100.00', currency: 'EUR' },
      { gate_id: 'XRP', amount: '5.000000', balance: '5.000000', value: '2.75' },
      { gate_id: 'BTC', amount: '0.01000000', balance: '0.01000000', value: '500.00' },
    ]);
    const one = await browser({ url: '/spa/sandbox/history/transactions?gate_id=BTC&per_page=1&page=2' });
    expect(one.json).toMatchObject({ data: [{ balance: '0.01000000' }], pagination: { total: 2, page: 2 } });
    expect((await browser({ url: '/spa/production/history/transactions' })).json.data).toEqual([]);
  });

  test('do not count money that is only held', async () => {
    const shop = await shopWithHistory();
    await makePayout(api.db, shop);
    const browser = await api.signIn(shop);
    expect((await browser({ url: '/spa/sandbox/history/transactions' })).json.pagination.total).toBe(3);
  });
});

test('events are the messages that shops were sent, found by kind and reference', async () => {
  const shop = await shopWithHistory();
  const { id } = await makePayout(api.db, shop, { reference: 'salary-11' });
  const browser = await api.signIn(shop);
  const all = await browser({ url: '/spa/sandbox/history/events?kinds=payout&search=SALARY' });
  expect(all.json.data.map(({ type }: { type: string }) => type).sort()).toEqual([
    'payout.new',
    'payout.pending',
    'payout.queue',
  ]);
  expect(all.json.data[0]).toMatchObject({
    entity_id: id,
    reference: 'salary-11',
    amount: '0.00100000',
    currency: 'BTC',
  });
  expect((await browser({ url: '/spa/sandbox/history/events?kinds=invoice' })).json.data).toEqual([]);
});

test('a day counts to its very end, which is finer than a millisecond', async () => {
  const shop = await api.merchant();
  const at = '2026-11-20T23:59:59.999600Z';
  const sql = `INSERT INTO event (id, profile_id, type, entity_id, body, created_at)
    VALUES ($1, $2, 'payout.done', $1, '{"data":{}}', $3)`;
  await execute(api.db, sql, [newId(), shop.profileId, at]);
  const browser = await api.signIn(shop);
  const on = async (day: string) =>
    (await browser({ url: `/spa/sandbox/history/events?date_from=${day}&date_to=${day}` })).json.pagination.total;
  expect([await on('2026-11-19'), await on('2026-11-20'), await on('2026-11-21')]).toEqual([0, 1, 0]);
  const filter = { date_from: '2026-11-20', date_to: '2026-11-20' };
  expect((await report(shop, { kind: 'events', filter }, 'UTC')).rows).toHaveLength(1);
});

describe('a report', () => {
  test('of chosen payouts holds these and no others, whosever the rest are', async () => {
    const [shop, other] = [await shopWithHistory(), await shopWithHistory()];
    const [first, second] = [await makePayout(api.db, shop), await makePayout(api.db, shop)];
    await makePayout(api.db, shop);
    const foreign = await makePayout(api.db, other);
    const ids = [first.id, second.id, foreign.id].join();
    const { rows } = await report(shop, { kind: 'payouts', filter: { ids } });
    expect(rows.map(({ id }) => id)).toEqual([first.id, second.id].sort());
  });

  test('cannot hold chosen rows of what has no rows of its own, nor more than a hundred', async () => {
    const browser = await api.signIn(await api.merchant());
    const requested = async (kind: string, ids: string) =>
      (await browser({ url: '/spa/sandbox/reports', body: { kind, time_zone: 'UTC', filter: { ids } } })).status;
    expect(await requested('transactions', newId())).toBe(422);
    expect(await requested('events', newId())).toBe(422);
    expect(await requested('invoices', Array.from({ length: 101 }, () => newId()).join())).toBe(422);
    expect(await requested('invoices', newId())).toBe(201);
  });

  test('of transactions adds up asset by asset, in the local time of its zone', async () => {
    const shop = await shopWithHistory();
    const { asked, file, rows } = await report(shop, { kind: 'transactions' });
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${asked.file_name}"`);
    expect(rows.map(({ asset, amount, balance }) => [asset, amount, balance])).toEqual([
      ['BTC', '0.01000000', '0.01000000'],
      ['BTC', '0.00200000', '0.01200000'],
      ['XRP', '5.000000', '5.000000'],
    ]);
    expect(rows[0]).toMatchObject({ value: '500.00', value_currency: 'EUR' });
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vilnius', dateStyle: 'short' }).format();
    expect(rows[0]?.time?.slice(0, 10)).toBe(local);
  });

  test('of transactions ends with the account’s balance, including outgoing, returned, open and reversed money', async () => {
    const shop = await shopWithHistory();
    const gone = await makePayout(api.db, shop, { feePayer: 'recipient' });
    const backAgain = await makePayout(api.db, shop);
    await makePayout(api.db, shop);
    await moneyTransaction(api.db, async (tx) => {
      await endHolds(tx, [{ payout: await readPayout(tx, gone.id), outcome: 'post' }]);
      const cancel = { payoutId: backAgain.id, scope: {}, by: { kind: 'token', id: shop.token.id } as const };
      await cancelPayout(tx, { ...cancel, nowMs: Date.now() });
      const of = { mode: 'sandbox', asset: 'BTC' } as const;
      const available = { ...of, owner: shop.merchantId, kind: 'available' } as const;
      const custody = { ...of, owner: GATEWAY, kind: 'custody:BTC' } as const;
      const postings = [{ debit: available, credit: custody, minor: 200_000n }];
      await postTransfers(tx, [{ key: `test:${newId()}`, kind: 'reversal', postings }]);
    });
    const { rows, browser } = await report(shop, { kind: 'transactions', filter: { gate_id: 'BTC' } });
    const moved = rows.map(({ type, amount, balance }) => [type, amount, balance]);
    expect(moved.slice(2)).toEqual([
      ['payout', '-0.00100000', '0.01100000'],
      ['reversal', '-0.00200000', '0.00900000'],
    ]);
    const [shown] = (await browser({ url: '/spa/sandbox/balances' })).json.data;
    expect(shown).toMatchObject({ gate_id: 'BTC', available: '0.00797700', held: '0.00102300' });
    const listed = (await browser({ url: '/spa/sandbox/history/transactions?gate_id=BTC' })).json.data;
    expect(listed.map((row: { balance: string }) => row.balance).reverse()).toEqual(rows.map(({ balance }) => balance));
  });

  test('of payouts and refunds has a line for each, and hazard 69: nothing in it is a formula', async () => {
    const shop = await shopWithHistory();
    const { id } = await makePayout(api.db, shop, {
      reference: '=HYPERLINK("http://evil.example")',
      description: '-1+2',
    });
    const { rows } = await report(shop, { kind: 'payouts', filter: { status: 'pending,queue' } });
    expect(rows).toMatchObject([
      { id, reference: `'=HYPERLINK("http://evil.example")`, description: `'-1+2`, net_amount: '0.00100000' },
    ]);
    expect((await report(shop, { kind: 'refunds' })).rows).toEqual([]);
    expect((await report(shop, { kind: 'payouts', filter: { status: 'done' } })).rows).toEqual([]);
  });

  test('of invoices has a line for each', async () => {
    const shop = await api.merchant();
    const body = { amount: '49.90', currency: 'EUR', gate_id: 'BTC', reference: 'order-7' };
    const made = await api.call({ url: '/api/v1/invoices', body, as: shop.token });
    const { rows } = await report(shop, { kind: 'invoices' });
    expect(rows).toMatchObject([{ id: made.json.data.id, reference: 'order-7', status: 'pending', total: '49.90' }]);
  });

  test.each([
    ['exclusive', 'customer'],
    ['exclusive', 'merchant'],
    ['inclusive', 'customer'],
  ])('of invoices says what its total is made of: tax %s, fees of the %s', async (tax, payer) => {
    const shop = await api.merchant();
    await execute(
      api.db,
      `UPDATE profile SET tax_type = $2, tax_rate_bps = 1900, service_fee_payer = $3, network_fee_payer = $3,
         conversion_fee_payer = $3, autoconversion = '{"type":"full","gate_id":"USDT_TRC20"}' WHERE id = $1`,
      [shop.profileId, tax, payer],
    );
    const body = { amount: '49.90', currency: 'EUR', gate_id: 'BTC' };
    const made = await api.call({ url: '/api/v1/invoices', body, as: shop.token });
    expect(made.status, made.text).toBe(201);
    const [row] = (await report(shop, { kind: 'invoices' })).rows;
    const cents = (...names: string[]) => names.reduce((sum, name) => sum + parseAmount(row?.[name] ?? '', 2), 0n);
    expect(row).toMatchObject({ fee_payer: payer, amount_refunded: '0.00000000', converted_amount: '' });
    expect(cents('tax')).toBe(tax === 'exclusive' ? 948n : 797n);
    expect(cents('service_fee')).toBeGreaterThan(0n);
    const added = tax === 'exclusive' ? cents('tax') : 0n;
    const fees = payer === 'customer' ? cents('service_fee', 'network_fee', 'conversion_fee') : 0n;
    expect(cents('price') + added + fees).toBe(cents('total'));
  });

  test('of invoices says what was refunded and converted, in the columns after those it had', async () => {
    const shop = await api.merchant();
    const { json } = await api.call({
      url: '/api/v1/invoices',
      body: { amount: '49.90', currency: 'EUR', gate_id: 'BTC' },
      as: shop.token,
    });
    await execute(api.db, 'UPDATE invoice SET amount_refunded_minor = 1500 WHERE id = $1', [json.data.id]);
    const [row] = (await report(shop, { kind: 'invoices' })).rows;
    expect(row?.amount_refunded).toBe('0.00001500');
    expect(Object.keys(row ?? {}).slice(16)).toEqual([
      'completed',
      'tax',
      'service_fee',
      'network_fee',
      'conversion_fee',
      'fee_payer',
      'amount_refunded',
      'converted_into',
      'converted_amount',
    ]);
  });

  test('contains whole local days, and nothing that came after it was requested', async () => {
    const shop = await shopWithHistory();
    const { browser, asked } = await report(shop, { kind: 'transactions' });
    await fund(api.db, shop, 'BTC', 7n);
    const again = await browser({ url: `/spa/reports/${asked.id}/file` });
    expect(parse(again.text)).toHaveLength(4);
    // It is today in one of these zones when it is tomorrow in the other.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format();
      const dated = { kind: 'transactions', filter: { date_from: today, date_to: today } };
      expect((await report(shop, dated, zone)).rows).toHaveLength(4);
    }
    const before = { kind: 'transactions', filter: { date_to: '2020-01-01' } };
    expect((await report(shop, before)).rows).toEqual([]);
  });

  test('refuses days and zones that do not exist', async () => {
    const browser = await api.signIn(await api.merchant());
    const ask = (body: object) =>
      browser({ url: '/spa/sandbox/reports', body: { kind: 'events', time_zone: 'UTC', ...body } });
    expect((await ask({ time_zone: 'Mars/Olympus' })).json.errors).toHaveProperty('time_zone');
    expect((await ask({ filter: { date_from: '2026-02-30' } })).json.errors).toHaveProperty('date_from');
  });

  test('is mailed as a link to the person who asks', async () => {
    const shop = await shopWithHistory();
    const { browser, asked } = await report(shop, { kind: 'events' });
    expect((await browser({ method: 'POST', url: `/spa/reports/${asked.id}/send-to-mail` })).status).toBe(202);
    expect(asked.path).toBe(`/download/transaction-activity/${asked.id}`);
  });

  test('that is requested twice with one key is one report', async () => {
    const browser = await api.signIn(await api.merchant());
    const ask = () =>
      browser({
        url: '/spa/sandbox/reports',
        body: { kind: 'events', time_zone: 'UTC' },
        headers: { 'idempotency-key': 'the same click' },
      });
    expect((await ask()).json).toEqual((await ask()).json);
  });

  test('needs the permission of its kind', async () => {
    const shop = await api.merchant();
    const browser = await api.signIn(shop);
    for (const role of ROLES) {
      await execute(api.db, 'UPDATE app_user SET role = $2 WHERE id = $1', [shop.user.id, role]);
      for (const kind of REPORT_KINDS) {
        const body = { kind, time_zone: 'UTC', filter: { gate_id: 'BTC' } };
        const { status } = await browser({ url: '/spa/sandbox/reports', body });
        expect([role, kind, status]).toEqual([role, kind, roleMay(role, REPORT_PERMISSIONS[kind]) ? 201 : 403]);
      }
    }
  });

  test('is nobody’s but its merchant’s', async () => {
    const { asked } = await report(await shopWithHistory(), { kind: 'events' });
    const stranger = await api.signIn(await api.merchant());
    for (const path of ['', '/file'])
      expect((await stranger({ url: `/spa/reports/${asked.id}${path}` })).status).toBe(404);
  });
});
