import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lookAtCardOrder } from '../../db/card-orders/act.ts';
import { readCardOrder } from '../../db/card-orders/read.ts';
import { cardOrdersTable } from '../../db/card-orders/rows.ts';
import { cardDesk } from '../../db/card-orders/testing.fixture.ts';
import type { Movement } from '../../db/chain/movement.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeRates, makeShop } from '../../db/invoices/testing.fixture.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { ensureSimChain, mineBlocks } from '../../db/simulator/chain.ts';
import { newSpend, newTxid, sendSimulated } from '../../db/simulator/transactions.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { CardPartnerRefusedError, type OrderRequest } from '../card-partner/port.ts';
import { createCardOrderActivities, createCardOrderChecks, createCardPartnerActivities } from './activities.ts';
import { fakePartner } from './partner.fixture.ts';
import { sealContext } from './place.ts';

const { db } = await openTestDatabase();
const desk = cardDesk(db);
const LTC = { mode: 'sandbox', network: 'LTC' } as const;
const CONFIRMATIONS = 6;
const MINUTE = 60_000;
const clock = { ms: Date.now() };
const nowMs = () => clock.ms;
let { partner, faults, state, ordersOf, make, set } = fakePartner();

const { placeCardOrder, fetchCardOrder } = createCardPartnerActivities({
  db,
  box: testBox,
  nowMs,
  publicUrl: 'https://gateway.test',
  partnerOf: (mode) => (mode === 'sandbox' ? partner : null),
});
const { checkCardDelivery } = createCardOrderChecks({ db, nowMs, config: testConfig() });
const { ageCardOrder } = createCardOrderActivities({ db, nowMs });

const place = (cardOrderId: string) => placeCardOrder({ cardOrderId });
const read = (cardOrderId: string) => fetchCardOrder({ cardOrderId });
const check = (cardOrderId: string) => checkCardDelivery({ cardOrderId });
const rowOf = (id: string) => readCardOrder(db, id);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: Error) => error.name,
  );

beforeAll(async () => {
  await makeRates(db);
  await inTransaction(db, (tx) => ensureSimChain(tx, LTC, Date.now()));
});
beforeEach(() => {
  clock.ms = Date.now();
  ({ partner, faults, state, ordersOf, make, set } = fakePartner());
});
afterEach(async () => {
  expect((await trialBalance(db)).mismatches).toEqual([]);
});

const placing = async () => desk.placing(await makeShop(db));

/** An order at the partner, as its checkout page leaves it. */
async function placed(): Promise<string> {
  const id = await placing();
  await place(id);
  return id;
}

