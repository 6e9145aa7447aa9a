import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { chooseGate } from '../invoices/choose.ts';
import { cancelInvoice } from '../invoices/commands.ts';
import { readInvoice } from '../invoices/read.ts';
import {
  balanceSheet,
  makeInvoice,
  makeRates,
  makeShop,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
  testSettings,
} from '../invoices/testing.fixture.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { readPayout } from '../payouts/read.ts';
import { fund, RECIPIENTS } from '../payouts/testing.fixture.ts';
import { codeOf, refundDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
beforeAll(async () => {
  await makeRates(db);
});
afterEach(async () => expect((await trialBalance(db)).mismatches).toEqual([]));

const { refund, step, sign, send, cancel, expire } = refundDesk(db);

/** 100 EUR in LTC. */
const LTC_DUE = 100_000_000n;
const OTHER_LTC = 900_000_000n;
const requested = { gateId: 'LTC', address: RECIPIENTS.LTC } as const;

/**
 * LTC was chosen, then BTC; the invoice is over. A late BTC transaction that pays too little of a fee holds the gate,
 * and all of the price comes late in LTC. The merchant has other LTC of their own.
 */
async function lateInBoth(over: 'expired' | 'canceled') {
  const shop = await makeShop(db);
  const invoice = await makeInvoice(db, shop, { gateId: 'LTC', autocomplete: true });
  const invoiceId = invoice.id;
  await inTransaction(db, (tx) => chooseGate(tx, testSettings, { invoiceId, gateId: 'BTC', nowMs: Date.now() }));
  if (over === 'expired') await expire(invoiceId);
  else {
    const scope = { profileId: shop.profileId };
    await inTransaction(db, (tx) => cancelInvoice(tx, { invoiceId, scope, nowMs: Date.now() }));
    await execute(db, `UPDATE invoice SET expires_at = now() - interval '1 minute' WHERE id = $1`, [invoiceId]);
  }
  const btc = await recordPayment(db, { invoiceId, gateId: 'BTC', minor: 1_000n });
  await paymentsChanged(db, invoiceId);
  const ltc = { invoiceId, gateId: 'LTC', minor: LTC_DUE, status: 'confirmed', seenValueMinor: 10_000n } as const;
  await recordPayment(db, ltc);
  await paymentsChanged(db, invoiceId);
  await fund(db, shop, 'LTC', OTHER_LTC);
  const replaceBtc = async () => {
    await setPayment(db, btc, 'replaced');
    await paymentsChanged(db, invoiceId);
  };
  return { shop, invoiceId, replaceBtc, ltc: () => balanceSheet(db, shop.merchantId, 'LTC') };
}

describe.each(['expired', 'canceled'] as const)('money on another choice of an invoice that is %s', (over) => {
  test('is refunded once, and pays nothing when the transaction that held the gate is replaced', async () => {
    const { shop, invoiceId, replaceBtc, ltc } = await lateInBoth(over);
    expect(await ltc()).toEqual({ unsettled: LTC_DUE, available: OTHER_LTC });
    await send((await refund(shop, invoiceId, requested)).id);
    expect(await ltc()).toEqual({ available: OTHER_LTC });
    await replaceBtc();
    expect(await readInvoice(db, invoiceId)).toMatchObject({ status: over, amountSettledMinor: 0n });
    expect(await codeOf(settleNow(db, invoiceId))).toBe('illegal_transition');
    expect(await codeOf(refund(shop, invoiceId, requested))).toBe('illegal_transition');
    expect(await ltc()).toEqual({ available: OTHER_LTC });
  });

  test('whose refund is open is booked when it reaches the chain', async () => {
    const { shop, invoiceId, replaceBtc, ltc } = await lateInBoth(over);
    const { id } = await refund(shop, invoiceId, requested);
    await sign(id);
    await replaceBtc();
    await step(id, { type: 'sent' });
    await step(id, { type: 'confirmed' });
    expect(await readPayout(db, id)).toMatchObject({ status: 'done' });
    expect(await ltc()).toEqual({ available: OTHER_LTC });
    expect((await readInvoice(db, invoiceId)).status).toBe(over);
  });

  test('whose refund is canceled lies where it was, and may go back again', async () => {
    const { shop, invoiceId, replaceBtc, ltc } = await lateInBoth(over);
    const { id } = await refund(shop, invoiceId, requested);
    await replaceBtc();
    await cancel(shop, id);
    expect(await ltc()).toEqual({ unsettled: LTC_DUE, available: OTHER_LTC });
    await send((await refund(shop, invoiceId, requested)).id);
    expect(await ltc()).toEqual({ available: OTHER_LTC });
  });
});

describe('a payment that is mined again with another amount', () => {
  async function paidOnce() {
    const shop = await makeShop(db);
    const { id: invoiceId } = await makeInvoice(db, shop);
    const payment = await recordPayment(db, { invoiceId, minor: 200_000n, status: 'confirmed' });
    await paymentsChanged(db, invoiceId);
    await settleNow(db, invoiceId);
    const custody = async () => (await balanceSheet(db, 'gateway', 'BTC'))['custody:BTC'] ?? 0n;
    const become = async (minor: bigint, status: 'seen' | 'confirmed') => {
      await execute(db, 'UPDATE payment SET amount_minor = $2, status = $3 WHERE id = $1', [payment, minor, status]);
      await paymentsChanged(db, invoiceId);
    };
    return { shop, invoiceId, custody, become };
  }
  const sheetOf = (shop: { merchantId: string }) => balanceSheet(db, shop.merchantId, 'BTC');

  test.each([150_000n, 260_000n, 0n])('is reversed by the credited amount, then credited again: %s', async (minor) => {
    const { shop, invoiceId, custody, become } = await paidOnce();
    const before = await custody();
    await become(minor, 'seen');
    expect(await sheetOf(shop)).toEqual({});
    expect((await custody()) - before).toBe(200_000n);
    expect((await readInvoice(db, invoiceId)).status).toBe('error');
    await become(minor, 'confirmed');
    expect((await custody()) - before).toBe(200_000n - minor);
  });

  test.each([150_000n, 260_000n, 0n])('within one look at the chain changes its credit: %s', async (minor) => {
    const { custody, become } = await paidOnce();
    const before = await custody();
    await become(minor, 'confirmed');
    expect((await custody()) - before).toBe(200_000n - minor);
    await become(200_000n, 'confirmed');
    expect(await custody()).toBe(before);
  });
});
