import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { chooseGate } from '../invoices/choose.ts';
import { completeInvoice } from '../invoices/commands.ts';
import {
  balanceSheet,
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
  testSettings,
} from '../invoices/testing.fixture.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { readPayout } from '../payouts/read.ts';
import { fund, RECIPIENTS } from '../payouts/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { codeOf, DUE, refundDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
beforeAll(async () => {
  await makeRates(db);
});
afterEach(async () => expect((await trialBalance(db)).mismatches).toEqual([]));

const { refund, step, sign, send, cancel, paid, done, statusOf, sheet } = refundDesk(db);

describe('G: the money of a refund is reorganised away', () => {
  test('a refund that is not signed is taken back', async () => {
    const { shop, invoiceId, payment } = await paid(DUE, true);
    const { id } = await refund(shop, invoiceId);
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, invoiceId);
    expect((await statusOf(invoiceId)).status).toBe('error');
    expect(await readPayout(db, id)).toMatchObject({ status: 'canceled', statusReason: 'reorganised' });
    expect(await sheet(shop)).toEqual({});
    // The invoice knows: nothing is published of a decision that it waits for again.
    const published = await select<{ type: string }>(db, 'SELECT type FROM event WHERE entity_id = $1 ORDER BY id', [
      invoiceId,
    ]);
    expect(published.slice(-2).map(({ type }) => type)).toEqual(['invoice.refund_requested', 'invoice.error']);
  });

  test('one that is signed goes on, and its merchant owes what is gone', async () => {
    const { shop, invoiceId, payment } = await paid(DUE, true);
    const { id } = await refund(shop, invoiceId);
    await sign(id);
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, invoiceId);
    expect((await statusOf(invoiceId)).status).toBe('error');
    expect(await sheet(shop)).toEqual({ unsettled: DUE, receivable: -DUE });
    await step(id, { type: 'sent' });
    await step(id, { type: 'confirmed' });
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'error', amountRefundedMinor: DUE });
    expect(await sheet(shop)).toEqual({ receivable: -DUE });
  });
});

describe('G: reorganised and mined again, beside a refund', () => {
  async function vanish(at: { invoiceId: string; payment: string }) {
    await setPayment(db, at.payment, 'seen');
    await paymentsChanged(db, at.invoiceId);
  }
  async function comeBack(at: { invoiceId: string; payment: string }) {
    await setPayment(db, at.payment, 'confirmed');
    await paymentsChanged(db, at.invoiceId);
  }

  test('settled money whose refund was canceled goes back once, and comes again', async () => {
    const at = await done();
    await fund(db, at.shop, 'BTC', 2_000n);
    await cancel(at.shop, (await refund(at.shop, at.invoiceId)).id);
    await vanish(at);
    expect((await statusOf(at.invoiceId)).status).toBe('error');
    expect(await sheet(at.shop)).toEqual({ available: 2_000n });
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('done');
    expect(await sheet(at.shop)).toEqual({ available: 200_000n });
  });

  test('settled money that was refunded is owed without the fee, and paid off when it comes again', async () => {
    const at = await done();
    await fund(db, at.shop, 'BTC', 2_000n);
    await send((await refund(at.shop, at.invoiceId)).id);
    expect(await sheet(at.shop)).toEqual({});
    await vanish(at);
    expect(await sheet(at.shop)).toEqual({ receivable: -198_000n });
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('refunded');
    expect(await sheet(at.shop)).toEqual({});
  });

  test('of a merchant with other money no more is taken than is gone', async () => {
    const at = await done();
    await fund(db, at.shop, 'BTC', 1_000_000n);
    await send((await refund(at.shop, at.invoiceId, { amount: { type: 'part', amountMinor: 50_000n } })).id);
    expect(await sheet(at.shop)).toEqual({ available: 1_148_000n });
    await vanish(at);
    expect(await sheet(at.shop)).toEqual({ available: 950_000n });
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('partially_refunded');
    expect(await sheet(at.shop)).toEqual({ available: 1_148_000n });
  });

  test('refunded before it was settled: what it took of other money returns there', async () => {
    const at = await paid(DUE, true);
    await fund(db, at.shop, 'BTC', 70_000n);
    await send((await refund(at.shop, at.invoiceId)).id);
    expect(await sheet(at.shop)).toEqual({ available: 70_000n });
    await vanish(at);
    expect(await sheet(at.shop)).toEqual({ receivable: -130_000n });
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('refunded');
    expect(await sheet(at.shop)).toEqual({ available: 70_000n });
  });

  test('a refund that was signed goes on where it was when the money is back, and ends as any other', async () => {
    const at = await done(300_000n);
    const { id } = await refund(at.shop, at.invoiceId, { amount: { type: 'part', amountMinor: 150_000n } });
    await sign(id);
    await vanish(at);
    expect((await statusOf(at.invoiceId)).status).toBe('error');
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('refund_requested');
    await step(id, { type: 'sent' });
    await step(id, { type: 'confirmed' });
    expect(await statusOf(at.invoiceId)).toMatchObject({ status: 'partially_refunded', amountRefundedMinor: 150_000n });
    expect(await sheet(at.shop)).toEqual({ available: 148_000n });
  });
});