describe('an order', () => {
  test('is made at the partner once, with what the customer agreed to', async () => {
    const id = await placing();
    expect(await place(id)).toMatchObject({ status: 'payment', isPlaced: true });
    await place(id);
    const { customerId, address, checkoutUrl, checkoutUntil } = await rowOf(id);
    expect(ordersOf(id)).toHaveLength(1);
    expect(ordersOf(id)[0]).toMatchObject({ customerId, address, gateId: 'LTC', currency: 'EUR' });
    const { partnerId } = ordersOf(id)[0] ?? {};
    expect(testBox.open(checkoutUrl ?? Buffer.alloc(0), sealContext({ id }))).toBe(
      `https://partner.test/checkout/${partnerId}`,
    );
    expect((checkoutUntil?.getTime() ?? 0) - clock.ms).toBeLessThanOrEqual(MINUTE);
  });

  test('is made once by many workers at the same time', async () => {
    const id = await placing();
    await Promise.allSettled([1, 2, 3, 4, 5].map(() => place(id)));
    await place(id);
    expect(ordersOf(id)).toHaveLength(1);
    expect(state.created).toBe(1);
    expect(await rowOf(id)).toMatchObject({ status: 'payment' });
  });

  test('whose answer was lost is found, and not made again', async () => {
    const id = await placing();
    faults.push('answer_lost');
    expect(await failure(place(id))).toBe('CardPartnerUnclearError');
    expect(await place(id)).toMatchObject({ status: 'payment' });
    expect(ordersOf(id)).toHaveLength(1);
    const { payerUrl, checkoutUrl } = await rowOf(id);
    expect(checkoutUrl).toBeNull();
    expect(testBox.open(payerUrl ?? Buffer.alloc(0), sealContext({ id }))).toBe(`https://partner.test/order/${id}`);
  });

  test('whose answer was lost, in a list that lags, is found when it appears there', async () => {
    const id = await placing();
    faults.push('answer_lost');
    await failure(place(id));
    state.isListLate = true;
    clock.ms += MINUTE;
    expect(await place(id)).toMatchObject({ status: 'placing' });
    clock.ms += 2 * MINUTE;
    expect(await place(id)).toMatchObject({ status: 'placing' });
    state.isListLate = false;
    expect(await place(id)).toMatchObject({ status: 'payment' });
    expect(ordersOf(id)).toHaveLength(1);
  });

  test('whose request was lost is made again, once the partner surely does not have it', async () => {
    const id = await placing();
    faults.push('request_lost');
    await failure(place(id));
    await place(id);
    await place(id);
    await place(id);
    expect(state.created).toBe(1);
    clock.ms += 2 * MINUTE;
    await place(id);
    expect((await rowOf(id)).findMisses).toBe(1);
    expect(state.created).toBe(1);
    expect(await place(id)).toMatchObject({ status: 'payment' });
    expect([state.created, ordersOf(id).length]).toEqual([2, 1]);
  });

  test('of a process that died before or after the call is made once', async () => {
    const [before, after] = [await placing(), await placing()];
    for (const id of [before, after]) await cardOrdersTable.update(db, { attemptedAt: new Date(clock.ms) }, { id });
    const { customerId, address } = await rowOf(after);
    make({
      reference: after,
      customerId: customerId ?? '',
      address: address ?? '',
      gateId: 'LTC',
      currency: 'EUR',
    } as OrderRequest);
    expect(await place(after)).toMatchObject({ status: 'payment' });
    expect(ordersOf(after)).toHaveLength(1);
    clock.ms += 2 * MINUTE;
    await place(before);
    await place(before);
    expect(await place(before)).toMatchObject({ status: 'payment' });
    expect(ordersOf(before)).toHaveLength(1);
  });

  test('is made when the partner is back, and not once the customer has left', async () => {
    const id = await placing();
    faults.push('away');
    expect(await failure(place(id))).toBe('CardPartnerAwayError');
    expect((await rowOf(id)).attemptedAt).toBeNull();
    expect(await place(id)).toMatchObject({ status: 'payment' });

    const other = await placing();
    clock.ms += 16 * MINUTE;
    expect(await place(other)).toMatchObject({ status: 'failed', reason: 'partner_unavailable' });
    expect(ordersOf(other)).toHaveLength(0);
  });

  test('that was surely not made in time fails, and is followed if it was made after all', async () => {
    const id = await placing();
    faults.push('answer_lost');
    await failure(place(id));
    state.isListLate = true;
    clock.ms += 16 * MINUTE;
    await place(id);
    expect(await place(id)).toMatchObject({ status: 'failed', reason: 'partner_unavailable' });
    state.isListLate = false;
    await inTransaction(db, (tx) => lookAtCardOrder(tx, id, clock.ms));
    expect(await place(id)).toMatchObject({ status: 'payment' });
    expect(ordersOf(id)).toHaveLength(1);
  });

  test('that somebody says exists, and that does not, stays failed', async () => {
    const id = await placing();
    faults.push('request_lost');
    await failure(place(id));
    clock.ms += 16 * MINUTE;
    await place(id);
    await place(id);
    await inTransaction(db, (tx) => lookAtCardOrder(tx, id, clock.ms));
    await place(id);
    expect(await place(id)).toMatchObject({ status: 'failed', reason: 'partner_unavailable', checkAtMs: null });
    expect(state.created).toBe(1);
  });

  test.each([
    ['below_minimum', 'failed', 'below_minimum'],
    ['identity_refused', 'rejected', 'identity_refused'],
    ['not_enabled', 'failed', 'order_invalid'],
  ] as const)('that the partner refuses (%s) ends as %s', async (reason, status, stored) => {
    const id = await placing();
    faults.push(new CardPartnerRefusedError(reason, 'No.'));
    expect(await place(id)).toMatchObject({ status, reason: stored });
    await place(id);
    expect(state.created).toBe(1);
  });

  test('that the partner has twice is for an operator, and nobody pays it meanwhile', async () => {
    const id = await placing();
    faults.push('answer_lost');
    await failure(place(id));
    make({ ...ordersOf(id)[0], reference: id } as unknown as OrderRequest);
    expect(await place(id)).toMatchObject({ status: 'placing', needsOperator: true, reason: 'mismatch' });
    await place(id);
    expect(ordersOf(id)).toHaveLength(2);
    expect(await rowOf(id)).toMatchObject({ checkoutUrl: null, payerUrl: null, partnerOrderId: null });
  });

  test('waits where no partner is configured', async () => {
    const shop = await makeShop(db, { mode: 'production' });
    const id = await desk.placing(shop);
    expect(await failure(place(id))).toBe('Error');
    expect(await rowOf(id)).toMatchObject({ status: 'placing', attemptedAt: null });
  });
});

