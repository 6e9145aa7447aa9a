import { afterEach, describe, expect, test } from 'vitest';
import { readCardOrder } from '../../db/card-orders/read.ts';
import { cardDesk } from '../../db/card-orders/testing.fixture.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { makeShop } from '../../db/invoices/testing.fixture.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { mineBlocks } from '../../db/simulator/chain.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { parseAddress } from '../../domain/assets/addresses.ts';
import { gate } from '../../domain/assets/assets.ts';
import type { CardOrderStatus } from '../../domain/state/card-order-status.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { addressOf, openPartnerTest } from '../card-partner/card-partner.fixture.ts';
import type { CardBehavior } from '../card-partner/simulator/faults.ts';
import { createCardOrderChecks, createCardPartnerActivities } from './activities.ts';
import { CARD_FAULT_POINTS } from './fault-points.fixture.ts';
import { type CardFaultPoint, sealContext } from './place.ts';

// Orders on the simulated partner: its interface over HTTP, its checkout page, and coins on a simulated chain.
const { db, open, step, submit, checkout, clock, simulator } = await openPartnerTest();
const desk = cardDesk(db);
const deps = { db, box: testBox, nowMs: () => clock.ms, publicUrl: 'https://gateway.test' };
const { placeCardOrder, fetchCardOrder } = createCardPartnerActivities({ ...deps, partnerOf: () => open() });
const { checkCardDelivery } = createCardOrderChecks({ ...deps, config: testConfig() });

afterEach(async () => {
  expect((await trialBalance(db)).mismatches).toEqual([]);
});

/** An order for the coins that 100 EUR buy now, or a part of them, which they still buy minutes later. */
async function placing(percent = 100n): Promise<string> {
  const { address } = addressOf('LTC');
  const amount = { kind: 'fiat', minor: 10_000n } as const;
  const quote = await open().quote({ gateId: 'LTC', currency: 'EUR', amount, method: 'card' });
  const { addressKey } = parseAddress('LTC', address, 'regtest');
  return desk.placing(await makeShop(db), {
    cryptoMinor: (quote.cryptoMinor * percent) / 100n,
    fiatMinor: quote.fiatMinor,
    address,
    addressKey,
  });
}

/** @returns the order, and the page on which it is paid */
async function placed(): Promise<{ readonly id: string; readonly checkoutUrl: string }> {
  const id = await placing();
  await placeCardOrder({ cardOrderId: id });
  const { checkoutUrl } = await readCardOrder(db, id);
  if (checkoutUrl === null) throw new Error('The partner gave no page.');
  return { id, checkoutUrl: testBox.open(checkoutUrl, sealContext({ id })) };
}

/** Lets time pass as the workflow does. @returns the statuses that the order went through */
async function follow(id: string, steps = 25): Promise<CardOrderStatus[]> {
  const passed: CardOrderStatus[] = [];
  for (let round = 0; round < steps; round += 1) {
    await step();
    await fetchCardOrder({ cardOrderId: id });
    const { status } = await checkCardDelivery({ cardOrderId: id });
    if (status !== passed.at(-1)) passed.push(status);
  }
  return passed;
}

const endOf = async (id: string) => {
  const { status, statusReason, needsOperator, shareMinor } = await readCardOrder(db, id);
  return [status, statusReason, needsOperator, shareMinor];
};

async function paidBy(behavior: CardBehavior, name?: string): Promise<string> {
  const { id, checkoutUrl } = await placed();
  await checkout(checkoutUrl, behavior, name);
  return id;
}