describe('B: money on another quote', () => {
  /** Paid and done in BTC; some LTC came to the address of an earlier choice. */
  async function paidTwice(minor = 500_000n) {
    const shop = await makeShop(db);
    const invoice = await makeInvoice(db, shop, { gateId: 'LTC' });
    await inTransaction(db, (tx) =>
      chooseGate(tx, testSettings, { invoiceId: invoice.id, gateId: 'BTC', nowMs: Date.now() }),
    );
    const payment = await payInFull(db, invoice.id);
    const other = await recordPayment(db, { invoiceId: invoice.id, gateId: 'LTC', minor, status: 'confirmed' });
    await paymentsChanged(db, invoice.id);
    return { shop, invoiceId: invoice.id, payment, other };
  }
  const ltc = (shop: TestMerchant) => balanceSheet(db, shop.merchantId, 'LTC');
  const request = { gateId: 'LTC', address: RECIPIENTS.LTC } as const;

  test('goes back by itself, and leaves status and sums of the invoice alone', async () => {
    const { shop, invoiceId } = await paidTwice();
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', needsOperator: true });
    expect(await ltc(shop)).toEqual({ unsettled: 500_000n });
    const part = await refund(shop, invoiceId, { ...request, amount: { type: 'part', amountMinor: 200_000n } });
    expect(part).toMatchObject({ gateId: 'LTC', amountMinor: 200_000n });
    expect(await codeOf(refund(shop, invoiceId, request))).toBe('illegal_transition');
    expect(await codeOf(refund(shop, invoiceId))).toBe('illegal_transition');
    await send(part.id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', amountRefundedMinor: 0n, needsOperator: true });
    expect(await codeOf(refund(shop, invoiceId, { ...request, amount: { type: 'part', amountMinor: 300_001n } }))).toBe(
      'amount_too_large',
    );
    await send((await refund(shop, invoiceId, request)).id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', amountRefundedMinor: 0n, needsOperator: false });
    expect(await ltc(shop)).toEqual({});
    expect(await sheet(shop)).toEqual({ available: 198_000n });
    expect(await codeOf(refund(shop, invoiceId, request))).toBe('illegal_transition');
  });

  test('a refund of it that is canceled gives it back to where it lay', async () => {
    const { shop, invoiceId } = await paidTwice();
    await cancel(shop, (await refund(shop, invoiceId, request)).id);
    expect(await ltc(shop)).toEqual({ unsettled: 500_000n });
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', needsOperator: true });
  });

  test('goes on when the invoice’s own money is reorganised away', async () => {
    const { shop, invoiceId, payment } = await paidTwice();
    const { id } = await refund(shop, invoiceId, request);
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, invoiceId);
    expect((await statusOf(invoiceId)).status).toBe('error');
    expect((await readPayout(db, id)).status).toBe('queue');
    await send(id);
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, invoiceId);
    expect((await statusOf(invoiceId)).status).toBe('done');
  });

  test('there is none on a gate that nothing came on', async () => {
    const { shop, invoiceId } = await done();
    expect(await codeOf(refund(shop, invoiceId, request))).toBe('illegal_transition');
  });
});

describe('what a refund leaves', () => {
  const completeOf = (shop: TestMerchant, invoiceId: string) =>
    inTransaction(db, (tx) =>
      completeInvoice(tx, { invoiceId, scope: { profileId: shop.profileId }, nowMs: Date.now() }),
    );

  test('of an excess is the merchant’s by Complete, once, and no more than is there', async () => {
    const { shop, invoiceId } = await done(300_000n);
    await send((await refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 40_000n } })).id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', amountRefundedMinor: 40_000n });
    expect(await sheet(shop)).toEqual({ available: 198_000n, unsettled: 60_000n });
    await completeOf(shop, invoiceId);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', statusReason: 'excess_kept' });
    expect(await sheet(shop)).toEqual({ available: 258_000n });
    expect(await codeOf(completeOf(shop, invoiceId))).toBe('illegal_transition');
  });

  test('money that came after all was settled can be taken too', async () => {
    const { shop, invoiceId } = await done();
    await recordPayment(db, { invoiceId, minor: 30_000n, status: 'confirmed' });
    await paymentsChanged(db, invoiceId);
    expect(await sheet(shop)).toEqual({ available: 198_000n, unsettled: 30_000n });
    await completeOf(shop, invoiceId);
    expect(await sheet(shop)).toEqual({ available: 228_000n });
  });

  test('money that came after a part of settled money went back can be taken too', async () => {
    const { shop, invoiceId } = await done();
    await fund(db, shop, 'BTC', 10_000n);
    await send((await refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 50_000n } })).id);
    expect(await codeOf(completeOf(shop, invoiceId))).toBe('illegal_transition');
    await recordPayment(db, { invoiceId, minor: 30_000n, status: 'confirmed' });
    await paymentsChanged(db, invoiceId);
    expect(await sheet(shop)).toMatchObject({ unsettled: 30_000n });
    await completeOf(shop, invoiceId);
    expect(await sheet(shop)).toEqual({ available: 188_000n });
    expect((await statusOf(invoiceId)).status).toBe('partially_refunded');
    expect(await codeOf(completeOf(shop, invoiceId))).toBe('illegal_transition');
  });
});

test('of late money that was refunded in part, the merchant takes the rest', async () => {
  const { shop, invoiceId } = await paid(DUE, true);
  await send((await refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 50_000n } })).id);
  expect(await sheet(shop)).toEqual({ unsettled: 150_000n });
  const complete = () =>
    inTransaction(db, (tx) =>
      completeInvoice(tx, { invoiceId, scope: { profileId: shop.profileId }, nowMs: Date.now() }),
    );
  await complete();
  expect(await sheet(shop)).toEqual({ available: 148_500n });
  expect((await statusOf(invoiceId)).status).toBe('partially_refunded');
  expect(await codeOf(complete())).toBe('illegal_transition');
});