describe('news of the partner', () => {
  test('are fetched and never go backwards', async () => {
    const id = await placed();
    expect(await read(id)).toMatchObject({ status: 'payment', knowsAmounts: true });
    set(id, { status: 'verifying' });
    expect(await read(id)).toMatchObject({ status: 'identity' });
    set(id, { status: 'paid' });
    expect(await read(id)).toMatchObject({ status: 'processing' });
    set(id, { status: 'awaiting_payment' });
    expect(await read(id)).toMatchObject({ status: 'processing' });
    set(id, { status: null, statusText: 'somethingNew' });
    expect(await read(id)).toMatchObject({ status: 'processing' });
    expect((await rowOf(id)).partnerStatus).toBe('somethingNew');
  });

  test.each([
    ['declined', 'declined'],
    ['expired', 'expired'],
    ['canceled', 'rejected'],
    ['refunded', 'refunded'],
  ] as const)('that it is %s end it', async (status, ours) => {
    const id = await placed();
    set(id, { status });
    expect(await read(id)).toMatchObject({ status: ours });
  });

  test('of an abandoned 3-D Secure leave it open, and of a refused identity end it', async () => {
    const id = await placed();
    set(id, { status: 'payment_pending' });
    expect(await read(id)).toMatchObject({ status: 'payment' });
    set(id, { status: 'verifying' });
    await read(id);
    set(id, { status: 'declined' });
    expect(await read(id)).toMatchObject({ status: 'rejected', reason: 'identity' });
  });

  test('name a transaction, if it can be one', async () => {
    const id = await placed();
    set(id, { status: 'sent', txid: '../../admin' });
    expect(await read(id)).toMatchObject({ status: 'sending', txid: null });
    set(id, { txid: 'AB'.repeat(32) });
    expect(await read(id)).toMatchObject({ txid: 'ab'.repeat(32) });
  });

  test('about another order than ours, or about none, are for an operator', async () => {
    const [id, other] = [await placed(), await placed()];
    set(id, { currency: 'USD', status: 'refunded' });
    expect(await read(id)).toMatchObject({ status: 'payment', needsOperator: true, reason: 'mismatch' });
    await cardOrdersTable.update(db, { partnerOrderId: 'gone' }, { id: other });
    expect(await read(other)).toMatchObject({ needsOperator: true, reason: 'mismatch' });
  });

  test('that are late, doubled and out of order change nothing: they are fetched', async () => {
    const id = await placed();
    set(id, { status: 'paid' });
    for (const at of [3, 1, 2]) await inTransaction(db, (tx) => lookAtCardOrder(tx, id, clock.ms - at));
    await read(id);
    const { version } = await rowOf(id);
    await read(id);
    expect(await rowOf(id)).toMatchObject({ status: 'processing', version, nextCheckAt: null });
  });

  test('wait while the partner is away', async () => {
    const id = await placed();
    state.isAway = true;
    expect(await failure(read(id))).toBe('CardPartnerAwayError');
    expect(await rowOf(id)).toMatchObject({ status: 'payment' });
  });
});

