import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openAlerts } from '../alerts/alerts.fixture.ts';
import { inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeRates, makeShop } from '../invoices/testing.fixture.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { recentTrialBalance, trialBalance } from '../ledger/trial-balance.ts';
import { restartables } from '../processes.ts';
import { codeOf } from '../refunds/testing.fixture.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { fundEuro } from '../withdrawals/testing.fixture.ts';
import { acceptAmounts, cancelCardOrder, lookAtCardOrder, placeCardOrder } from './act.ts';
import { changeDraft, DRAFT_MS } from './create.ts';
import { findWithNews } from './news.ts';
import { resolveCardOrder } from './operate.ts';
import { readCardOrder, readCardOrderOf } from './read.ts';
import { cardDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase();
const desk = cardDesk(db);

beforeAll(() => makeRates(db));
afterEach(async () => {
  expect((await trialBalance(db)).mismatches).toEqual([]);
  expect((await recentTrialBalance(db)).mismatches).toEqual([]);
});

const messagesOf = async (id: string, topic: string) =>
  (
    await select<{ payload: { status?: string; cardOrderId?: string; workflowId?: string } }>(
      db,
      'SELECT payload FROM outbox WHERE topic = $1 ORDER BY id',
      [topic],
    )
  )
    .map(({ payload }) => payload)
    .filter(({ cardOrderId, workflowId }) => cardOrderId === id || workflowId === `card-order:${id}`);
const mailsOf = async (id: string) => (await messagesOf(id, 'mail.card_order')).map(({ status }) => status);

/** How the books of the shop and of purchases by card change. */
async function changeOf(shop: TestMerchant, work: () => Promise<unknown>) {
  const before = await desk.books(shop);
  await work();
  const after = await desk.books(shop);
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const change = kinds.map((kind) => [kind, (after[kind] ?? 0n) - (before[kind] ?? 0n)] as const);
  return Object.fromEntries(change.filter(([, minor]) => minor !== 0n));
}

const mature = (id: string) => desk.step(id, { type: 'mature' });
const statusOf = async (id: string) => {
  const { status, statusReason, needsOperator } = await readCardOrder(db, id);
  return [status, statusReason, needsOperator];
};

describe('a draft', () => {
  test('belongs to who has its secret, which is kept as its hash', async () => {
    const { row, secret } = await desk.draft(await makeShop(db));
    expect(await readCardOrderOf(db, row.id, secret)).toMatchObject({ id: row.id, status: 'draft', version: 1 });
    expect(await codeOf(readCardOrderOf(db, row.id, `${secret.slice(1)}A`))).toBe('not_found');
    expect(await codeOf(readCardOrderOf(db, row.id, ''))).toBe('not_found');
    expect(row.secretHash.toString('base64url')).not.toBe(secret);
  });

  test('starts no workflow, however often it changes', async () => {
    const { id } = await desk.complete(await makeShop(db));
    expect(await messagesOf(id, 'workflow.signal')).toEqual([]);
    await inTransaction(db, (tx) => cancelCardOrder(tx, id, Date.now()));
    expect(await messagesOf(id, 'workflow.signal')).toEqual([]);
    expect(await statusOf(id)).toEqual(['canceled', null, false]);
  });

  test('cannot be changed once it was placed, and neither changed nor placed when it is too old', async () => {
    const shop = await makeShop(db);
    const id = await desk.placing(shop);
    const change = (of: string, nowMs: number) =>
      inTransaction(db, (tx) => changeDraft(tx, of, { fiatMinor: 1n }, nowMs));
    expect(await codeOf(change(id, Date.now()))).toBe('illegal_transition');
    const old = await desk.complete(shop);
    const lateMs = Date.now() + DRAFT_MS;
    expect(await codeOf(change(old.id, lateMs))).toBe('quote_expired');
    expect(await codeOf(inTransaction(db, (tx) => placeCardOrder(tx, old.id, lateMs)))).toBe('quote_expired');
  });

  test('is placed once, however often that is requested, and only when nothing is missing', async () => {
    const shop = await makeShop(db);
    const { row } = await desk.draft(shop);
    expect(await codeOf(inTransaction(db, (tx) => placeCardOrder(tx, row.id, Date.now())))).toBe('illegal_transition');
    const id = await desk.placing(shop);
    const before = await readCardOrder(db, id);
    await Promise.all([1, 2, 3].map(() => inTransaction(db, (tx) => placeCardOrder(tx, id, Date.now()))));
    expect(await readCardOrder(db, id)).toEqual(before);
    expect(await messagesOf(id, 'workflow.signal')).toHaveLength(1);
  });
});

describe('earnings', () => {
  test('are booked when the coins were seen, become available once, and pay debts first', async () => {
    const shop = await makeShop(db);
    const of = await desk.sending(shop);
    expect(await changeOf(shop, () => desk.deliver(of))).toEqual({
      card_commission: -200n,
      card_earnings: 100n,
      'fees:card': 100n,
    });
    expect(await readCardOrder(db, of.id)).toMatchObject({
      status: 'delivered',
      euroMinor: 10_000n,
      commissionMinor: 200n,
      shareMinor: 100n,
      deliveredMinor: 50_000_000n,
      deliveredTxid: of.txid,
    });
    expect(await changeOf(shop, () => desk.deliver(of).catch(() => undefined))).toEqual({});
    const debt = { owner: shop.merchantId, mode: shop.mode, asset: 'EUR', kind: 'receivable' } as const;
    const position = { ...debt, owner: GATEWAY, kind: 'position' } as const;
    const owed = { key: `test:owed:${of.id}`, kind: 'test', postings: [{ debit: debt, credit: position, minor: 30n }] };
    await moneyTransaction(db, (tx) => postTransfers(tx, [owed]));
    expect(await changeOf(shop, () => mature(of.id))).toEqual({
      card_earnings: -100n,
      available: 70n,
      receivable: 30n,
    });
    expect(await changeOf(shop, () => mature(of.id))).toEqual({});
  });

  test('are rounded down twice: the partner keeps what is cut off, then the gateway', async () => {
    const shop = await makeShop(db);
    const of = await desk.sending(shop, { fiatMinor: 9_999n, commissionBps: 155, shareBps: 3_333 });
    expect(await changeOf(shop, () => desk.deliver(of))).toEqual({
      card_commission: -154n,
      card_earnings: 51n,
      'fees:card': 103n,
    });
  });

  test.each([
    [0, 5_000, {}],
    [200, 0, { card_commission: -200n, 'fees:card': 200n }],
    [200, 10_000, { card_commission: -200n, card_earnings: 200n }],
  ])('of %i and %i basis points move only what there is', async (commissionBps, shareBps, expected) => {
    const shop = await makeShop(db);
    const of = await desk.sending(shop, { commissionBps, shareBps });
    expect(await changeOf(shop, () => desk.deliver(of))).toEqual(expected);
    await mature(of.id);
    await desk.news(of.id, 'refunded');
    expect(await statusOf(of.id)).toEqual(['charged_back', null, false]);
    expect(Object.keys(await desk.books(shop)).filter((kind) => kind === 'card_earnings')).toEqual([]);
  });

  test('in another currency are those of the rate of the delivery, and wait for one', async () => {
    const shop = await makeShop(db);
    const of = await desk.sending(shop, { fiat: 'CHF' });
    expect(await codeOf(desk.deliver(of))).toBe('rate_unavailable');
    expect(await statusOf(of.id)).toEqual(['sending', null, false]);
    await execute(db, francSql);
    await desk.deliver(of);
    // 1.25 CHF are one euro.
    expect(await readCardOrder(db, of.id)).toMatchObject({ euroMinor: 8_000n, commissionMinor: 160n, shareMinor: 80n });
  });

  test('count what the partner charged, if that is known', async () => {
    const shop = await makeShop(db);
    const of = await desk.sending(shop);
    await desk.news(of.id, 'sent', { txid: of.txid, fiatMinor: 12_000n });
    await desk.deliver(of);
    expect(await readCardOrder(db, of.id)).toMatchObject({ euroMinor: 12_000n, commissionMinor: 240n });
  });
});

/** One euro is worth 1.25 CHF, by the price of LTC in both. */
const francSql = `
  INSERT INTO rate (mode, asset, currency, value, source, sampled_at, expires_at)
  SELECT mode, asset, 'CHF', value * 1.25, source, sampled_at, expires_at FROM rate
  WHERE mode = 'sandbox' AND asset = 'LTC' AND currency = 'EUR'
  ON CONFLICT DO NOTHING`;

describe('a chargeback', () => {
  test('before maturity takes the earnings back', async () => {
    const shop = await makeShop(db);
    const id = await desk.delivered(shop);
    expect(await changeOf(shop, () => desk.news(id, 'refunded'))).toEqual({
      card_commission: 200n,
      card_earnings: -100n,
      'fees:card': -100n,
    });
    expect(await changeOf(shop, () => desk.news(id, 'refunded'))).toEqual({});
    expect(await codeOf(mature(id))).toBe('illegal_transition');
    expect(await statusOf(id)).toEqual(['charged_back', null, false]);
  });

  test('after maturity comes from the balance, and the missing part is a debt', async () => {
    const shop = await makeShop(db);
    const id = await desk.delivered(shop);
    await mature(id);
    const spent = { owner: shop.merchantId, mode: shop.mode, asset: 'EUR', kind: 'available' } as const;
    const position = { ...spent, owner: GATEWAY, kind: 'position' } as const;
    const postings = [{ debit: spent, credit: position, minor: 60n }];
    await moneyTransaction(db, (tx) => postTransfers(tx, [{ key: `test:spent:${id}`, kind: 'test', postings }]));
    expect(await changeOf(shop, () => desk.news(id, 'refunded'))).toEqual({
      card_commission: 200n,
      available: -40n,
      receivable: -60n,
      'fees:card': -100n,
    });
    expect(await changeOf(shop, () => fundEuro(db, shop, 100n))).toEqual({ available: 40n, receivable: 60n });
  });

  test('at the same moment as maturity is taken back once', async () => {
    const shop = await makeShop(db);
    const id = await desk.delivered(shop);
    await Promise.allSettled([mature(id), desk.news(id, 'refunded'), mature(id), desk.news(id, 'refunded')]);
    const { available = 0n, card_earnings = 0n, receivable = 0n } = await desk.books(shop);
    expect([available, card_earnings, receivable]).toEqual([0n, 0n, 0n]);
    expect(await statusOf(id)).toEqual(['charged_back', null, false]);
  });
});

describe('what the partner says', () => {
  test('is stored as it is, and asked about no more until somebody has news', async () => {
    const id = await desk.placed(await makeShop(db));
    await inTransaction(db, (tx) => lookAtCardOrder(tx, id, Date.now() - 10));
    expect((await readCardOrder(db, id)).nextCheckAt).not.toBeNull();
    await desk.news(id, 'payment', { fiatMinor: 10_100n, cryptoMinor: 49_000_000n });
    expect(await readCardOrder(db, id)).toMatchObject({
      status: 'payment',
      partnerStatus: 'payment',
      partnerFiatMinor: 10_100n,
      partnerCryptoMinor: 49_000_000n,
      fiatMinor: 10_000n,
      nextCheckAt: null,
    });
    const { version } = await readCardOrder(db, id);
    await desk.news(id, 'payment', { fiatMinor: 10_100n, cryptoMinor: 49_000_000n });
    expect((await readCardOrder(db, id)).version).toBe(version);
    await inTransaction(db, (tx) =>
      acceptAmounts(tx, id, { fiatMinor: 10_100n, cryptoMinor: 49_000_000n }, Date.now()),
    );
    expect(await readCardOrder(db, id)).toMatchObject({ fiatMinor: 10_100n, cryptoMinor: 49_000_000n });
  });

  test('before the newest news came does not end the request to look', async () => {
    const id = await desk.placed(await makeShop(db));
    await inTransaction(db, (tx) => lookAtCardOrder(tx, id, Date.now() + 60_000));
    await desk.news(id, 'processing');
    expect((await readCardOrder(db, id)).nextCheckAt).not.toBeNull();
  });

  test('about another transaction starts the wait for it again', async () => {
    const { id, txid } = await desk.sending(await makeShop(db));
    const first = (await readCardOrder(db, id)).sentAt;
    await desk.news(id, 'sent', { txid });
    expect((await readCardOrder(db, id)).sentAt).toEqual(first);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await desk.news(id, 'sent', { txid: `${txid.slice(0, 63)}f` });
    expect((await readCardOrder(db, id)).sentAt).not.toEqual(first);
    await desk.news(id, 'sent', { txid: null });
    expect((await readCardOrder(db, id)).txid).toBe(`${txid.slice(0, 63)}f`);
  });

  test('of its own number finds one order of ours, and two of ours never follow the same', async () => {
    const shop = await makeShop(db);
    const id = await desk.placed(shop);
    const of = { mode: shop.mode, partnerId: `partner-${id}`, reference: null };
    expect((await findWithNews(db, of))?.id).toBe(id);
    expect(await findWithNews(db, { ...of, mode: 'production' })).toBeUndefined();
    const other = await desk.placing(shop);
    const pages = { checkoutUrl: null, checkoutUntil: null, payerUrl: null };
    const same = desk.step(other, { type: 'placed', partnerOrderId: `partner-${id}`, pages });
    await expect(same).rejects.toThrow();
    expect(await statusOf(other)).toEqual(['placing', null, false]);
  });

  test('about an ended order brings it back, and customers get one mail for each end', async () => {
    const id = await desk.placed(await makeShop(db));
    await desk.news(id, 'declined');
    await desk.news(id, 'declined');
    expect((await readCardOrder(db, id)).closedAt).not.toBeNull();
    await desk.news(id, 'payment');
    expect((await readCardOrder(db, id)).closedAt).toBeNull();
    await desk.news(id, 'declined');
    expect(await mailsOf(id)).toEqual(['declined', 'declined']);
  });
});

describe('one payment on the chain', () => {
  test('delivers one order, whatever two of them say', async () => {
    const shop = await makeShop(db);
    const [one, other] = [await desk.sending(shop), await desk.sending(shop)];
    await desk.deliver(one);
    await expect(desk.deliver({ id: other.id, txid: one.txid })).rejects.toThrow();
    expect(await statusOf(other.id)).toEqual(['sending', null, false]);
    expect(await desk.books(shop)).toMatchObject({ card_earnings: 100n });
  });
});

describe('an order that needs an operator', () => {
  const resolved = (id: string, by: string, outcome: 'delivered' | 'refunded' | 'failed') =>
    moneyTransaction(db, (tx) =>
      resolveCardOrder(tx, { cardOrderId: id, outcome, by, note: 'Asked.', cause: `c:${outcome}`, nowMs: Date.now() }),
    );

  test('has an alert with its question until it is resolved, by a person who may, with a note in the audit log', async () => {
    const shop = await makeShop(db);
    const { id, txid } = await desk.sending(shop);
    await desk.step(id, { type: 'short', seen: { minor: 1n, txid, output: '0' } });
    expect(await openAlerts(db, `card_order:${id}`)).toMatchObject([
      {
        kind: 'card_order_needs_operator',
        message: '0.5 LTC for 100.00 EUR (sandbox): Less than was ordered arrived.',
      },
    ]);
    const { email } = await makeStaff(db, 'manager');
    const support = await makeStaff(db, 'representative');
    expect(await codeOf(resolved(id, support.email, 'delivered'))).toBe('permission_denied');
    await resolved(id, email, 'delivered');
    await resolved(id, email, 'delivered');
    expect(await statusOf(id)).toEqual(['delivered', 'resolved_by_operator', false]);
    expect(await desk.books(shop)).toMatchObject({ card_earnings: 100n });
    expect(await openAlerts(db, `card_order:${id}`)).toEqual([]);
    const audits = await select(db, `SELECT action FROM audit_log WHERE target_id = $1`, [id]);
    expect(audits.length).toBeGreaterThan(0);
  });

  test('is not resolved without a question', async () => {
    const { id } = await desk.sending(await makeShop(db));
    const { email } = await makeStaff(db, 'manager');
    expect(await codeOf(resolved(id, email, 'failed'))).toBe('illegal_transition');
  });
});

describe('recovery', () => {
  const followed = async (id: string) => {
    const cards = restartables.find(({ name }) => name === 'card_order');
    if (cards === undefined) throw new Error('Card orders are not restarted.');
    const { rows } = await cards.page(db, { after: ZERO, limit: 10_000, nowMs: Date.now() });
    return rows.some((row) => row.id === id);
  };
  const ZERO = '00000000-0000-0000-0000-000000000000';

  test('finds what has to be followed, and nothing else', async () => {
    const shop = await makeShop(db);
    const { row } = await desk.draft(shop);
    expect(await followed(row.id)).toBe(false);
    expect(await followed(await desk.placing(shop))).toBe(true);
    const declined = await desk.placed(shop);
    await desk.news(declined, 'declined');
    expect(await followed(declined)).toBe(true);
    await execute(db, `UPDATE card_order SET closed_at = now() - interval '8 days' WHERE id = $1`, [declined]);
    expect(await followed(declined)).toBe(false);
    await inTransaction(db, (tx) => lookAtCardOrder(tx, declined, Date.now()));
    expect(await followed(declined)).toBe(true);
    const delivered = await desk.delivered(shop);
    expect(await followed(delivered)).toBe(true);
    await mature(delivered);
    expect(await followed(delivered)).toBe(false);
  });
});
