import { describe, expect, test } from 'vitest';
import { execute, select } from '../../../../db/core/sql.ts';
import { rebuildDashboard } from '../../../../db/dashboard/project.ts';
import { projectAll } from '../../../../db/dashboard/testing.fixture.ts';
import { makeInvoice, payInFull } from '../../../../db/invoices/testing.fixture.ts';
import { makeMass, massCells, openAll, runMass } from '../../../../db/mass-payouts/testing.fixture.ts';
import { fund, makePayout } from '../../../../db/payouts/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { today } from '../../../../scripts/testing/today.ts';
import { expectStatus, signInAs, type TestBrowser } from '../../../testing/accounts.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';

const api = await openTestApi();

const paths = ['dashboard/operations-summary', 'dashboard/revenue', 'charts/balance', 'charts/revenue', 'history/info'];

test('the calls say that figures are being computed, until they are', async () => {
  const browser = await signInAs(api, (await api.merchant()).user);
  for (const path of paths) {
    const { json } = await expectStatus(503, browser({ url: `/spa/sandbox/${path}` }));
    expect(json).toMatchObject({ code: 'service_unavailable', message: expect.stringContaining('being computed') });
  }
  await rebuildDashboard(api.db);
  for (const path of paths) await expectStatus(200, browser({ url: `/spa/sandbox/${path}` }));
});

test('the dashboard sums up what was paid, in the currency of the profile, with nothing of another merchant', async () => {
  const day = await today();
  const [shop, other] = [await api.merchant(), await api.merchant()];
  await payInFull(api.db, (await makeInvoice(api.db, shop)).id);
  await makeInvoice(api.db, shop);
  await payInFull(api.db, (await makeInvoice(api.db, other)).id);
  await projectAll(api.db);
  const browser = await signInAs(api, shop.user);
  const read = async (path: string) => (await expectStatus(200, browser({ url: `/spa/sandbox/${path}` }))).json.data;

  const summary = await read('dashboard/operations-summary');
  expect(summary).toMatchObject({
    currency: 'EUR',
    time_zone: 'UTC',
    date_to: day,
    is_partial: false,
    payers: { opened: 2, chosen: 2, paid: 1, gates: [{ gate_id: 'BTC', chosen: 2, paid: 1 }] },
  });
  expect(summary.operations[0]).toEqual({ kind: 'invoice', count: 1, volume: '100.00', fees: '1.00' });
  expect(summary.operations).toHaveLength(7);

  const net = { received: '100.00', fees: '1.00', refunded: '0.00', net: '99.00' };
  const none = { received: '0.00', fees: '0.00', refunded: '0.00', net: '0.00' };
  expect(await read('dashboard/revenue')).toMatchObject({ current: net, previous: none });
  const revenue = await read('charts/revenue?range=1W');
  expect(revenue).toMatchObject({ range: '1W', step: 'day', total: net });
  expect(revenue.points).toHaveLength(7);
  expect(revenue.points.at(-1)).toEqual({ date_from: day, date: day, ...net });

  const balance = await read('charts/balance?range=all');
  expect(balance.points.at(-1)).toEqual({ date: day, value: '99.00' });
  expect(balance.points[0].value).toBe('0.00');
  expect(await read('wallets')).toMatchObject([{ gate_id: 'BTC', value: '99.00', share: '100.0' }]);
  expect(await read('history/info')).toMatchObject({ date_from: day, date_to: day });

  await execute(api.db, `UPDATE rate_day SET value = 62500 WHERE asset = 'BTC' AND currency = 'USD'`);
  await execute(api.db, `UPDATE profile SET invoice_currency = 'USD' WHERE id = $1`, [shop.profileId]);
  expect((await read('dashboard/revenue')).current.net).toBe('123.75');
  expect((await browser({ url: '/spa/sandbox/charts/balance?range=2W' })).status).toBe(422);
});

test('an admin sets the time zone: recorded, and only so often a day', async () => {
  const shop = await api.merchant();
  const browser = await signInAs(api, shop.user);
  const url = '/spa/sandbox/dashboard/time-zone';
  const set = (time_zone: string) => browser({ method: 'PUT', url, body: { time_zone } });
  expect((await expectStatus(422, set('Mars/Olympus'))).json.errors).toHaveProperty('time_zone');
  await expectStatus(200, set('Pacific/Auckland'));
  await projectAll(api.db);
  const { data } = (await browser({ url: '/spa/sandbox/charts/balance' })).json;
  expect(data.time_zone).toBe('Pacific/Auckland');
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland', dateStyle: 'short' }).format();
  expect(data.points.at(-1).date).toBe(there);
  const entries = await select(
    api.db,
    `SELECT data FROM audit_log WHERE chain = $1 AND action = 'account.time_zone_set'`,
    [shop.merchantId],
  );
  expect(entries).toEqual([{ data: { time_zone: 'Pacific/Auckland' } }]);
  for (let tried = 2; tried < 6; tried += 1) await expectStatus(200, set('UTC'));
  await expectStatus(429, set('UTC'));
});

describe('the latest events', () => {
  const latestOf = async (browser: TestBrowser, profile = 'sandbox') => {
    const { json } = await expectStatus(200, browser({ url: `/spa/${profile}/dashboard/latest` }));
    return json.data as { type: string; entity_id: string }[];
  };

  test('are those of every object once, newest first, and lines of a mass payout belong to it', async () => {
    const shop = await api.merchant();
    const browser = await signInAs(api, shop.user);
    expect(await latestOf(browser)).toEqual([]);
    await fund(api.db, shop, 'BTC', 100_000_000n);
    const payout = await makePayout(api.db, shop);
    const { id: mass } = await runMass(api.db, shop, (await makeMass(api.db, shop, [massCells(0), massCells(1)])).id);
    await openAll(api.db, mass);
    const paid = (await makeInvoice(api.db, shop)).id;
    await payInFull(api.db, paid);
    const lines = await select<{ id: string }>(api.db, 'SELECT id FROM payout WHERE mass_payout_id = $1', [mass]);
    expect(lines).toHaveLength(2);
    for (const { id } of lines) {
      const sql = `INSERT INTO event (id, profile_id, type, entity_id, body)
        VALUES ($1, $2, 'payout.done', $3, '{"data":{}}')`;
      await execute(api.db, sql, [newId(), shop.profileId, id]);
    }
    const latest = await latestOf(browser);
    expect(latest.slice(0, 3).map(({ entity_id: id }) => id)).toEqual([paid, mass, payout.id]);
    expect(latest[0]).toMatchObject({ type: 'invoice.done', amount: '100.00', currency: 'EUR' });
    expect(latest[1]?.type).toMatch(/^mass_payout\./);
    for (let made = 0; made < 12; made += 1) await makeInvoice(api.db, shop);
    const ten = await latestOf(browser);
    expect(new Set(ten.map(({ entity_id: id }) => id)).size).toBe(10);
    expect(ten.every(({ type }) => type.startsWith('invoice.'))).toBe(true);
  });

  test('in another shop are its own and what all shops have together', async () => {
    const shop = await api.merchant();
    const browser = await signInAs(api, shop.user);
    const { id } = (await browser({ url: '/spa/shops', body: { name: 'Harbor' } })).json.data;
    await fund(api.db, shop, 'BTC', 100_000_000n);
    const payout = await makePayout(api.db, shop);
    await makeInvoice(api.db, shop);
    const types = (await latestOf(browser, `sandbox:${id}`)).map(({ type, entity_id }) => [type, entity_id]);
    expect(types).toEqual([['payout.queue', payout.id]]);
  });
});