describe('a delivery', () => {
  interface Sent {
    readonly minor?: bigint;
    readonly addressKey?: string;
    readonly failed?: boolean;
  }

  async function send(id: string, { minor = 50_000_000n, addressKey, failed = false }: Sent = {}): Promise<string> {
    const txid = newTxid('LTC');
    const { addressKey: ours } = await rowOf(id);
    const movement: Movement = {
      assetRef: 'LTC',
      gateId: 'LTC',
      output: '0',
      addressKey: addressKey ?? ours ?? '',
      destinationTag: null,
      amountMinor: minor,
      coinbase: false,
      maturity: 0,
    };
    const transaction = { txid, movements: [movement], spends: [newSpend('LTC')], failed };
    await inTransaction(db, (tx) => sendSimulated(tx, LTC, transaction));
    set(id, { status: 'complete', txid });
    await read(id);
    return txid;
  }
  const mine = (count: number) => inTransaction(db, (tx) => mineBlocks(tx, LTC, { nowMs: Date.now(), count }));

  test('counts when our own view of the chain has it, with its last confirmation', async () => {
    const id = await placed();
    await send(id);
    expect(await check(id)).toMatchObject({ status: 'sending' });
    await mine(CONFIRMATIONS - 1);
    expect(await check(id)).toMatchObject({ status: 'sending' });
    await mine(1);
    expect(await check(id)).toMatchObject({ status: 'delivered', needsOperator: false });
    expect(await rowOf(id)).toMatchObject({ deliveredMinor: 50_000_000n, shareMinor: 100n });
    expect(await check(id)).toMatchObject({ status: 'delivered' });
  });

  test('that the partner only claims does not count', async () => {
    const id = await placed();
    set(id, { status: 'complete', txid: newTxid('LTC') });
    await read(id);
    await mine(CONFIRMATIONS);
    expect(await check(id)).toMatchObject({ status: 'sending' });
    expect(await ageCardOrder({ cardOrderId: id, version: (await rowOf(id)).version, type: 'overdue' })).toMatchObject({
      status: 'sending',
      needsOperator: true,
      reason: 'overdue',
    });
  });

  test.each<[string, Sent, string]>([
    ['of less', { minor: 49_999_999n }, 'short'],
    ['to somebody else', { addressKey: '0014ffffffffffffffffffffffffffffffffffffffff' }, 'elsewhere'],
    ['without effect', { failed: true }, 'elsewhere'],
  ])('%s asks an operator, until the partner sends the rest by another transaction', async (_name, sent, reason) => {
    const id = await placed();
    await send(id, sent);
    await mine(CONFIRMATIONS);
    expect(await check(id)).toMatchObject({ status: 'sending', needsOperator: true, reason });
    expect(await check(id)).toMatchObject({ status: 'sending', needsOperator: true, reason });
    await send(id);
    await mine(CONFIRMATIONS);
    expect(await check(id)).toMatchObject({ status: 'delivered', needsOperator: false });
  });

  test('of one transaction counts for one order', async () => {
    const shop = await makeShop(db);
    const [one, other] = [await desk.placing(shop), await desk.placing(shop)];
    await place(one);
    await place(other);
    const txid = await send(one);
    set(other, { status: 'complete', txid });
    await read(other);
    await mine(CONFIRMATIONS);
    const outcomes = await Promise.allSettled([check(one), check(other)]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    await check(one);
    await check(other);
    const statuses = [await rowOf(one), await rowOf(other)].map(({ status, statusReason }) => statusReason ?? status);
    expect(statuses.sort()).toEqual(['delivered', 'elsewhere']);
  });

  test('that is charged back afterwards takes the earnings back, before and after they mature', async () => {
    for (const isMatured of [false, true]) {
      const id = await placed();
      await send(id);
      await mine(CONFIRMATIONS);
      await check(id);
      if (isMatured) await ageCardOrder({ cardOrderId: id, version: (await rowOf(id)).version, type: 'mature' });
      set(id, { status: 'refunded' });
      expect(await read(id)).toMatchObject({ status: 'charged_back', isMatured });
      expect(await read(id)).toMatchObject({ status: 'charged_back' });
    }
  });
});