describe('on the simulated partner', () => {
  test.each<CardBehavior>([
    'pays',
    'webhooks_lost',
    'webhooks_doubled',
    'webhooks_late',
    'webhooks_reordered',
    'webhooks_forged',
    'unknown_status',
    'more_identity',
  ])('an order whose card %s is delivered, and never goes backwards', async (behavior) => {
    const id = await paidBy(behavior);
    const passed = await follow(id);
    expect(passed.at(-1)).toBe('delivered');
    expect(await endOf(id)).toEqual(['delivered', null, false, 100n]);
  });

  test('a declined card ends the order without coins', async () => {
    const id = await paidBy('declined');
    expect((await follow(id)).at(-1)).toBe('declined');
    expect(await endOf(id)).toEqual(['declined', null, false, null]);
  });

  test('an abandoned 3-D Secure lets the order expire', async () => {
    const id = await paidBy('asks_3d_secure');
    expect(await follow(id, 3)).not.toContain('processing');
    clock.ms += 30 * 60_000;
    expect((await follow(id, 3)).at(-1)).toBe('expired');
  });

  test('an approved 3-D Secure delivers', async () => {
    const { id, checkoutUrl } = await placed();
    const page = await checkout(checkoutUrl, 'asks_3d_secure');
    await submit(page, { step: 'three_d_secure', answer: 'approve' });
    expect((await follow(id)).at(-1)).toBe('delivered');
  });

  test('a refused identity ends the order', async () => {
    const id = await paidBy('pays', 'Nora Refused');
    expect((await follow(id)).at(-1)).toBe('rejected');
    expect((await readCardOrder(db, id)).shareMinor).toBeNull();
  });

  test('an order that expired and became active again is delivered', async () => {
    const id = await paidBy('expires_first');
    expect((await follow(id, 30)).at(-1)).toBe('delivered');
  });

  test.each<[CardBehavior, string]>([
    ['delivers_less', 'short'],
    ['delivers_elsewhere', 'elsewhere'],
  ])('coins that the partner %s are for an operator, and nothing is booked', async (behavior, reason) => {
    const id = await paidBy(behavior);
    await follow(id);
    expect(await endOf(id)).toEqual(['sending', reason, true, null]);
  });

  test('coins that were never sent do not count, whatever the partner says', async () => {
    const id = await paidBy('delivers_nothing');
    await follow(id);
    expect(await endOf(id)).toEqual(['sending', null, false, null]);
    expect((await readCardOrder(db, id)).txid).toBeNull();
  });

  test('a chargeback after the coins takes the earnings back', async () => {
    const id = await paidBy('chargeback');
    for (let round = 0; round < 25; round += 1) {
      await step();
      if ((await fetchCardOrder({ cardOrderId: id })).status === 'sending') break;
    }
    const blocks = { nowMs: clock.ms, count: gate('LTC').confirmations };
    await inTransaction(db, (tx) => mineBlocks(tx, { mode: 'sandbox', network: 'LTC' }, blocks));
    expect(await checkCardDelivery({ cardOrderId: id })).toMatchObject({ status: 'delivered' });
    expect((await follow(id, 3)).at(-1)).toBe('delivered');
    await step(30_000);
    expect((await follow(id, 1)).at(-1)).toBe('charged_back');
  });

  test('a payment that is taken back before we saw the coins was a refund', async () => {
    const id = await paidBy('chargeback');
    for (let round = 0; round < 15; round += 1) {
      await step();
      await fetchCardOrder({ cardOrderId: id });
    }
    await step(30_000);
    await fetchCardOrder({ cardOrderId: id });
    expect(await endOf(id)).toEqual(['refunded', null, false, null]);
  });
});

describe('a process that dies', () => {
  test.each(CARD_FAULT_POINTS)('at %s loses no order, makes none twice and books none twice', async (point) => {
    let crashes = 0;
    const faultPoint = (name: CardFaultPoint) => {
      if (name !== point || crashes > 0) return;
      crashes += 1;
      throw new Error(`The process died at ${name}.`);
    };
    const dying = createCardPartnerActivities({ ...deps, partnerOf: () => open(), faultPoint });
    const { checkCardDelivery: check } = createCardOrderChecks({ ...deps, config: testConfig(), faultPoint });
    const id = await placing(99n);
    /** As the workflow does: a call that failed is made again later. */
    const again = async (act: (input: { cardOrderId: string }) => Promise<unknown>) => {
      const before = crashes;
      await act({ cardOrderId: id }).catch((error: unknown) => {
        if (crashes === before) throw error;
      });
    };
    for (let tries = 0; tries < 6; tries += 1) {
      await again(dying.placeCardOrder);
      clock.ms += 61_000;
    }
    const made = await readCardOrder(db, id);
    expect(made.status).toBe('payment');
    // Of an order whose answer was lost, only its page for later visits is known.
    for (let tries = 0; tries < 2; tries += 1) await again(dying.fetchCardOrder);
    await payOnPage(id);
    for (let round = 0; round < 25; round += 1) {
      await step();
      await again(dying.fetchCardOrder);
      await again(check);
    }
    expect(crashes).toBe(1);
    expect(await endOf(id)).toEqual(['delivered', null, false, 100n]);
    expect((await ordersOf(id))?.partnerId).toBe(made.partnerOrderId);
    const [booked] = await select<{ times: number; minor: string }>(db, EARNED_SQL, [`card_order:${id}`]);
    expect(booked).toEqual({ times: 1, minor: '100' });
  });
});

/** How often earnings of the order were booked, and the shop's part of them. */
const EARNED_SQL = `
  SELECT count(DISTINCT t.id)::int AS times, (-sum(e.amount))::text AS minor
  FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.entity = $1 AND a.kind = 'card_earnings'`;

/** The customer pays on the page of the order that the partner names. */
async function payOnPage(id: string): Promise<void> {
  const { payerUrl } = await readCardOrder(db, id);
  if (payerUrl === null) throw new Error('The partner gave no page.');
  await checkout(testBox.open(payerUrl, sealContext({ id })), 'pays');
}

/** The order that the partner has made; an error if it has several. */
async function ordersOf(id: string) {
  const { customerId } = await readCardOrder(db, id);
  return open().findOrder({ reference: id, customerId: customerId ?? '', sinceMs: 0 });
}

describe('a lost answer on the simulated partner', () => {
  test.each(['lost_answer', 'error_after_work'] as const)('(%s) makes one order', async (fault) => {
    const id = await placing();
    simulator().faults.add('create', fault);
    await expect(placeCardOrder({ cardOrderId: id })).rejects.toThrow();
    expect(await placeCardOrder({ cardOrderId: id })).toMatchObject({ status: 'payment', isPlaced: true });
    // Two with the same reference would be refused by the adapter.
    expect((await ordersOf(id))?.partnerId).toBe((await readCardOrder(db, id)).partnerOrderId);
  });

  test('that the list hides at first makes one order', async () => {
    const id = await placing();
    simulator().faults.add('create', 'lost_answer');
    await expect(placeCardOrder({ cardOrderId: id })).rejects.toThrow();
    simulator().faults.add('orders', 'hidden', 'hidden');
    expect(await placeCardOrder({ cardOrderId: id })).toMatchObject({ status: 'placing' });
    clock.ms += 121_000;
    expect(await placeCardOrder({ cardOrderId: id })).toMatchObject({ status: 'placing' });
    expect(await placeCardOrder({ cardOrderId: id })).toMatchObject({ status: 'payment' });
    expect(await ordersOf(id)).not.toBeNull();
  });

  test('of an outage leaves nothing behind, and the order is made later', async () => {
    const id = await placing();
    simulator().faults.add('create', 'outage');
    await expect(placeCardOrder({ cardOrderId: id })).rejects.toThrow();
    for (let round = 0; round < 5; round += 1) {
      await placeCardOrder({ cardOrderId: id });
      clock.ms += 61_000;
    }
    expect(await readCardOrder(db, id)).toMatchObject({ status: 'payment' });
    expect((await ordersOf(id))?.partnerId).toBe((await readCardOrder(db, id)).partnerOrderId);
  });
});
